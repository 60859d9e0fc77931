import {
  DAYS_PER_YEAR,
  type DayNumber,
  dayAt,
  dayOfYear,
  MONTH_LENGTHS,
  MONTH_NAMES,
  WEEKDAY_NAMES,
} from "@dailyleet/core";
import { type CSSProperties, memo } from "react";
import { $days } from "../replica/connection.ts";
import { useSelected } from "../ui/react.tsx";
import { type Column, Day, dayClass } from "./Day.tsx";
import { type Days, FIRST_WEEKDAY, weekColumn } from "./weeks.ts";

interface MonthProps {
  readonly year: number;
  /** From 0. */
  readonly month: number;
  readonly near: Days;
  /** Whether all days are drawn; else those that nobody sees yet are empty cards of the same size. */
  readonly isWhole: boolean;
  readonly today: DayNumber | null;
  /** The first day with a tick. */
  readonly begun: DayNumber;
  readonly columns: readonly Column[];
}

/** A tick renders its month and the one day. */
export const Month = memo(function Month({ year, month, near, isWhole, today, begun, columns }: MonthProps) {
  const length = MONTH_LENGTHS[month] ?? 0;
  const first = dayOfYear({ month: month + 1, day: 1 });
  const isNear = first <= near.to && near.from < first + length;
  const days = isNear || isWhole ? Array.from({ length }, (_, index) => first + index) : [];
  const ticks = useSelected($days, (days) => days.slice(first - 1, first - 1 + length));
  const start = weekColumn({ year, month: month + 1, day: 1 });
  const weekdayOf = (day: DayNumber) => (FIRST_WEEKDAY + start + day - first) % 7;
  return (
    <section className="month" style={sizeStyle(start, length, today === null ? -1 : today - first)}>
      <header>
        <h2 data-year={today === null ? year : undefined}>{MONTH_NAMES[month]}</h2>
        {days.length > 0 && WEEKDAYS}
      </header>
      <div className="days">
        {days.map((day) =>
          isWhole || day === today || (near.from <= day && day <= near.to) ? (
            <Day
              key={day}
              day={day}
              ticks={dayAt(ticks, day - first)}
              isToday={day === today}
              isQuiet={day < begun || day > (today ?? DAYS_PER_YEAR)}
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

/** A screen reader has them in the year at a glance. */
const WEEKDAYS = (
  <p aria-hidden="true">
    {[...WEEKDAY_NAMES.slice(FIRST_WEEKDAY), ...WEEKDAY_NAMES.slice(0, FIRST_WEEKDAY)].map((name) => (
      <span key={name}>{name.slice(0, 3)}</span>
    ))}
  </p>
);

/** For calendar.css: the columns of its first day and of today, how many weeks it has, and how many days besides today. */
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
