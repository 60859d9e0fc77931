import {
  type Cell,
  type Change,
  type CivilDate,
  type Config,
  cellKey,
  dayOfYear,
  dueOf,
  filterQuestions,
  formatDate,
  isSameDate,
  LABEL_WIDTH,
  type Marks,
  markCell,
  markOf,
  monthDay,
  NO_TICKS,
  type PractisedQuestion,
  roundAt,
  type SourceNumber,
  searchWords,
  type TickCell,
  type Ticks,
  type TicksByYear,
  tickCell,
} from "@dailyleet/core";

export interface UiState {
  /** The profile's name, or the e-mail address. */
  readonly person: string;
  readonly today: CivilDate;
  readonly view: "calendar" | "questions" | "question";
  readonly isHelpShown: boolean;
  readonly selected: CivilDate;
  /** Only years that have been read. */
  readonly years: TicksByYear;
  readonly marks: Marks;
  /** The whole list, with its progress as of today. */
  readonly questions: readonly PractisedQuestion[];
  /** False while the list may be older than the configured sheet. */
  readonly isListCurrent: boolean;
  readonly list: ListView;
  /** The configuration as the last task read it; other programs may change it. */
  readonly config: Config;
  /** The most questions to practise. Undefined: as many as the plan has for the day. */
  readonly limit: number | undefined;
  readonly practice: PracticeRound | null;
  /** What to do with a source's link: the next key names the source. Null: keys have their usual meaning. */
  readonly pending: LinkKind | null;
  /** The running task, followed by the queue. */
  readonly tasks: readonly Task[];
  /** Null until the person quits. */
  readonly exitCode: number | null;
  /** A sentence in response to the last key; may be empty. */
  readonly message: string;
}

export type LinkKind = "open" | "copy";

/** Work that needs storage, the network or another program. */
export type Task =
  | { readonly kind: "read"; readonly year: number }
  | { readonly kind: "change"; readonly verb: "tick" | "untick" | "mark"; readonly change: Change }
  /** `target`: an address, or a source with one. */
  | { readonly kind: LinkKind; readonly target: SourceNumber | string }
  | { readonly kind: "questions" }
  /** `refresh` reads from this computer again, `ask` from the cloud. */
  | { readonly kind: "undo" | "redo" | "refresh" | "ask" };

export interface PracticeRound {
  /** Today's questions as planned when the round began, including those already marked. */
  readonly keys: readonly string[];
  readonly areAnswersShown: boolean;
}

export interface ListView {
  /** The selected row of the filtered list. May be beyond the end if the list has become shorter. */
  readonly index: number;
  /** The key of the open question; null in other views. */
  readonly opened: string | null;
  readonly filter: string;
  /** Whether the person is typing the filter. */
  readonly isTyping: boolean;
  readonly isDueOnly: boolean;
}

export const NEW_LIST: ListView = { index: 0, opened: null, filter: "", isTyping: false, isDueOnly: false };

/** The state on this day. If today was selected, selects the new today. */
export function onDay(state: UiState, today: CivilDate): UiState {
  if (isSameDate(state.today, today)) return state;
  return { ...state, today, selected: isSameDate(state.selected, state.today) ? today : state.selected };
}

export function ticksShown({ years, selected }: UiState): Ticks {
  return years[selected.year] ?? NO_TICKS;
}

export function selectedCell({ selected }: UiState, source: SourceNumber): TickCell {
  return tickCell(selected.year, dayOfYear(selected), source);
}

export function withTask(state: UiState, task: Task): UiState {
  return { ...state, tasks: [...state.tasks, task] };
}

/** Whether a change of the cell is still being saved; without `cell`, any change. */
export function isSaving({ tasks }: UiState, cell?: Cell): boolean {
  return tasks.some((task) => task.kind === "change" && (!cell || cellKey(task.change) === cellKey(cell)));
}

export function isReading({ tasks }: UiState, year: number): boolean {
  return tasks.some((task) => task.kind === "read" && task.year === year);
}

