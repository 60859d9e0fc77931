import { type CivilDate, counted, formatDate, type Question, type QuestionMarks } from "@dailyleet/core";
import type { RefObject } from "react";
import { removeMark } from "./practice.ts";
import { dayName, MARK_NAMES } from "./wording.ts";

interface MarkListProps {
  readonly question: Question;
  readonly today: CivilDate;
  readonly own: QuestionMarks;
  /** Where the focus goes when the button that was pressed goes. */
  readonly panel: RefObject<HTMLElement>;
}

const SHOWN = 3;

/** The marks of a question, the last one first. Each can be removed. */
export function MarkList({ own, ...props }: MarkListProps) {
  const dates = Object.keys(own).filter((date) => own[date] !== 0);
  if (dates.length === 0) return null;
  dates.sort().reverse();
  const earlier = dates.slice(SHOWN);
  return (
    <>
      <Marks own={own} dates={dates.slice(0, SHOWN)} {...props} />
      {earlier.length > 0 && (
        <details>
          <summary>{counted(earlier.length, "earlier mark")}</summary>
          <Marks own={own} dates={earlier} {...props} />
        </details>
      )}
    </>
  );
}

function Marks({ question, today, own, panel, dates }: MarkListProps & { dates: readonly string[] }) {
  const press = (date: string) => {
    panel.current?.focus({ preventScroll: true });
    removeMark(question, date);
  };
  return (
    <ol className="marked">
      {dates.map((date) => {
        const day = date === formatDate(today) ? "Today" : dayName(date, today);
        const name = MARK_NAMES[own[date] ?? 0];
        return (
          <li key={date}>
            <span>{day}</span> <span>{name}</span>{" "}
            <button type="button" aria-label={`Remove: ${day}, ${name}`} onClick={() => press(date)}>
              Remove
            </button>
          </li>
        );
      })}
    </ol>
  );
}
