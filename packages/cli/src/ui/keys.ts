import {
  addDays,
  type Change,
  type CivilDate,
  cellKey,
  counted,
  epochDay,
  formatDate,
  isMark,
  isMarkable,
  isSourceNumber,
  type MarkChange,
  MONTH_LENGTHS,
  type SourceNumber,
  stripControls,
  toggle,
  webLink,
} from "@dailyleet/core";
import { dailyPlan, upcoming } from "@dailyleet/core/plan";
import type { Key as InkKey } from "ink";
import {
  clampedIndex,
  closed,
  isDoneToday,
  isSaving,
  type LinkJob,
  type ListState,
  nextToPractise,
  selectedCell,
  selectedQuestion,
  shownQuestions,
  shownTicks,
  type UiState,
} from "./state.ts";

/** A key by its name, or the character that it writes. */
export type Key = { readonly name: KeyName } | { readonly char: string };

export type KeyName =
  | "up"
  | "down"
  | "left"
  | "right"
  | "pageUp"
  | "pageDown"
  | "home"
  | "end"
  | "enter"
  | "escape"
  | "tab"
  | "backspace"
  | "interrupt";

const NAMES: readonly (readonly [keyof InkKey, KeyName])[] = [
  ["upArrow", "up"],
  ["downArrow", "down"],
  ["leftArrow", "left"],
  ["rightArrow", "right"],
  ["pageUp", "pageUp"],
  ["pageDown", "pageDown"],
  ["home", "home"],
  ["end", "end"],
  ["return", "enter"],
  ["escape", "escape"],
  ["tab", "tab"],
  ["backspace", "backspace"],
  ["delete", "backspace"],
];

