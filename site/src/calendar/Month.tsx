import { type DayNumber, dayAt, dayOfYear, MONTH_LENGTHS, MONTH_NAMES } from "@dailyleet/core";
import { type CSSProperties, memo } from "react";
import { $days } from "../replica/connection.ts";
import { useSelected } from "../ui/react.tsx";
import type { Column } from "./columns.tsx";
import { Day } from "./Day.tsx";
import type { Days } from "./daysAround.ts";

interface MonthProps {
  readonly year: number;
  /** From 0. */
  readonly month: number;
  readonly near: Days;
  /** Whether all days are drawn; else those that nobody sees yet are empty cards of the same size. */
  readonly isWhole: boolean;
  readonly today: DayNumber | null;
  /** From the first day with a tick to the last one that has begun. */
  readonly lived: Days;
  readonly columns: readonly Column[];
}

/** A tick renders its month and the one day. */
export const Month = memo(function Month({ year, month, near, isWhole, today, lived, columns }: MonthProps) {
  const length = MONTH_LENGTHS[month] ?? 0;
  const first = dayOfYear({ month: month + 1, day: 1 });
  const isNear = first <= near.to && near.from < first + length;
  const days = isNear || isWhole ? Array.from({ length }, (_, index) => first + index) : [];
  const ticks = useSelected($days, (days) => days.slice(first - 1, first - 1 + length));
  return (
    <section className="month" style={lengthStyle(length, today === null ? -1 : today - first)}>
      <h2 data-year={today === null ? year : undefined}>{MONTH_NAMES[month]}</h2>
      <div className="days">
        {days.map((day) =>
          isWhole || day === today || (near.from <= day && day <= near.to) ? (
            <Day
              key={day}
              year={year}
              day={day}
              ticks={dayAt(ticks, day - first)}
              isToday={day === today}
              isQuiet={day !== today && (day < lived.from || lived.to < day)}
              columns={columns}
            />
          ) : (
            <section key={day} id={`day-${day}`} className="day" data-day={day} />
          ),
        )}
      </div>
    </section>
  );
});

/** For calendar.css: how many days fill rows of their own, before today's card and after it. */
function lengthStyle(length: number, today: number): CSSProperties | undefined {
  const isHere = 0 <= today && today < length;
  const [before, after] = isHere ? [today, length - 1 - today] : [length, 0];
  return { "--before": before, "--after": after, "--heroes": Number(isHere) } as CSSProperties;
}
