import { type DayNumber, dayOfYear, MONTH_LENGTHS, MONTH_NAMES } from "@dailyleet/core";
import { memo } from "react";
import { type Column, Day } from "./Day.tsx";
import type { Days } from "./daysAround.ts";

interface MonthProps {
  /** From 0. */
  readonly month: number;
  readonly near: Days;
  /** Whether all days are drawn; else there is room for those that nobody sees yet. */
  readonly isWhole: boolean;
  readonly today: DayNumber | null;
  readonly columns: readonly Column[];
}

export const Month = memo(function Month({ month, near, isWhole, today, columns }: MonthProps) {
  const length = MONTH_LENGTHS[month] ?? 0;
  const first = dayOfYear({ month: month + 1, day: 1 });
  const isNear = first <= near.to && near.from < first + length;
  const days = isNear || isWhole ? Array.from({ length }, (_, index) => first + index) : [];
  return (
    <section className={`month days-${length}`}>
      <h2>{MONTH_NAMES[month]}</h2>
      <div className="days">
        {days.map((day) => {
          const isDrawn = isWhole || (near.from <= day && day <= near.to);
          return <Day key={day} day={day} isDrawn={isDrawn} isToday={day === today} columns={columns} />;
        })}
      </div>
    </section>
  );
});
