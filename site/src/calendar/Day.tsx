import { type DayNumber, dayHeading, monthDay, type SourceNumber, WEEKDAY_NAMES, weekday } from "@dailyleet/core";
import { type MouseEvent, memo } from "react";
import type { Column } from "./columns.tsx";
import { TodayHeader } from "./TodayHeader.tsx";
import { toggleCell } from "./toggleCell.ts";
import { useDayTicks } from "./useDayTicks.ts";

interface DayProps {
  readonly year: number;
  readonly day: DayNumber;
  /** Else it is an empty card of the same size. */
  readonly isDrawn: boolean;
  readonly isToday: boolean;
  /** To come, or before the person began: it steps back. */
  readonly isQuiet: boolean;
  readonly columns: readonly Column[];
}

/** A day's card: its five sources, where each is, and whether it is done. Today's is large and says more. */
export const Day = memo(function Day({ year, day, isDrawn, isToday, isQuiet, columns }: DayProps) {
  const ticks = useDayTicks(day);
  const heading = dayHeading(day);
  const name = isDrawn ? WEEKDAY_NAMES[weekday({ year, ...monthDay(day) })] : "";
  const toggle = ({ currentTarget }: MouseEvent<HTMLButtonElement>) =>
    void toggleCell(day, Number(currentTarget.value) as SourceNumber);
  return (
    <section
      id={`day-${day}`}
      className={isQuiet ? "day quiet" : "day"}
      data-day={day}
      aria-current={isToday ? "date" : undefined}
    >
      {isDrawn && isToday && <TodayHeader heading={heading} weekday={name} ticks={ticks} />}
      {isDrawn && !isToday && <h3 data-weekday={name?.slice(0, 3)}>{heading}</h3>}
      {isDrawn && (
        <ol>
          {columns.map(({ source, name, link, namedLink }) => {
            const isDone = ticks[source] === true;
            const state = isDone ? "Done" : "Untried";
            return (
              <li key={source}>
                {isToday ? namedLink : link}
                <button
                  type="button"
                  value={source}
                  aria-pressed={isDone}
                  aria-label={`${heading}, ${name}, ${state}`}
                  onClick={toggle}
                >
                  {state}
                </button>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
});