/** A late reply to a terminal query, as Ink hands it over. */
const LATE_REPLY = /^(\d+;rgba?:|\[\?)/;

/** Keys that are pressed fast, or pasted, arrive as one text. */
export function keysOf(input: string, key: InkKey): Key[] {
  if (key.ctrl) return input === "c" ? [{ name: "interrupt" }] : [];
  const named = NAMES.find(([pressed]) => key[pressed]);
  if (named) return [{ name: named[1] }];
  if (key.meta || LATE_REPLY.test(input)) return [];
  return Array.from(input, (char): Key => (/[\r\n]/.test(char) ? { name: "enter" } : { char })).filter(isPlain);
}

/** A pasted text may hold control characters. */
function isPlain(key: Key): boolean {
  return "name" in key || stripControls(key.char) !== "";
}

/** Ctrl-C, as for every verb. */
const INTERRUPTED = 130;

/** What a key makes of the screen, and what it asks for. */
export function press(state: UiState, key: Key): Pressed {
  if (isInterrupt(key)) return quit(state, INTERRUPTED);
  const cleared = { ...state, message: "" };
  if (state.isHelpShown) return { state: { ...cleared, isHelpShown: false } };
  if (state.view === "questions" && state.list.isTyping) return pressFilter(cleared, key);
  if (state.pending !== null) return pressSource({ ...cleared, pending: null }, key, state.pending);
  return pressAnywhere(cleared, key) ?? pressView(cleared, key);
}

/** In a window that is too small only the keys that quit work. */
export function pressUnseen(state: UiState, key: Key): Pressed {
  if (isInterrupt(key)) return quit(state, INTERRUPTED);
  return "char" in key && key.char === "q" ? quit(state, 0) : { state };
}

function isInterrupt(key: Key): boolean {
  return "name" in key && key.name === "interrupt";
}

function quit(state: UiState, exitCode: number): Pressed {
  return { state, job: { kind: "quit", exitCode } };
}

function pressAnywhere(state: UiState, key: Key): Pressed | null {
  if ("name" in key) return key.name === "tab" ? turnOver(state) : null;
  if (key.char === "q") return quit(state, 0);
  if (key.char === "?") return { state: { ...state, isHelpShown: true } };
  if (key.char === "u") return { state, job: { kind: "undo" } };
  if (key.char === "r") return { state, job: { kind: "redo" } };
  if (key.char === "p") return practise(state);
  if (key.char === "o") return withLink(state, "open");
  if (key.char === "y") return withLink(state, "copy");
  return null;
}

/** Through today's questions: first to the one where it was left. */
function practise(state: UiState): Pressed {
  const { questions, marks, today } = state;
  const list = questions.map(({ question }) => question);
  const plan = dailyPlan(list, marks, today, { plan: state.plan });
  const keys = plan.map(({ key }) => key);
  const begun = { ...closed(state), practice: { keys, areAnswersShown: false } };
  return { state: toQuestion(begun, nextToPractise(begun, null)) };
}

/** At this question of the practice; back in the list where there is none. */
function toQuestion(state: UiState, key: string | undefined): UiState {
  const { practice } = state;
  if (practice === null) return state;
  if (key === undefined) return { ...closed(state), message: practiceText(state) };
  const list = { ...state.list, opened: key, scroll: 0 };
  return { ...state, view: "question", practice: { ...practice, areAnswersShown: false }, list };
}

/** 'Done for today: 5 questions. 1 question tomorrow.' */
function practiceText(state: UiState): string {
  const { practice, today, questions } = state;
  const keys = practice?.keys ?? [];
  const done = keys.filter((key) => isDoneToday(state, key)).length;
  const tomorrow = upcoming(questions, today, 2).at(1)?.due ?? 0;
  const next = tomorrow === 0 ? "Nothing comes back tomorrow." : `${counted(tomorrow, "question")} tomorrow.`;
  if (keys.length === 0) return `All caught up. ${next}`;
  return done < keys.length
    ? `${done} of ${keys.length} done; p goes on.`
    : `Done for today: ${counted(done, "question")}. ${next}`;
}

/** In the calendar the source is chosen by the next key. */
function withLink(state: UiState, job: LinkJob): Pressed {
  if (state.view === "calendar") {
    const what = job === "open" ? "Open which source" : "Copy the link of which source";
    return { state: { ...state, pending: job, message: `${what}? 1 to 5` } };
  }
  const found = selectedQuestion(state);
  if (found === undefined) return { state };
  const address = webLink(found.question.link)?.href;
  if (address === undefined) return { state: { ...state, message: "This question's link is not a web address." } };
  return { state, job: { kind: job, target: address } };
}

/** Any other key drops the question of which source it is. */
function pressSource(state: UiState, key: Key, job: LinkJob): Pressed {
  const source = "char" in key ? Number(key.char) : 0;
  return isSourceNumber(source) ? { state, job: { kind: job, target: source } } : { state };
}

/** Between the calendar and the questions. */
function turnOver(state: UiState): Pressed {
  if (state.view === "question") return turnOver(closed(state));
  if (state.view === "questions") return { state: { ...state, view: "calendar" } };
  return { state: { ...state, view: "questions" }, ...(!state.isListCurrent && { job: { kind: "questions" } }) };
}

function pressView(state: UiState, key: Key): Pressed {
  if (state.view === "calendar") return pressCalendar(state, key);
  return state.view === "questions" ? pressList(state, key) : pressQuestion(state, key);
}

const FIRST: CivilDate = { year: 1970, month: 1, day: 1 };

/** A column is a week and a row a weekday, so that is what the arrows go by. */
const DAY_STEPS: Readonly<Record<string, number>> = { up: -1, k: -1, down: 1, j: 1, left: -7, h: -7, right: 7, l: 7 };

export function pressCalendar(state: UiState, key: Key): Pressed {
  const text = "name" in key ? key.name : key.char;
  const step = DAY_STEPS[text];
  if (step !== undefined) return select(state, addDays(state.selected, step));
  if (text === "t") return select(state, state.today);
  if (text === "<" || text === ",") return select(state, inYear(state.selected, state.selected.year - 1));
  if (text === ">" || text === ".") return select(state, inYear(state.selected, state.selected.year + 1));
  const source = Number(text);
  return isSourceNumber(source) ? toggleSource(state, source) : { state };
}

/** Nothing is kept of days before 1970 and of years that have not begun. */
function select(state: UiState, date: CivilDate): Pressed {
  const isThere = epochDay(date) >= epochDay(FIRST) && date.year <= state.today.year;
  if (!isThere) return { state };
  const { year } = date;
  const next = { ...state, selected: date };
  if (state.years[year] || state.reading.includes(year)) return { state: next };
  return { state: { ...next, reading: [...state.reading, year] }, job: { kind: "read", year } };
}

/** The same day of another year; 28 February for the 29th where there is none. */
function inYear({ month, day }: CivilDate, year: number): CivilDate {
  const length = MONTH_LENGTHS[month - 1] ?? day;
  return { year, month, day: Math.min(day, length) };
}

/** What is not read yet, or on its way, stays as it is. */
function toggleSource(state: UiState, source: SourceNumber): Pressed {
  const cell = selectedCell(state, source);
  if (state.years[cell.year] === undefined || isSaving(state, cell)) return { state };
  const change = toggle(shownTicks(state), cell);
  return {
    state: { ...state, saving: [...state.saving, cellKey(change)] },
    job: { kind: "change", verb: change.done ? "tick" : "untick", change },
  };
}

const PAGE = 10;
const ROW_STEPS: Readonly<Record<string, number>> = {
  up: -1,
  k: -1,
  down: 1,
  j: 1,
  pageUp: -PAGE,
  pageDown: PAGE,
  home: Number.NEGATIVE_INFINITY,
  g: Number.NEGATIVE_INFINITY,
  end: Number.POSITIVE_INFINITY,
  G: Number.POSITIVE_INFINITY,
};

export function pressList(state: UiState, key: Key): Pressed {
  const text = "name" in key ? key.name : key.char;
  const step = ROW_STEPS[text];
  if (step !== undefined) return { state: move(state, step) };
  if (text === "/") return withList(state, { isTyping: true });
  if (text === "d") return withList(state, { isDueOnly: !state.list.isDueOnly, index: 0 });
  if (text === "escape") return withList(state, { filter: "", isDueOnly: false, index: 0 });
  if (text === "enter" || text === "right" || text === "l") return open(state);
  return pressMark(state, text);
}

/** While the filter is typed: Enter keeps it, Escape drops it. */
export function pressFilter(state: UiState, key: Key): Pressed {
  const { filter } = state.list;
  if ("char" in key) return withList(state, { filter: filter + key.char, index: 0 });
  if (key.name === "backspace") return withList(state, { filter: Array.from(filter).slice(0, -1).join(""), index: 0 });
  if (key.name === "escape") return withList(state, { filter: "", isTyping: false, index: 0 });
  if (key.name === "enter" || key.name === "tab") return withList(state, { isTyping: false });
  return { state: move(state, ROW_STEPS[key.name] ?? 0) };
}

/** '1' to '4' say how the selected question went today, '0' takes it back. */
export function pressMark(state: UiState, text: string): Pressed {
  const mark = /^\d$/.test(text) ? Number(text) : null;
  const found = selectedQuestion(state);
  if (!isMark(mark) || found === undefined || !isMarkable(found.key)) return { state };
  const change: MarkChange = { question: found.key, date: formatDate(state.today), mark };
  if (isSaving(state, change)) return { state };
  return {
    state: { ...state, saving: [...state.saving, cellKey(change)] },
    job: { kind: "change", verb: "mark", change },
  };
}

function open(state: UiState): Pressed {
  const found = selectedQuestion(state);
  if (found === undefined) return { state };
  return { state: { ...state, view: "question", list: { ...state.list, opened: found.key, scroll: 0 } } };
}

function move(state: UiState, step: number): UiState {
  const { length } = shownQuestions(state);
  const index = clampedIndex(clampedIndex(state.list.index, length) + step, length);
  return { ...state, list: { ...state.list, index } };
}

function withList(state: UiState, list: Partial<ListState>): Pressed {
  return { state: { ...state, list: { ...state.list, ...list } } };
}

const SCROLL_STEPS: Readonly<Record<string, number>> = { up: -1, k: -1, down: 1, j: 1, pageUp: -PAGE, pageDown: PAGE };

/** An opened question: reading, marking, and back to the list. */
export function pressQuestion(state: UiState, key: Key): Pressed {
  const text = "name" in key ? key.name : key.char;
  const step = SCROLL_STEPS[text];
  // How far it goes is known where the lines are: the view stops at the last one.
  if (step !== undefined) return scrolled(state, step);
  const { practice } = state;
  if (practice && text === " ") {
    const shown = { ...practice, areAnswersShown: !practice.areAnswersShown };
    return { state: { ...state, practice: shown, list: { ...state.list, scroll: 0 } } };
  }
  if (practice && ["n", "enter", "right", "l"].includes(text)) {
    return { state: toQuestion(state, nextToPractise(state, state.list.opened)) };
  }
  if (["escape", "enter", "left", "h", "backspace"].includes(text)) return { state: closed(state) };
  return pressMark(state, text);
}

function scrolled(state: UiState, step: number): Pressed {
  return { state: { ...state, list: { ...state.list, scroll: Math.max(0, state.list.scroll + step) } } };
}

/** What is to be done outside the screen. */
export type Job =
  | { readonly kind: "read"; readonly year: number }
  | { readonly kind: "questions" }
  | { readonly kind: "change"; readonly verb: "tick" | "untick" | "mark"; readonly change: Change }
  | { readonly kind: "undo" | "redo" }
  /** An address, or the source whose page it is. */
  | { readonly kind: "open"; readonly target: SourceNumber | string }
  | { readonly kind: "copy"; readonly target: SourceNumber | string }
  | { readonly kind: "quit"; readonly exitCode: number };

export interface Pressed {
  readonly state: UiState;
  readonly job?: Job;
}
