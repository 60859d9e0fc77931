import {
  addDays,
  type Change,
  type CivilDate,
  characterOf,
  comingBack,
  dailyPlan,
  doneText,
  epochDay,
  formatDate,
  isMark,
  isMarkable,
  isSourceNumber,
  MONTH_LENGTHS,
  markCell,
  planOf,
  type SourceNumber,
  stripControls,
  toggle,
  tomorrowText,
  webLink,
} from "@dailyleet/core";
import type { Key as InkKey } from "ink";
import {
  clampedIndex,
  closed,
  isReading,
  isSaving,
  type LinkKind,
  type ListView,
  type PracticeRound,
  roundOf,
  selectedCell,
  selectedQuestion,
  shownQuestions,
  ticksShown,
  type UiState,
  withTask,
} from "./state.ts";

/**
 * The character that a key types, 'interrupt' for Ctrl-C, or Ink's name for the key without 'Arrow', such as 'return'.
 */
export type Key = string;

const MODIFIERS = ["shift", "meta", "super", "hyper", "capsLock", "numLock"];
/** A late reply to a terminal query, which Ink passes on as input. */
const LATE_REPLY = /^(\d+;rgba?:|\[\?)/;

/** Splits input into keys, because fast typing and pasting arrive as one text. Drops control characters. */
export function keysOf(input: string, key: InkKey): Key[] {
  if (key.ctrl) return input === "c" ? ["interrupt"] : [];
  const named = Object.entries(key).find(([name, isPressed]) => isPressed === true && !MODIFIERS.includes(name));
  if (named) return [named[0].replace("Arrow", "")];
  if (key.meta || LATE_REPLY.test(input)) return [];
  return Array.from(input, (char) => (/[\r\n]/.test(char) ? "return" : stripControls(char))).filter(Boolean);
}

/** The command of a key on any keyboard layout, with or without Caps Lock. 'G' and 'g' differ. */
export function commandOf(key: Key): Key {
  return key === "G" || Array.from(key).length > 1 ? key : characterOf({ key });
}

const BY_VIEW = { calendar: pressCalendar, questions: pressList, question: pressQuestion };

/** The state after a key press. A task that the key requests is the last of `tasks`. */
export function pressKey(state: UiState, key: Key): UiState {
  if (key === "interrupt") return quit(state, key);
  const cleared = { ...state, message: "" };
  if (state.isHelpShown) return { ...cleared, isHelpShown: false };
  if (state.view === "questions" && state.list.isTyping) return pressFilter(cleared, key);
  const command = commandOf(key);
  if (state.pending !== null) return pressSource({ ...cleared, pending: null }, command, state.pending);
  return pressAnywhere(cleared, command) ?? BY_VIEW[state.view](cleared, command);
}

/** As `pressKey`, in a window too small to show anything: only 'q' and Ctrl-C work. */
export function pressUnseen(state: UiState, key: Key): UiState {
  return commandOf(key) === "q" || key === "interrupt" ? quit(state, key) : state;
}

const INTERRUPTED = 130;

function quit(state: UiState, key: Key): UiState {
  return { ...state, exitCode: key === "interrupt" ? INTERRUPTED : 0 };
}

function pressAnywhere(state: UiState, key: Key): UiState | null {
  if (key === "tab") return turnOver(state);
  if (key === "q") return quit(state, key);
  if (key === "?") return { ...state, isHelpShown: true };
  if (key === "u") return withTask(state, { kind: "undo" });
  if (key === "r") return withTask(state, { kind: "redo" });
  if (key === "p") return practise(state);
  if (key === "o") return followLink(state, "open");
  return key === "y" ? followLink(state, "copy") : null;
}

/** Starts or continues to practise today's questions. */
function practise(state: UiState): UiState {
  const { questions, marks, today, limit, config } = state;
  const list = questions.map(({ question }) => question);
  const plan = dailyPlan(list, marks, today, { limit, plan: planOf(config) });
  const practice = { keys: plan.map(({ key }) => key), areAnswersShown: false };
  const begun = closed(state);
  return goTo(begun, practice, roundOf(begun, practice).current);
}

/** Opens a question of the round; null ends the round and shows the list. */
function goTo(state: UiState, practice: PracticeRound, step: { readonly key: string } | null): UiState {
  if (step === null) return { ...closed(state), message: practiceText(state, practice) };
  return opened({ ...state, practice: { ...practice, areAnswersShown: false } }, step.key);
}

function opened(state: UiState, key: string): UiState {
  return { ...state, view: "question", list: { ...state.list, opened: key } };
}

/** Such as 'Done for today: 5 questions. Tomorrow 1 question is due.' */
function practiceText(state: UiState, practice: PracticeRound): string {
  const { done, isOver } = roundOf(state, practice);
  if (!isOver) return `${done} of ${practice.keys.length} done; p goes on.`;
  return `${doneText(done)} ${tomorrowText(comingBack(state.questions, state.today, 2), String)}`;
}

/** In the calendar, asks for the source first: the next key names it. */
function followLink(state: UiState, kind: LinkKind): UiState {
  if (state.view === "calendar") {
    const what = kind === "open" ? "Open which source" : "Copy the link of which source";
    return { ...state, pending: kind, message: `${what}? 1 to 5` };
  }
  const found = selectedQuestion(state);
  if (found === undefined) return state;
  const target = webLink(found.question.link)?.href;
  if (target === undefined) return { ...state, message: "This question's link is not a web address." };
  return withTask(state, { kind, target });
}

/** Any key but a source's number cancels the task. */
function pressSource(state: UiState, key: Key, kind: LinkKind): UiState {
  const target = Number(key);
  return isSourceNumber(target) ? withTask(state, { kind, target }) : state;
}

function turnOver(state: UiState): UiState {
  if (state.view === "question") return turnOver(closed(state));
  if (state.view === "questions") return { ...state, view: "calendar" };
  const turned: UiState = { ...state, view: "questions" };
  return state.isListCurrent ? turned : withTask(turned, { kind: "questions" });
}

const FIRST: CivilDate = { year: 1970, month: 1, day: 1 };

/** A column of the calendar is a week, and a row a weekday. */
const DAY_STEPS: Readonly<Record<string, number>> = { up: -1, k: -1, down: 1, j: 1, left: -7, h: -7, right: 7, l: 7 };

function pressCalendar(state: UiState, key: Key): UiState {
  const step = DAY_STEPS[key];
  if (step !== undefined) return select(state, addDays(state.selected, step));
  if (key === "t") return select(state, state.today);
  if (key === "<" || key === ",") return select(state, inYear(state.selected, state.selected.year - 1));
  if (key === ">" || key === ".") return select(state, inYear(state.selected, state.selected.year + 1));
  const source = Number(key);
  return isSourceNumber(source) ? toggleSource(state, source) : state;
}

/** Ignores days before 1970 and years that have not begun, because they can't have ticks. */
function select(state: UiState, date: CivilDate): UiState {
  const isThere = epochDay(date) >= epochDay(FIRST) && date.year <= state.today.year;
  if (!isThere) return state;
  const { year } = date;
  const next = { ...state, selected: date };
  return state.years[year] || isReading(state, year) ? next : withTask(next, { kind: "read", year });
}

/** The same day of another year; 28 February for the 29th. */
function inYear({ month, day }: CivilDate, year: number): CivilDate {
  const length = MONTH_LENGTHS[month - 1] ?? day;
  return { year, month, day: Math.min(day, length) };
}

/** Ignores a year that has not been read yet. */
function toggleSource(state: UiState, source: SourceNumber): UiState {
  const cell = selectedCell(state, source);
  if (state.years[cell.table] === undefined) return state;
  const change = toggle(ticksShown(state), cell);
  return requestChange(state, change.state ? "tick" : "untick", change);
}

/** Ignores a cell whose last change is still being saved. */
function requestChange(state: UiState, verb: "tick" | "untick" | "mark", change: Change): UiState {
  return isSaving(state, change) ? state : withTask(state, { kind: "change", verb, change });
}

/** The number of lines that a key scrolls by. */
export const LINE_STEPS: Readonly<Record<string, number>> = { up: -1, k: -1, down: 1, j: 1, pageUp: -10, pageDown: 10 };
const [TOP, BOTTOM] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
const ROW_STEPS: typeof LINE_STEPS = { ...LINE_STEPS, home: TOP, g: TOP, end: BOTTOM, G: BOTTOM };

function pressList(state: UiState, key: Key): UiState {
  const step = ROW_STEPS[key];
  if (step !== undefined) return move(state, step);
  if (key === "/") return withList(state, { isTyping: true });
  if (key === "d") return withList(state, { isDueOnly: !state.list.isDueOnly, index: 0 });
  if (key === "escape") return withList(state, { filter: "", isDueOnly: false, index: 0 });
  if (!["return", "right", "l"].includes(key)) return pressMark(state, key);
  const found = selectedQuestion(state);
  return found === undefined ? state : opened(state, found.key);
}

/** Terminals give the key above Enter either name. */
const DELETING = ["backspace", "delete"];

/** A key press while the person types the filter. Enter keeps the filter, Escape drops it. */
function pressFilter(state: UiState, key: Key): UiState {
  const { filter } = state.list;
  const isCharacter = Array.from(key).length === 1;
  if (isCharacter) return withList(state, { filter: filter + key, index: 0 });
  if (DELETING.includes(key)) return withList(state, { filter: Array.from(filter).slice(0, -1).join(""), index: 0 });
  if (key === "escape") return withList(state, { filter: "", isTyping: false, index: 0 });
  if (key === "return" || key === "tab") return withList(state, { isTyping: false });
  return move(state, ROW_STEPS[key] ?? 0);
}

/** '1' to '4' mark the selected question today, '0' removes the mark. */
function pressMark(state: UiState, key: Key): UiState {
  const mark = /^\d$/.test(key) ? Number(key) : null;
  const found = selectedQuestion(state);
  if (!isMark(mark) || found === undefined || !isMarkable(found.key)) return state;
  return requestChange(state, "mark", { ...markCell(found.key, formatDate(state.today)), state: mark });
}

function move(state: UiState, step: number): UiState {
  const { length } = shownQuestions(state);
  return withList(state, { index: clampedIndex(clampedIndex(state.list.index, length) + step, length) });
}

function withList(state: UiState, list: Partial<ListView>): UiState {
  return { ...state, list: { ...state.list, ...list } };
}

function pressQuestion(state: UiState, key: Key): UiState {
  const { practice } = state;
  if (practice && key === " ") {
    return { ...state, practice: { ...practice, areAnswersShown: !practice.areAnswersShown } };
  }
  if (practice && ["n", "return", "right", "l"].includes(key)) {
    return goTo(state, practice, roundOf(state, practice).next);
  }
  if (["escape", "return", "left", "h", ...DELETING].includes(key)) return closed(state);
  return pressMark(state, key);
}
