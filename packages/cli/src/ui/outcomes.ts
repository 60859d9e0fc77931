import {
  applyChange,
  type Change,
  cellKey,
  DailyleetError,
  isMarkChange,
  isSharedDay,
  NO_TICKS,
  readBack,
  type SavedChange,
  SHARED_DAY,
  sourcesOf,
  yearsOfChanges,
} from "@dailyleet/core";
import { renderChanges } from "../render/changes.ts";
import { todayOf } from "../terminal/dates.ts";
import { plainPaint } from "../terminal/style.ts";
import type { StepVerb } from "../tracker/historySteps.ts";
import type { Tracker } from "../tracker/tracker.ts";
import { type Desk, quiet } from "./desk.ts";
import { onDay, showing, type UiState } from "./state.ts";
import type { Task } from "./store.ts";

/** What a task makes of the state of then. */
export type Patch = (state: UiState) => UiState;

export interface Outcome {
  readonly patch: Patch;
  readonly said: string;
}

/** Throws as the verb of the task does. */
export async function outcomeOf(desk: Desk, task: Task, state: UiState): Promise<Outcome> {
  if (task.kind === "questions") return { patch: await readList(desk), said: "" };
  return desk.tracking.withTracker(desk.context, desk.config, desk.options, async (tracker): Promise<Outcome> => {
    switch (task.kind) {
      case "change":
        return change(desk, tracker, task.change, task.verb, state);
      case "undo":
      case "redo":
        return step(desk, tracker, task.kind, state);
      case "read": {
        const years = await readBack(tracker.readYears, task.year);
        return { patch: (next) => ({ ...next, years: { ...next.years, ...years } }), said: "" };
      }
      case "ask":
        await tracker.readYears(Object.keys(state.years).map(Number));
        await tracker.readMarks();
        return { patch: await readAgain(desk, tracker, state), said: "" };
      case "refresh":
        return { patch: await readAgain(desk, tracker, state), said: "" };
    }
  });
}

async function change(desk: Desk, tracker: Tracker, wanted: Change, verb: string, state: UiState): Promise<Outcome> {
  const { changes } = await desk.tracking.changeUndoably(desk.context, tracker, [wanted], verb);
  const marks = await tracker.readKnownMarks();
  return {
    patch: (next) => practised(desk, changes.reduce(applied, next)),
    said: changes.map((made) => describe(desk, made, { ...state, marks })).join(" "),
  };
}

/** Names the only change, or says how many there are, and shows the first. */
async function step(desk: Desk, tracker: Tracker, verb: StepVerb, state: UiState): Promise<Outcome> {
  const { isThere, said, word, result } = await desk.tracking.take(desk.context, tracker, verb, false);
  const [first, ...others] = result.changes;
  const patch = await readAgain(desk, tracker, state, yearsOfChanges(result.changes));
  if (first === undefined) return { patch, said: isThere ? `${said}.` : said };
  const told = others.length === 0 ? `${word}: ${describe(desk, first, patch(state))}` : `${said}.`;
  return { patch: (next) => showing(patch(next), first), said: told };
}

/** The state with what the tracker has accepted. */
function applied(state: UiState, made: SavedChange): UiState {
  if (isMarkChange(made)) return { ...state, marks: applyChange(state.marks, made) };
  const ticks = applyChange(state.years[made.year] ?? NO_TICKS, made);
  return { ...state, years: { ...state.years, [made.year]: ticks } };
}

/** As `tick` and `mark` answer it. */
function describe({ config, practice, look }: Desk, made: SavedChange, { questions, marks, today }: UiState): string {
  const plain = { ...look, paint: plainPaint, columns: Number.POSITIVE_INFINITY };
  if (!isMarkChange(made)) {
    const shared = isSharedDay(made) ? ` ${SHARED_DAY}` : "";
    return `${renderChanges([made], { sources: sourcesOf(config), questions: new Map(), today }, plain).trim()}.${shared}`;
  }
  const { due } = practice.progressOf(marks, made.question, today);
  const name = questions.find(({ key }) => key === made.question)?.question.name ?? made.question;
  return `${practice.renderMarked({ name }, made, due, today, plain).trim()}.`;
}

/** What this computer knows now of everything that was read, and of these years, whoever changed it. */
async function readAgain(
  desk: Desk,
  tracker: Tracker,
  state: UiState,
  alsoYears: readonly number[] = [],
): Promise<Patch> {
  const today = todayOf(desk.context);
  const shown = Object.keys(state.years).map(Number);
  const years = await tracker.readKnown([...new Set([today.year, ...shown, ...alsoYears])]);
  const marks = await tracker.readKnownMarks();
  return (next) => practised(desk, { ...onDay(next, today), years: { ...next.years, ...years }, marks });
}

/** Reads the list as `questions` does, from the configured sheet or the program. */
async function readList({ context, config, practice }: Desk): Promise<Patch> {
  const list = practice.readRows(context, await practice.loadSheet(context, config));
  return (next) => ({
    ...next,
    questions: practice.practiceOf(list, practice.cardStatesOf(next.marks), next.today),
    isListCurrent: true,
  });
}

/** Where the person stands with each question, by the marks of now. */
function practised({ practice }: Desk, state: UiState): UiState {
  const questions = state.questions.map((entry) => {
    return { ...entry, progress: practice.progressOf(state.marks, entry.key, state.today) };
  });
  return { ...state, questions };
}

/**
 * Does one task as the verb of its name does it, and with what that needs: a tracker of its own, so that a lost
 * connection or another sign-in is noticed by the next task, as it is by the next command.
 */
export async function doTask(desk: Desk, task: Task, state: UiState): Promise<Patch> {
  const { context, notes } = quiet(desk.context);
  const saying = (said: string) => {
    const news = notes.filter((sentence) => !desk.told.includes(sentence));
    return [said, ...news].filter((text) => text !== "").join(" ");
  };
  try {
    const { patch, said } = await outcomeOf({ ...desk, context }, task, state);
    const message = task.kind === "refresh" ? "" : saying(said);
    return (next) => withoutTask({ ...patch(next), ...(message !== "" && { message }) }, task);
  } catch (error) {
    if (!(error instanceof DailyleetError)) throw error;
    const message = saying(desk.tracking.namingNewestCopy(desk.context, error).message);
    return (next) => withoutTask({ ...next, message }, task);
  }
}

/** The state without the task's being under way. */
function withoutTask(state: UiState, task: Task): UiState {
  if (task.kind === "change") return { ...state, saving: state.saving.filter((key) => key !== cellKey(task.change)) };
  if (task.kind === "read") return { ...state, reading: state.reading.filter((year) => year !== task.year) };
  return state;
}