/** The filtered list; with `isDueOnly`, in the order of `review`. */
export function shownQuestions({ questions, list }: UiState): readonly PractisedQuestion[] {
  const wanted = list.isDueOnly ? dueOf(questions) : questions;
  const words = searchWords(list.filter);
  if (words.length === 0) return wanted;
  const texts = wanted.map(({ question }) => question);
  const found = new Set(filterQuestions(texts, { words }));
  return wanted.filter(({ question }) => found.has(question));
}

/** Ends a practice and shows the list. Selects the question that was open, unless the filter hides it. */
export function closed(state: UiState): UiState {
  const { opened, index } = state.list;
  const place = shownQuestions(state).findIndex(({ key }) => key === opened);
  const list = { ...state.list, opened: null, index: place < 0 ? index : place };
  return { ...state, view: "questions", practice: null, list };
}

/** Selects the cell's day or question. Drops a filter that would hide the question. */
export function showing(state: UiState, cell: Cell): UiState {
  if (cell.table === "settings") return state;
  if (cell.table !== "marks") {
    const isSelected = state.selected.year === cell.table && dayOfYear(state.selected) === cell.row;
    const selected = isSelected ? state.selected : { year: cell.table, ...monthDay(cell.row) };
    return { ...closed(state), view: "calendar", selected };
  }
  const { row } = cell;
  if (state.list.opened === row) return state;
  const whole = { ...state, list: { ...state.list, filter: "", isDueOnly: false } };
  const listed = [state, whole].find((one) => shownQuestions(one).some(({ key }) => key === row));
  return listed ? closed({ ...listed, list: { ...listed.list, opened: row } }) : state;
}

/** The round at the open question. A question is done as soon as its mark is being saved. */
export function roundOf(state: UiState, { keys }: PracticeRound) {
  const steps = keys.map((key) => {
    const cell = markCell(key, formatDate(state.today));
    return { key, isDone: markOf(state.marks, cell) !== 0 || isSaving(state, cell) };
  });
  return roundAt(steps, state.list.opened);
}

/** The open question, even if the filter hides it since its last mark; with none open, the selected row's. */
export function selectedQuestion(state: UiState): PractisedQuestion | undefined {
  const { opened } = state.list;
  if (opened !== null) return state.questions.find(({ key }) => key === opened);
  const shown = shownQuestions(state);
  return shown[clampedIndex(state.list.index, shown.length)];
}

export function clampedIndex(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}

export interface Layout {
  /** The size of the content, which stands in the middle of a larger window. */
  readonly width: number;
  readonly height: number;
  /** Columns for each week of the calendar. */
  readonly perWeek: 1 | 2;
  /** Whether there is room for empty rows between weekdays and a bar below the day's sources. */
  readonly hasGaps: boolean;
  /** Whether the calendar has room for the year above the selected day. */
  readonly hasYear: boolean;
  /** Whether to leave out words that the narrowest window has no room for. */
  readonly isNarrow: boolean;
}

/** The smallest window with room for a day and its figures. */
export const LEAST = { columns: 50, rows: 16 };
/** The smallest window with room for everything. */
const WHOLE = { columns: 70, rows: 22 };
const MOST_COLUMNS = 116;
/** The width of the weekdays' names and 54 weeks with gaps between them. */
const SPACED_WEEKS = LABEL_WIDTH + 2 * 54;
const HIGH = 34;
const MOST_ROWS = 44;
const MARGIN = 2;
const NARROW_WIDTH = 78;

/** Null for a window that is too small. */
export function layoutOf(columns: number, rows: number): Layout | null {
  if (columns < LEAST.columns || rows < LEAST.rows) return null;
  const isWide = columns - MARGIN >= SPACED_WEEKS;
  const width = Math.min(isWide ? MOST_COLUMNS : NARROW_WIDTH, columns - MARGIN);
  return {
    width,
    height: Math.min(rows, MOST_ROWS),
    perWeek: isWide ? 2 : 1,
    hasGaps: rows >= HIGH,
    hasYear: rows >= WHOLE.rows,
    isNarrow: columns < WHOLE.columns,
  };
}
