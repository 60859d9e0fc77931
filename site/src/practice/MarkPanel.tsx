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
import { createContext, type RefObject, useContext, useEffect, useLayoutEffect, useRef } from "react";
import { isPlainKey } from "../app/keys.ts";
import { $today } from "../app/today.ts";
import { showOpened } from "../questions/openQuestion.ts";
import { $marks } from "../replica/marks.ts";
import { useValue } from "../ui/react.tsx";
import { PlainSign } from "./Chips.tsx";
import { markToday, removeMark, unmarkToday } from "./practice.ts";
import { dayName, inDays, MARK_NAMES, progressText, standingOf } from "./wording.ts";

/** Where the panel leads after a mark. */
export interface WayOn {
  /** Null where nothing is left. */
  readonly next: Question | null;
  readonly go: (question: Question) => void;
  /** In a row of the list, or alone in the practice flow: there the focus follows, and earlier marks are left out. */
  readonly place: "row" | "flow";
}

export const WayOnContext = createContext<WayOn>({ next: null, go: () => {}, place: "row" });

interface PanelProps {
  readonly question: Question;
  readonly today: CivilDate;
}

/** Marks how practising a question went. A question whose key is no field name has no marks. */
export function MarkPanel({ question }: { question: Question }) {
  const today = useValue($today);
  const key = questionKey(question);
  return today && isMarkable(key) && <Panel question={question} today={today} />;
}

function Panel({ question, today }: PanelProps) {
  const { status, marks } = useValue($marks);
  const { place } = useContext(WayOnContext);
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
        {status === "known" && (place === "row" || !own[formatDate(today)]) && (
          <span>
            <PlainSign standing={standingOf(progress)} /> {progressText(progress, today)}
          </span>
        )}
      </p>
      <MarkButtons question={question} today={today} own={own} />
      <Went question={question} today={today} own={own} panel={panel} />
      {place === "row" && <MarkList question={question} today={today} own={own} panel={panel} />}
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

interface MarksProps extends PanelProps {
  readonly own: QuestionMarks;
  /** Takes the focus when the pressed button disappears. */
  readonly panel: RefObject<HTMLElement | null>;
}

/** 'Two Sum: Solved, back in 8 days', with Undo and the way on. */
function Went({ question, today, own, panel }: MarksProps) {
  const { next, go, place } = useContext(WayOnContext);
  const button = useRef<HTMLButtonElement>(null);
  const date = formatDate(today);
  const mark = own[date] ?? 0;
  const due = mark === 0 ? null : nextDue(own, date, mark);
  const goOn = mark !== 0 && next ? () => go(next) : null;
  const before = useRef(mark);
  useEffect(() => {
    if (place === "flow" && mark !== 0 && mark !== before.current) button.current?.focus({ preventScroll: true });
    before.current = mark;
  }, [place, mark]);
  useNextKey(panel, goOn);
  if (mark === 0) return null;
  const undo = () => {
    panel.current?.focus({ preventScroll: true });
    unmarkToday(question, today);
  };
  return (
    <p className="went">
      <span>
        <PlainSign standing="done" />{" "}
        <b>
          <bdi>{question.name}</bdi>: {MARK_NAMES[mark]}
        </b>
        {due && `, back ${inDays(due, today)}`}
      </span>
      <button type="button" onClick={undo}>
        Undo
      </button>
      {goOn && (
        <button ref={button} type="button" className="primary" aria-keyshortcuts="n" onClick={goOn}>
          Next: <bdi>{next?.name}</bdi>
        </button>
      )}
    </p>
  );
}

const SHOWN = 3;

/** The marks of a question, latest first. Each can be removed. */
function MarkList({ own, ...props }: MarksProps) {
  const dates = Object.keys(own).filter((date) => own[date] !== 0);
  if (dates.length === 0) return null;
  dates.sort().reverse();
  const earlier = dates.slice(SHOWN);
  return (
    <>
      <DatedMarks own={own} dates={dates.slice(0, SHOWN)} {...props} />
      {earlier.length > 0 && (
        <details>
          <summary>{counted(earlier.length, "earlier mark")}</summary>
          <DatedMarks own={own} dates={earlier} {...props} />
        </details>
      )}
    </>
  );
}

function DatedMarks({ question, today, own, panel, dates }: MarksProps & { dates: readonly string[] }) {
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

/** The keys 1 to 4 mark the question; while another one is in view or has the focus, the first press leads back to it. */
function useMarkKeys(panel: RefObject<HTMLElement | null>, { question, today }: PanelProps): void {
  useKey(panel, (key) => {
    const mark = MARKS.find((one) => key === String(one));
    if (mark === undefined) return false;
    if (isAtHand(panel.current)) markToday(question, mark, today);
    else showOpened();
    return true;
  });
}

/** `n` goes on, where there is a way on and the element is in the shown screen. */
export function useNextKey(element: RefObject<HTMLElement | null>, goOn: (() => void) | null): void {
  useKey(element, (key) => {
    if (goOn === null || key.toLowerCase() !== "n") return false;
    goOn();
    return true;
  });
}

/** Hears single keys while the element is in the shown screen. A layout effect: they work as soon as it is visible. */
function useKey(element: RefObject<HTMLElement | null>, onKey: (key: string) => boolean): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isShown = element.current && !element.current.closest("main")?.hidden;
      if (isShown && isPlainKey(event) && onKey(event.key)) event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
}

/** Whether the question's header or marks are visible and no other row has the focus; in the flow there is no other. */
function isAtHand(panel: Element | null): boolean {
  const row = panel?.closest(".rows > li") ?? null;
  if (row === null) return true;
  const focused = document.activeElement?.closest(".rows > li") ?? row;
  return focused === row && [...row.querySelectorAll("h3, .marks")].some(isSeen);
}

/** Whether the middle of an element is in the window, below the top bar. */
function isSeen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const bar = document.querySelector(".bar")?.getBoundingClientRect();
  const middle = (top + bottom) / 2;
  return (bar?.bottom ?? 0) < middle && middle < innerHeight;
}
