import { type DayNumber, dayHeading, type SourceNumber } from "@dailyleet/core";
import { type MouseEvent, memo, type ReactElement } from "react";
import { toggleCell } from "./toggleCell.ts";
import { useDayTicks } from "./useDayTicks.ts";

/** What a source's column is on all days. */
export interface Column {
  readonly source: SourceNumber;
  readonly name: string;
  readonly link: ReactElement;
}

interface DayProps {
  readonly day: DayNumber;
  /** Else it is an empty card of the same size. */
  readonly isDrawn: boolean;
  readonly isToday: boolean;
  readonly columns: readonly Column[];
}

/** A day's card: its five sources, where each is, and whether it is done. */
export const Day = memo(function Day({ day, isDrawn, isToday, columns }: DayProps) {
  const ticks = useDayTicks(day);
  const heading = dayHeading(day);
  const toggle = ({ currentTarget }: MouseEvent<HTMLButtonElement>) =>
    void toggleCell(day, Number(currentTarget.value) as SourceNumber);
  return (
    <section id={`day-${day}`} className="day" data-day={day} aria-current={isToday ? "date" : undefined}>
      {isDrawn && <h3>{heading}</h3>}
      {isDrawn && (
        <ol>
          {columns.map(({ source, name, link }) => {
            const isDone = ticks[source] === true;
            const state = isDone ? "Done" : "Untried";
            return (
              <li key={source}>
                {link}
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
