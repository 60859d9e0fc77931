import {
  type DayNumber,
  DEFAULT_SOURCES,
  dayOfYear,
  MONTH_NAMES,
  SOURCE_NUMBERS,
  type Source,
  type SourceNumber,
} from "@dailyleet/core";
import { type CSSProperties, startTransition, useEffect, useMemo, useState } from "react";
import { $look } from "../app/setup.ts";
import { $goal, $today, $year } from "../app/today.ts";
import { useValue } from "../ui/useValue.ts";
import { drawn, idle } from "../ui/wait.ts";
import type { Column } from "./Day.tsx";
import { daysAround } from "./daysAround.ts";
import { Month } from "./Month.tsx";

/** Twelve months. The days in the window are drawn at once, the others when the page has nothing else to do. */
export function Calendar() {
  const { sources = DEFAULT_SOURCES, icons } = useValue($look);
  const columns = useMemo(() => sources.map(columnOf), [sources]);
  const today = useToday();
  const center = useValue($goal) ?? today ?? 1;
  const near = useMemo(() => daysAround(center), [center]);
  const isWhole = useHasTime();
  return (
    <div className="calendar" style={icons ? iconStyle(icons) : undefined}>
      {MONTH_NAMES.map((name, month) => (
        <Month key={name} month={month} near={near} isWhole={isWhole} today={today} columns={columns} />
      ))}
    </div>
  );
}

function columnOf({ name, url }: Source, index: number): Column {
  // One element for all 365 days. Its icon comes from the style sheet.
  // biome-ignore lint/a11y/useAnchorContent: its name is an attribute
  const link = <a href={url} target="_blank" rel="noopener noreferrer" aria-label={name} />;
  return { source: (index + 1) as SourceNumber, name, link };
}

/** Null when it is in another year. */
function useToday(): DayNumber | null {
  const today = useValue($today);
  const year = useValue($year);
  return today && today.year === year ? dayOfYear(today) : null;
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
