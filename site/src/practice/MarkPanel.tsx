import {
  type CivilDate,
  characterOf,
  counted,
  formatDate,
  inDays,
  isMarkable,
  type Mark,
  type MarkChoice,
  markChoices,
  marksOf,
  planOf,
  progressOf,
  progressText,
  type Question,
  type QuestionMarks,
  questionKey,
} from "@dailyleet/core";
import { createContext, type MouseEvent, useContext, useEffect, useRef, useState } from "react";
import { $config } from "../session/setup.ts";
import { isPlainKey, useKeyDown } from "../ui/keys.ts";
import { useValue } from "../ui/react.tsx";
import { bringIntoView } from "../ui/scrolling.ts";
import { MARK_NAMES } from "../view/speech.ts";
import { $today } from "../view/today.ts";
import { useScreen } from "../view/useScreen.ts";
import { $marks, markToday, removeMark, unmarkToday } from "./practice.ts";
import { Sign } from "./Signs.tsx";
import { dayName, questionStateOf } from "./wording.ts";

/** Where the panel leads after a mark. */
export interface WayOn {
  /** Null where no question is left. */
  readonly next: Question | null;
  readonly go: (question: Question) => void;
  /** In the practice flow the focus moves on, and earlier marks do not show. */
  readonly place: "row" | "flow";
}

export const WayOnContext = createContext<WayOn>({ next: null, go: () => {}, place: "row" });

/** Asks how practising a question went. Renders nothing for a question that can't have marks. */
export function MarkPanel({ question }: { question: Question }) {
  const today = useValue($today);
  return today && isMarkable(questionKey(question)) && <Panel question={question} today={today} />;
}

/** The sign of each mark (0 to 4), from an empty to a full shape: distinct without colour. */
const MARK_SIGNS = ["new", "new", "learning", "known", "done"] as const;

function Panel({ question, today }: { question: Question; today: CivilDate }) {
  const { status, cells: marks } = useValue($marks);
  const { place } = useContext(WayOnContext);
  const key = questionKey(question);
  const plan = planOf(useValue($config));
  const progress = progressOf(marks, key, today, plan);
  const panel = useRef<HTMLDivElement>(null);
  const [pressed, setPressed] = useState<Mark>(0);
  const onMark = (choice: MarkChoice) => {
    markToday(question, choice, today);
    setPressed(choice.mark);
  };
  const choices = markChoices(marks, key, today, plan);
  const marked = { question, today, byDate: marksOf(marks, key), choices };
  // While another question is in view or has the focus, the first key press leads back to this one.
  const press = (choice: MarkChoice) => (isAtHand(panel.current) ? onMark(choice) : showOpened());
  useKeys(Object.fromEntries(choices.map((choice) => [choice.mark, () => press(choice)])));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend stands in its edge
    <div ref={panel} className="marking" role="group" aria-label="How did it go?" tabIndex={-1}>
      {place === "row" && (
        <p className="marking-head cluster">
          <b>How did it go?</b>
          {status === "known" && (
            <span className="soft">
              <Sign state={questionStateOf(progress)} />
              <span>{` ${progressText(progress, today, dayName)}`}</span>
            </span>
          )}
        </p>
      )}
      <MarkButtons {...marked} onMark={onMark} />
      <Went {...marked} pressed={pressed} />
      {place === "row" && <MarkList {...marked} />}
    </div>
  );
}

interface MarkedProps {
  readonly question: Question;
  readonly today: CivilDate;
  readonly byDate: QuestionMarks;
  readonly choices: readonly MarkChoice[];
}

function MarkButtons({ today, choices, onMark }: MarkedProps & { onMark: (choice: MarkChoice) => void }) {
  return (
    <div className="marks">
      {choices.map((choice) => (
        <button
          key={choice.mark}
          type="button"
          aria-pressed={choice.isGiven}
          data-mark={choice.mark}
          aria-keyshortcuts={String(choice.mark)}
          onClick={() => onMark(choice)}
        >
          <i className="sign" data-state={MARK_SIGNS[choice.mark]} aria-hidden="true" />
          <span>{MARK_NAMES[choice.mark]}</span>
          <small className="soft" data-key={choice.mark}>
            <span>{` ${inDays(choice.days)}`}</span>
            <span className="unseen">{` on ${dayName(choice.due, today)}`}</span>
          </small>
        </button>
      ))}
    </div>
  );
}

/** How long the flow shows the outcome of a mark before it goes on to the next question. */
const SEEN_MS = 1_500;

