import {
  type CivilDate,
  counted,
  formatDate,
  isMarkable,
  marksOf,
  nextDue,
  progressOf,
  type Question,
  type QuestionMarks,
  questionKey,
} from "@dailyleet/core";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { isPlainKey } from "../app/keys.ts";
import { $today } from "../app/today.ts";
import { showOpened } from "../questions/openQuestion.ts";
import { $marks } from "../replica/marks.ts";
import { useValue } from "../ui/react.tsx";
import { PlainSign } from "./Chips.tsx";
import { markToday, removeMark } from "./practice.ts";
import { dayName, inDays, MARK_NAMES, progressText, standingOf } from "./wording.ts";

interface PanelProps {
  readonly question: Question;
  readonly today: CivilDate;
}

/** How practising an open question went, today and before. A question whose key is no field's name has none. */
export function MarkPanel({ question }: { question: Question }) {
  const today = useValue($today);
  const key = questionKey(question);
  return today && isMarkable(key) && <Panel question={question} today={today} />;
}

function Panel({ question, today }: PanelProps) {
  const { status, marks } = useValue($marks);
  const key = questionKey(question);
  const own = marksOf(marks, key);
  const progress = progressOf(marks, key, today);
  const panel = useRef<HTMLDivElement>(null);
  useMarkKeys(panel, { question, today });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend stands in its edge
    <div ref={panel} className="marking" role="group" aria-label="How did it go?" tabIndex={-1}>
      <p className="marking-head">
        <b>How did it go?</b>
        {status === "known" && (
          <span>
            <PlainSign standing={standingOf(progress)} /> {progressText(progress, today)}
          </span>
        )}
      </p>
      <MarkButtons question={question} today={today} own={own} />
      <MarkList question={question} today={today} own={own} panel={panel as RefObject<HTMLElement>} />
    </div>
  );
}

const MARKS = [1, 2, 3, 4] as const;

function MarkButtons({ question, today, own }: PanelProps & { own: QuestionMarks }) {
  const date = formatDate(today);
  return (
    <div className="marks">
      {MARKS.map((mark) => {
        const due = nextDue(own, date, mark) ?? date;
        return (
          <button
            key={mark}
            type="button"
            aria-pressed={own[date] === mark}
            aria-keyshortcuts={String(mark)}
            onClick={() => markToday(question, mark, today)}
          >
            <span>{MARK_NAMES[mark]}</span>{" "}
            <small>
              {inDays(due, today)}
              <span className="unseen"> on {dayName(due, today)}</span>
            </small>
          </button>
        );
      })}
    </div>
  );
}

/** They are heard as soon as the buttons that name them are seen. The first press goes to a question out of sight. */
function useMarkKeys(panel: RefObject<HTMLElement | null>, { question, today }: PanelProps): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const mark = MARKS.find((one) => event.key === String(one));
      const isHidden = panel.current?.closest("main")?.hidden;
      if (mark === undefined || isHidden || !isPlainKey(event)) return;
      event.preventDefault();
      if (isAtHand(panel.current)) markToday(question, mark, today);
      else showOpened();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [panel, question, today]);
}

/** Whether the header or the marks of the question are seen, and the focus is on no other question. */
function isAtHand(panel: Element | null): boolean {
  const row = panel?.closest("li") ?? null;
  const focused = document.activeElement?.closest(".rows > li") ?? row;
  return focused === row && [...(row?.querySelectorAll("h3, .marks") ?? [])].some(isSeen);
}

/** Whether the middle of an element is in the window, below the top bar. */
function isSeen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const bar = document.querySelector(".bar")?.getBoundingClientRect();
  const middle = (top + bottom) / 2;
  return (bar?.bottom ?? 0) < middle && middle < innerHeight;
}

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
