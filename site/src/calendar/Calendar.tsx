import {
  DAYS_PER_YEAR,
  type DayNumber,
  dayOfYear,
  MONTH_NAMES,
  SOURCE_NUMBERS,
  type SourceNumber,
} from "@dailyleet/core";
import { type CSSProperties, type MouseEvent, startTransition, useEffect, useMemo, useState } from "react";
import { $config } from "../app/setup.ts";
import { $goal, $today, $year } from "../app/today.ts";
import { toggleCell } from "../data/followChange.ts";
import { $days } from "../replica/connection.ts";
import { useSelected, useValue } from "../ui/react.tsx";
import { drawn, idle } from "../ui/wait.ts";
import { columnsOf } from "./Day.tsx";
import { Month } from "./Month.tsx";
import { daysAround } from "./weeks.ts";

/** Twelve months. The days in the window are drawn at once, the others when the page has nothing else to do. */
export function Calendar() {
  const config = useValue($config);
  const columns = useMemo(() => columnsOf(config), [config]);
  const year = useValue($year) ?? 0;
  const today = useToday();
  const begun = useSelected($days, firstDone);
  const center = useValue($goal) ?? today ?? 1;
  const near = useMemo(() => daysAround(year, center, center === today), [year, center, today]);
  const isWhole = useHasTime();
  return (
    // biome-ignore lint/a11y: what can be pressed are the buttons, by keys, too
    <div className="calendar" style={config.icons ? iconStyle(config.icons) : undefined} onClick={toggle}>
      {MONTH_NAMES.map((name, month) => (
        <Month
          key={name}
          year={year}
          month={month}
          near={near}
          isWhole={isWhole}
          today={today}
          begun={begun}
          columns={columns}
        />
      ))}
    </div>
  );
}

/** One listener for all ticks: the button names the source, the card around it the day. */
function toggle({ target }: MouseEvent<HTMLElement>): void {
  const button = (target as Element).closest<HTMLButtonElement>("button[aria-pressed]");
  const card = button?.closest<HTMLElement>(".day");
  if (button && card) toggleCell(Number(card.dataset.day), Number(button.value) as SourceNumber);
}

/** Null when it is in another year. */
function useToday(): DayNumber | null {
  const today = useValue($today);
  const year = useValue($year);
  return today && today.year === year ? dayOfYear(today) : null;
}

function firstDone(days: string): DayNumber {
  return days.search(/[^0]/) + 1 || DAYS_PER_YEAR;
}

/** Whether the page has been seen and then had nothing to do for a moment. */
function useHasTime(): boolean {
  const [hasTime, setHasTime] = useState(false);
  useEffect(() => {
    void drawn()
      .then(idle)
      .then(() => startTransition(() => setHasTime(true)));
  }, []);
  return hasTime;
}

/** For day.css. An address in a style sheet counts from that sheet, so these are whole. */
function iconStyle(icons: string): CSSProperties {
  const base = new URL(icons.replace(/\/?$/, "/"), document.baseURI);
  return Object.fromEntries(SOURCE_NUMBERS.map((source) => [`--icon-${source}`, `url("${base}${source}.jpg")`]));
}