/** 'Two Sum: Solved, back in 8 days', with Undo and the way on. `pressed`: the mark that was pressed last. */
function Went({ question, today, choices, pressed }: MarkedProps & { pressed: Mark }) {
  const { next, go, place } = useContext(WayOnContext);
  const button = useRef<HTMLButtonElement>(null);
  const given = choices.find(({ isGiven }) => isGiven);
  const mark = given?.mark ?? 0;
  const goOn = given && next ? () => go(next) : null;
  const before = useRef(mark);
  useEffect(() => {
    if (place === "flow" && mark !== 0 && mark !== before.current) button.current?.focus({ preventScroll: true });
    before.current = mark;
  }, [place, mark]);
  useKeys({ n: goOn });
  const isShown = useScreen() === "questions";
  // biome-ignore lint/correctness/useExhaustiveDependencies: `goOn` is another function at each drawing
  useEffect(() => {
    if (place !== "flow" || !isShown || mark === 0 || mark !== pressed || goOn === null) return;
    const timer = setTimeout(goOn, SEEN_MS);
    // A person who opens an answer stays with the question.
    const stay = ({ target }: Event) =>
      (target as Element).closest(".details :not(.marks) > button") && clearTimeout(timer);
    document.addEventListener("click", stay);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("click", stay);
    };
  }, [place, isShown, mark, pressed, goOn === null]);
  if (given === undefined) return null;
  const undo = (event: MouseEvent<HTMLElement>) => {
    focusPanel(event);
    unmarkToday(question, today);
  };
  return (
    <p className="went cluster">
      <span>
        <Sign state="done" />
        <b>
          <bdi>{question.name}</bdi>
          <span>{`: ${MARK_NAMES[mark]}`}</span>
        </b>
        <span>{`, back ${inDays(given.days)}`}</span>
      </span>
      <button type="button" className="link" onClick={undo}>
        Undo
      </button>
      {goOn && (
        <button ref={button} type="button" className="primary" aria-keyshortcuts="n" onClick={goOn}>
          <span>Next: </span>
          <bdi>{next?.name}</bdi>
        </button>
      )}
    </p>
  );
}

const SHOWN = 3;

/** The marks of a question, latest first. Each can be removed. */
function MarkList({ question, today, byDate }: MarkedProps) {
  const remove = (date: string) => (event: MouseEvent<HTMLElement>) => {
    focusPanel(event);
    removeMark(question, date);
  };
  const dates = Object.keys(byDate).filter((date) => byDate[date] !== 0);
  const rows = dates
    .toSorted((a, b) => (a < b ? 1 : -1))
    .map((date) => {
      const day = date === formatDate(today) ? "Today" : dayName(date, today);
      const name = MARK_NAMES[byDate[date] ?? 0];
      return (
        <li key={date}>
          <span>{`${day} `}</span>
          <span>{`${name} `}</span>
          <button type="button" className="link" aria-label={`Remove: ${day}, ${name}`} onClick={remove(date)}>
            Remove
          </button>
        </li>
      );
    });
  return (
    <>
      {rows.length > 0 && <ol className="marked">{rows.slice(0, SHOWN)}</ol>}
      {rows.length > SHOWN && (
        <details>
          <summary>{counted(rows.length - SHOWN, "earlier mark")}</summary>
          <ol className="marked">{rows.slice(SHOWN)}</ol>
        </details>
      )}
    </>
  );
}

/** The pressed button disappears, so the focus moves to its panel. */
function focusPanel({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest<HTMLElement>(".marking")?.focus({ preventScroll: true });
}

/** Acts on single keys while the questions show. */
export function useKeys(actions: Readonly<Record<string, (() => void) | null>>): void {
  const isShown = useScreen() === "questions";
  useKeyDown((event) => {
    const act = actions[characterOf(event)];
    if (!act || !isShown || !isPlainKey(event)) return;
    event.preventDefault();
    act();
  });
}

/** Whether the question's header or marks are in the window and no other row has the focus. Always true in the flow. */
function isAtHand(panel: Element | null): boolean {
  const row = panel?.closest(".rows > li");
  if (!row) return true;
  const focused = document.activeElement?.closest(".rows > li") ?? row;
  const head = document.querySelector(".list-head")?.getBoundingClientRect().bottom ?? 0;
  const isSeen = (part: Element) => {
    const { top, bottom } = part.getBoundingClientRect();
    const middle = (top + bottom) / 2;
    return head < middle && middle < innerHeight;
  };
  return focused === row && [...row.querySelectorAll("h3, .marks")].some(isSeen);
}

/** Brings the open question into view, with the focus on its header. */
export function showOpened(): void {
  const header = openedHeader();
  header?.focus({ preventScroll: true });
  if (header) bringIntoView(header, "start");
}

export const openedHeader = () => document.querySelector<HTMLElement>(".rows [aria-expanded=true]");
