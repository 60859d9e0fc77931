import {
  type Cell,
  type CivilDate,
  cellKey,
  dayOfYear,
  dueOf,
  filterQuestions,
  formatDate,
  isMarkChange,
  isSameDate,
  LABEL_WIDTH,
  type Marks,
  markOf,
  monthDay,
  NO_TICKS,
  type PlanSpan,
  type PractisedQuestion,
  type SourceNumber,
  searchWords,
  type TickCell,
  type Ticks,
  type TicksByYear,
} from "@dailyleet/core";

/** Everything that the screen shows, and nothing of how. */
export interface UiState {
  /** The profile's name, or the e-mail address. */
  readonly person: string;
  readonly today: CivilDate;
  readonly view: "calendar" | "questions" | "question";
  readonly isHelpShown: boolean;
  readonly selected: CivilDate;
  /** The years that were read. */
  readonly years: TicksByYear;
  readonly marks: Marks;
  /** The list with where the person stands today. */
  readonly questions: readonly PractisedQuestion[];
  /** Whether the list is the configured one as it is now, not as it was when it was last read. */
  readonly isListCurrent: boolean;
  readonly list: ListState;
  /** The plan for this list; null where there is none. */
  readonly plan: PlanSpan | null;
  /** Null while the person doesn't go through today's questions. */
  readonly practice: Practice | null;
  /** What the next key, a source's number, is to do; null where it is a key like any other. */
  readonly pending: LinkJob | null;
  /** The cells (`cellKey`) whose change is not accepted yet. */
  readonly saving: readonly string[];
  /** The years that are being read. */
  readonly reading: readonly number[];
  /** What became of the last key; a sentence, or nothing. */
  readonly message: string;
}

export type LinkJob = "open" | "copy";

/** Today's questions, one after the other. */
export interface Practice {
  /** In the order of the plan, those that are done too. */
  readonly keys: readonly string[];
  readonly areAnswersShown: boolean;
}

export interface ListState {
  /** The place in the list as it is filtered; what is there may become shorter than that. */
  readonly index: number;
  /** The key of the opened question; only the view `question` has one. */
  readonly opened: string | null;
  readonly filter: string;
  /** Whether keys are letters of the filter now. */
  readonly isTyping: boolean;
  readonly isDueOnly: boolean;
  /** How many lines of the opened question are above the screen. */
  readonly scroll: number;
}

export const NEW_LIST: ListState = { index: 0, opened: null, filter: "", isTyping: false, isDueOnly: false, scroll: 0 };

/** The state on this day: where today was selected it stays so. */
export function onDay(state: UiState, today: CivilDate): UiState {
  if (isSameDate(state.today, today)) return state;
  return { ...state, today, selected: isSameDate(state.selected, state.today) ? today : state.selected };
}

/** The ticks of the year that the calendar shows. */
export function shownTicks({ years, selected }: UiState): Ticks {
  return years[selected.year] ?? NO_TICKS;
}

/** The cell of a source on the selected day. */
export function selectedCell({ selected }: UiState, source: SourceNumber): TickCell & { readonly year: number } {
  return { year: selected.year, day: dayOfYear(selected), source };
}

export function isSaving({ saving }: UiState, cell: Parameters<typeof cellKey>[0]): boolean {
  return saving.includes(cellKey(cell));
}

/** The list as it is filtered; what is due stands in the order of `review`. */
export function shownQuestions({ questions, list }: UiState): readonly PractisedQuestion[] {
  const wanted = list.isDueOnly ? dueOf(questions) : questions;
  const words = searchWords(list.filter);
  if (words.length === 0) return wanted;
  const found = new Set(
    filterQuestions(
      wanted.map(({ question }) => question),
      { words },
    ),
  );
  return wanted.filter(({ question }) => found.has(question));
}

/** Back in the list, at the question that was open, or where it stood if the filter leaves it out by now. */
export function closed(state: UiState): UiState {
  const { opened, index } = state.list;
  const place = shownQuestions(state).findIndex(({ key }) => key === opened);
  const list = { ...state.list, opened: null, index: place < 0 ? index : place };
  return { ...state, view: "questions", practice: null, list };
}

/** The state in which the cell is seen: its day in the calendar, or its question. */
export function showing(state: UiState, cell: Cell): UiState {
  if (!isMarkChange(cell)) {
    const isSelected = state.selected.year === cell.year && dayOfYear(state.selected) === cell.day;
    const selected = isSelected ? state.selected : { year: cell.year, ...monthDay(cell.day) };
    return { ...closed(state), view: "calendar", selected };
  }
  return state.list.opened === cell.question ? state : withQuestion(state, cell.question);
}

/** The list at this question; without its filter where that leaves the question out. */
function withQuestion(state: UiState, question: string): UiState {
  const whole = { ...state, list: { ...state.list, filter: "", isDueOnly: false } };
  const isIn = (listed: UiState) => shownQuestions(listed).some(({ key }) => key === question);
  const listed = [state, whole].find(isIn);
  return listed ? closed({ ...listed, list: { ...listed.list, opened: question } }) : state;
}

/** The first question of the practice behind this one that has no mark today; undefined at its end. */
export function nextToPractise(state: UiState, after: string | null): string | undefined {
  const { keys = [] } = state.practice ?? {};
  return keys.slice(keys.indexOf(after ?? "") + 1).find((key) => !isDoneToday(state, key));
}

/** Whether the question has a mark today, or is just given one. */
export function isDoneToday(state: UiState, question: string): boolean {
  const cell = { question, date: formatDate(state.today) };
  return markOf(state.marks, cell) !== 0 || isSaving(state, cell);
}

/** The question that keys are about. An opened one stays so when its mark takes it off the list. */
export function selectedQuestion(state: UiState): PractisedQuestion | undefined {
  const { opened } = state.list;
  if (opened !== null) return state.questions.find(({ key }) => key === opened);
  const shown = shownQuestions(state);
  return shown[clampedIndex(state.list.index, shown.length)];
}

/** The nearest place to this one in a list of so many. */
export function clampedIndex(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}

export function countDue({ questions }: UiState): number {
  return dueOf(questions).length;
}

/** How the screen is divided in a window of some size. */
export interface Layout {
  /** The size of everything; in a larger window it stands in the middle. */
  readonly width: number;
  readonly height: number;
  /** Columns of the terminal for each week of the calendar. */
  readonly perWeek: 1 | 2;
  /** Whether an empty row stands between weekdays, and a bar below the day's sources. */
  readonly hasGaps: boolean;
}

/** The smallest window in which everything has its place. */
export const LEAST = { columns: 70, rows: 22 };

const MOST_COLUMNS = 116;
/** 54 weeks, with a column between them, and the names of the weekdays. */
const SPACED_WEEKS = LABEL_WIDTH + 2 * 54;
const HIGH = 34;
const MOST_ROWS = 44;
const MARGIN = 2;
const NARROW_WIDTH = 78;

export function layoutOf(columns: number, rows: number): Layout | null {
  if (columns < LEAST.columns || rows < LEAST.rows) return null;
  const isWide = columns - MARGIN >= SPACED_WEEKS;
  const width = Math.min(isWide ? MOST_COLUMNS : NARROW_WIDTH, columns - MARGIN);
  return { width, height: Math.min(rows, MOST_ROWS), perWeek: isWide ? 2 : 1, hasGaps: rows >= HIGH };
}
