import {
  type CivilDate,
  DAYS_PER_YEAR,
  type DayNumber,
  dayAt,
  dayOfYear,
  MONTH_LENGTHS,
  MONTH_NAMES,
  monthDay,
  monthSum,
  SOURCE_NUMBERS,
  type SourceNumber,
  weekdayNames,
} from "@dailyleet/core";
import { type CSSProperties, type MouseEvent, memo, useMemo } from "react";
import { toggleCell } from "../changes/change.ts";
import { $days } from "../replica/connection.ts";
import { $config } from "../session/setup.ts";
import { lazyPart, useIsOver, useSelected, useValue } from "../ui/react.tsx";
import { isMotionReduced, SEEN_WAY } from "../ui/scrolling.ts";
import { whenDrawn, whenIdle, whenIdleOrKey } from "../ui/wait.ts";
import { $goal, $today, $year } from "../view/today.ts";
import { FIRST_WEEKDAY, weekColumn } from "../view/weeks.ts";
import { type Column, columnsOf, Day, dayClass } from "./Day.tsx";

const TickKeys = lazyPart(() => whenIdleOrKey().then(() => import("./TickKeys.tsx")));

/** Draws the days in the window at once, and the others when the page is idle. */
export function Calendar() {
  const config = useValue($config);
  const columns = useMemo(() => columnsOf(config), [config]);
  const year = useValue($year) ?? 0;
  const today = useToday();
  const begun = useSelected($days, firstDone);
  const day = today && dayOfYear(today);
  const center = useValue($goal) ?? day ?? 1;
  const near = useMemo(() => daysAround(year, center, center === day), [year, center, day]);
  const isDrawn = useIsOver(whenDrawn);
  const isWhole = useIsOver(hasTime);
  return (
    // biome-ignore lint/a11y: the person presses the buttons inside, by pointer or by key
    <div className="calendar" style={isDrawn ? iconStyle(config.icons ?? "/icons") : undefined} onClick={toggle}>
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
      <TickKeys />
    </div>
  );
}

/** One listener for all ticks: the button names the source, the card around it the day. */
function toggle({ target }: MouseEvent<HTMLElement>): void {
  const button = (target as Element).closest<HTMLButtonElement>("button[aria-pressed]");
  const card = button?.closest<HTMLElement>(".day");
  if (button && card) toggleCell(Number(card.dataset.day), Number(button.value) as SourceNumber);
}

/** Today; null while the calendar shows another year. */
function useToday(): CivilDate | null {
  const today = useValue($today);
  const year = useValue($year);
  return today && today.year === year ? today : null;
}

interface Days {
  readonly from: DayNumber;
  readonly to: DayNumber;
}

/** The days that the window may show during and after a scroll that ends with `day` in the middle. */
function daysAround(year: number, day: DayNumber, isToday: boolean): Days {
  const styles = getComputedStyle(document.documentElement);
  // Without a style sheet a day is 1rem high.
  const number = (name: string) => Number.parseFloat(styles.getPropertyValue(name)) || 1;
  const [rem, row, columns] = [number("font-size"), number("--day"), number("--columns")];
  // In the week layout, today's heading adds the height of a day.
  const todayHeight = number("--hero") + (columns > 1 ? row : 0);
  const way = isMotionReduced() ? 0 : SEEN_WAY;
  // `showWholeDays` scrolls on by half a row at most.
  const distance = ((0.5 + way) * innerHeight) / rem - (isToday ? todayHeight : row) / 2 + row / 2;
  const reach = Math.max(1, Math.ceil(distance / row)) * columns;
  const from = day - reach - (columns === 1 ? 0 : weekColumn({ year, ...monthDay(day) }));
  const to = from + 2 * reach + columns;
  // At either end of the year the window shows more days on the other side.
  return { from: Math.min(from, from + DAYS_PER_YEAR - to), to: Math.max(to, to - from) };
}

/** The first day with a tick in a packed year (`packYear`), in which '0' is a day without one; else the last day. */
function firstDone(days: string): DayNumber {
  return days.search(/[^0]/) + 1 || DAYS_PER_YEAR;
}

const hasTime = () => whenDrawn().then(whenIdle);

/**
 * The icons' URLs for day.css. Set from the second frame on, because requesting five pictures would delay the first.
 * Absolute, because a relative URL would be resolved against the style sheet.
 */
function iconStyle(icons: string): CSSProperties {
  const base = new URL(icons.replace(/\/?$/, "/"), document.baseURI);
  return Object.fromEntries(SOURCE_NUMBERS.map((source) => [`--icon-${source}`, `url("${base}${source}.jpg")`]));
}

interface MonthProps {
  readonly year: number;
  /** From 0. */
  readonly month: number;
  readonly near: Days;
  /** Whether all days are drawn; else days far from the window are empty cards of the same size. */
  readonly isWhole: boolean;
  readonly today: CivilDate | null;
  /** The first day with a tick. */
  readonly begun: DayNumber;
  readonly columns: readonly Column[];
}

/** Memoized: a tick renders only its month and its day. */
const Month = memo(function Month({ year, month, near, isWhole, today, begun, columns }: MonthProps) {
  const length = MONTH_LENGTHS[month] ?? 0;
  const first = dayOfYear({ month: month + 1, day: 1 });
  const isNear = first <= near.to && near.from < first + length;
  const days = isNear || isWhole ? Array.from({ length }, (_, index) => first + index) : [];
  const ticks = useSelected($days, (days) => days.slice(first - 1, first - 1 + length));
  const start = weekColumn({ year, month: month + 1, day: 1 });
  const todayNumber = today && dayOfYear(today);
  const last = todayNumber ?? DAYS_PER_YEAR;
  const weekdayOf = (day: DayNumber) => (FIRST_WEEKDAY + start + day - first) % 7;
  return (
    <section className="month" style={sizeStyle(start, length, todayNumber === null ? -1 : todayNumber - first)}>
      <header>
        <h2 data-year={today === null ? year : undefined}>{MONTH_NAMES[month]}</h2>
        <p>{monthSum(ticks, last - first + 1)}</p>
        {days.length > 0 && <Weekdays />}
      </header>
      <div className="days">
        {days.map((day) =>
          isWhole || day === todayNumber || (near.from <= day && day <= near.to) ? (
            <Day
              key={day}
              day={day}
              ticks={dayAt(ticks, day - first)}
              today={day === todayNumber ? today : null}
              standing={day > last ? "ahead" : day < begun ? "early" : "past"}
              weekday={weekdayOf(day)}
              columns={columns}
            />
          ) : (
            <section key={day} id={`day-${day}`} className={dayClass(weekdayOf(day))} data-day={day} />
          ),
        )}
      </div>
    </section>
  );
});

/** Hidden from screen readers: the year at a glance names the weekdays for them. */
function Weekdays() {
  return (
    <div aria-hidden="true">
      {weekdayNames(FIRST_WEEKDAY).map((name) => (
        <span key={name}>{name.slice(0, 3)}</span>
      ))}
    </div>
  );
}

/**
 * A month's size for calendar.css: the columns of its first day and of today (from 1), its weeks, its days other than
 * today, and whether today is in it (1 or 0). `today` is an index in the month, perhaps outside of it.
 */
function sizeStyle(start: number, length: number, today: number): CSSProperties {
  const isHere = Number(0 <= today && today < length);
  return {
    "--start": start + 1,
    "--column": ((start + today) % 7) + 1,
    "--weeks": Math.ceil((start + length) / 7),
    "--days": length - isHere,
    "--heroes": isHere,
  } as CSSProperties;
}
