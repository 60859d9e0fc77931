import {
  countDone,
  type DayNumber,
  type DayTicks,
  dayHeading,
  monthDay,
  WEEKDAY_NAMES,
  weekday,
} from "@dailyleet/core";
import { memo } from "react";
import type { Column } from "./columns.tsx";
import { TodayHeader } from "./TodayHeader.tsx";

interface DayProps {
  readonly year: number;
  readonly day: DayNumber;
  /** Of `dayAt`, which gives the same object for the same ticks: a day that stays as it is renders once. */
  readonly ticks: DayTicks;
  readonly isToday: boolean;
  /** To come, or before the person began: it steps back. */
  readonly isQuiet: boolean;
  readonly columns: readonly Column[];
}

/** A day's card: its five sources, where each is, and whether it is done. Today's is large and says more. */
export const Day = memo(function Day({ year, day, ticks, isToday, isQuiet, columns }: DayProps) {
  const heading = dayHeading(day);
  const name = WEEKDAY_NAMES[weekday({ year, ...monthDay(day) })];
  return (
    <section
      id={`day-${day}`}
      className={isQuiet ? "day quiet" : "day"}
      data-day={day}
      aria-current={isToday ? "date" : undefined}
    >
      {isToday ? (
        <TodayHeader heading={heading} weekday={name} done={countDone(ticks)} />
      ) : (
        <h3 data-weekday={name?.slice(0, 3)}>{heading}</h3>
      )}
      <ol>
        {columns.map(({ source, name, link, namedLink }) => {
          const isDone = ticks[source] === true;
          const state = isDone ? "Done" : "Untried";
          return (
            <li key={source}>
              {isToday ? namedLink : link}
              <button type="button" value={source} aria-pressed={isDone} aria-label={[heading, name, state].join(", ")}>
                {state}
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
});
