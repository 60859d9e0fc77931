import { countDone, type DayNumber, type DayTicks, dayHeading, WEEKDAY_NAMES } from "@dailyleet/core";
import { memo } from "react";
import type { Column } from "./columns.tsx";
import { TodayCard } from "./TodayCard.tsx";
import { FIRST_WEEKDAY } from "./weeks.ts";

interface DayProps {
  readonly day: DayNumber;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** Of `dayAt`, which gives the same object for the same ticks: a day that stays as it is renders once. */
  readonly ticks: DayTicks;
  readonly isToday: boolean;
  /** To come, or before the person began: it steps back. */
  readonly isQuiet: boolean;
  readonly columns: readonly Column[];
}

/** A day: its five sources, where each is, and whether it is done. Today's is large and says more. */
export const Day = memo(function Day({ day, weekday, ticks, isToday, isQuiet, columns }: DayProps) {
  const heading = dayHeading(day);
  const name = WEEKDAY_NAMES[weekday];
  const button = ({ source, name }: Column) => {
    const isDone = ticks[source] === true;
    const state = isDone ? "Done" : "Untried";
    return (
      <button
        key={source}
        type="button"
        value={source}
        aria-pressed={isDone}
        aria-label={[heading, name, state].join(", ")}
      >
        {state}
      </button>
    );
  };
  return (
    <section
      id={`day-${day}`}
      className={dayClass(weekday) + (isToday ? " today" : isQuiet ? " quiet" : "")}
      data-day={day}
      aria-current={isToday ? "date" : undefined}
    >
      {isToday ? (
        <TodayCard heading={heading} weekday={name} done={countDone(ticks)}>
          {columns.map((column) => (
            <li key={column.source}>
              {column.namedLink}
              {button(column)}
            </li>
          ))}
        </TodayCard>
      ) : (
        [
          <h3 key="heading" data-weekday={name?.slice(0, 3)}>
            {heading}
          </h3>,
          ...columns.flatMap((column) => [column.link, button(column)]),
        ]
      )}
    </section>
  );
});

/** The first day of a week has space before it. */
export const dayClass = (weekday: number): string => (weekday === FIRST_WEEKDAY ? "day week" : "day");
