import {
  applyChange,
  type Change,
  type CivilDate,
  cellKey,
  DailyleetError,
  isMarkChange,
  isSharedDay,
  longDate,
  NO_TICKS,
  practiceOf,
  readBack,
  type SavedChange,
  SHARED_DAY,
  sourcesOf,
  yearsOfChanges,
} from "@dailyleet/core";
import { cardStatesOf, progressOf } from "@dailyleet/core/schedule";
import { renderChanges } from "../commands/changes.ts";
import { openInBrowser } from "../commands/open.ts";
import { renderMarked } from "../commands/questions/practice.ts";
import { loadQuestions } from "../commands/questions/sheet.ts";
import { type StepVerb, takeStep } from "../commands/undo.ts";
import { namingNewestBackup } from "../files/backups.ts";
import { plainPaint } from "../terminal/capabilities.ts";
import { todayOf } from "../terminal/dates.ts";
import { withTracker } from "../tracker/openTracker.ts";
import { changeUndoably, type Tracker } from "../tracker/tracker.ts";
import { type Job, type Key, press, pressUnseen } from "./keys.ts";
import { captureOutput, type Services } from "./services.ts";
import { type LinkJob, onDay, showing, type UiState } from "./state.ts";

/** Applies a task's result to the state at that time. */
export type Patch = (state: UiState) => UiState;

export interface Outcome {
  readonly patch: Patch;
  readonly said: string;
}

/** Throws as the verb of the task does. */
export async function outcomeOf(services: Services, task: Task, state: UiState): Promise<Outcome> {
  if (task.kind === "questions") return { patch: await readList(services), said: "" };
  if (task.kind === "open" || task.kind === "copy") return { patch: unchanged, said: await followLink(services, task) };
  return withTracker(services.context, services.config, services.options, async (tracker): Promise<Outcome> => {
    switch (task.kind) {
      case "change":
        return change(services, tracker, task.change, task.verb, state);
      case "undo":
      case "redo":
        return step(services, tracker, task.kind, state);
      case "read": {
        const years = await readBack(tracker.readYears, task.year);
        return { patch: (next) => ({ ...next, years: { ...next.years, ...years } }), said: "" };
      }
      case "ask":
        await tracker.readYears(Object.keys(state.years).map(Number));
        await tracker.readMarks();
        return { patch: await readAgain(services, tracker, state), said: "" };
      case "refresh":
        return { patch: await readAgain(services, tracker, state), said: "" };
    }
  });
}

async function change(
  services: Services,
  tracker: Tracker,
  wanted: Change,
  verb: string,
  state: UiState,
): Promise<Outcome> {
  const { changes } = await changeUndoably(services.context, tracker, [wanted], verb);
  const marks = await tracker.readKnownMarks();
  return {
    patch: (next) => practised(changes.reduce(applied, next)),
    said: changes.map((made) => describe(services, made, { ...state, marks })).join(" "),
  };
}

/** Names the only change, or says how many there are, and shows the first. */
async function step(services: Services, tracker: Tracker, verb: StepVerb, state: UiState): Promise<Outcome> {
  const { isThere, said, word, result } = await takeStep(services.context, tracker, verb, false);
  const [first, ...others] = result.changes;
  const patch = await readAgain(services, tracker, state, yearsOfChanges(result.changes));
  if (first === undefined) return { patch, said: isThere ? `${said}.` : said };
  const told = others.length === 0 ? `${word}: ${describe(services, first, patch(state))}` : `${said}.`;
  return { patch: (next) => showing(patch(next), first), said: told };
}

const unchanged: Patch = (state) => state;

/** Opens the address in the browser, or copies it, and says so. */
async function followLink(
  services: Services,
  { kind, target }: Extract<Task, { readonly kind: LinkJob }>,
): Promise<string> {
  const { context, config, copy } = services;
  const address = typeof target === "string" ? target : new URL(sourcesOf(config)[target - 1]?.url ?? "").href;
  if (kind === "open") {
    return (await openInBrowser(context, address)) ? `Opened ${address}` : `Can't start a browser for ${address}`;
  }
  copy(address);
  return `Copied ${address} (OSC 52, if your terminal allows it)`;
}

/** The state with what the tracker has accepted. */
function applied(state: UiState, made: SavedChange): UiState {
  if (isMarkChange(made)) return { ...state, marks: applyChange(state.marks, made) };
  const ticks = applyChange(state.years[made.year] ?? NO_TICKS, made);
  return { ...state, years: { ...state.years, [made.year]: ticks } };
}

/** As `tick` and `mark` answer it. */
function describe({ config, terminal }: Services, made: SavedChange, { questions, marks, today }: UiState): string {
  const plain = { ...terminal, paint: plainPaint, columns: Number.POSITIVE_INFINITY };
  if (!isMarkChange(made)) {
    const shared = isSharedDay(made) ? ` ${SHARED_DAY}` : "";
    return `${renderChanges([made], { sources: sourcesOf(config), questions: new Map(), today }, plain).trim()}.${shared}`;
  }
  const { due } = progressOf(marks, made.question, today);
  const name = questions.find(({ key }) => key === made.question)?.question.name ?? made.question;
  return `${renderMarked({ name }, made, due, today, plain).trim()}.`;
}

/** What this computer knows now of everything that was read, and of these years, whoever changed it. */
async function readAgain(
  services: Services,
  tracker: Tracker,
  state: UiState,
  alsoYears: readonly number[] = [],
): Promise<Patch> {
  const today = todayOf(services.context, services.config);
  const shown = Object.keys(state.years).map(Number);
  const years = await tracker.readKnown([...new Set([today.year, ...shown, ...alsoYears])]);
  const marks = await tracker.readKnownMarks();
  return (next) => practised({ ...onDay(next, today), years: { ...next.years, ...years }, marks });
}

/** Reads the list as `questions` does, from the configured sheet or the program. */
async function readList({ context, config }: Services): Promise<Patch> {
  const list = await loadQuestions(context, config);
  return (next) => ({
    ...next,
    questions: practiceOf(list, cardStatesOf(next.marks), next.today),
    isListCurrent: true,
  });
}

/** Where the person stands with each question, by the marks of now. */
function practised(state: UiState): UiState {
  const questions = state.questions.map((entry) => {
    return { ...entry, progress: progressOf(state.marks, entry.key, state.today) };
  });
  return { ...state, questions };
}

/**
 * Does one task as the verb of its name does it, and with what that needs: a tracker of its own, so that a lost
 * connection or another sign-in is noticed by the next task, as it is by the next command.
 */
export async function doTask(services: Services, task: Task, state: UiState): Promise<Patch> {
  const { context, notes } = captureOutput(services.context);
  const saying = (said: string) => {
    const news = notes.filter((sentence) => !services.told.includes(sentence));
    return [said, ...news].filter((text) => text !== "").join(" ");
  };
  try {
    const { patch, said } = await outcomeOf({ ...services, context }, task, state);
    const message = task.kind === "refresh" ? "" : saying(said);
    return (next) => withoutTask({ ...patch(next), ...(message !== "" && { message }) }, task);
  } catch (error) {
    if (!(error instanceof DailyleetError)) throw error;
    const message = saying(namingNewestBackup(services.context, error).message);
    return (next) => withoutTask({ ...next, message }, task);
  }
}

/** The state without the task among those in progress. */
function withoutTask(state: UiState, task: Task): UiState {
  if (task.kind === "change") return { ...state, saving: state.saving.filter((key) => key !== cellKey(task.change)) };
  if (task.kind === "read") return { ...state, reading: state.reading.filter((year) => year !== task.year) };
  return state;
}

/** What is done outside the screen: what a key asks for, and reading again, from this computer or the store. */
export type Task = Exclude<Job, { readonly kind: "quit" }> | { readonly kind: "refresh" | "ask" };

/** Does a task; resolves to what that makes of the state of then. */
export type Work = (task: Task, state: UiState) => Promise<(state: UiState) => UiState>;

export interface Store {
  state(): UiState;
  subscribe(listener: () => void): () => void;
  /** `isSeen` is false while the window is too small to show anything. */
  press(key: Key, isSeen?: boolean): void;
  add(task: Task): void;
  /** An opened question has no more lines than this above the screen. */
  limitScroll(lines: number): void;
  /** Resolves to the exit code once the person wants to quit; rejects for a fault of the program. */
  readonly ended: Promise<number>;
  /** Resolves when everything that was asked for is done; rejects as `ended`. */
  settled(): Promise<void>;
}

/** Holds the state, and does one job after the other, in the order of the keys. `today` is asked at every key. */
export function createStore(initial: UiState, work: Work, today: () => CivilDate): Store {
  let state = initial;
  let queue = Promise.resolve();
  const listeners = new Set<() => void>();
  const { promise: ended, resolve: quit, reject: fail } = Promise.withResolvers<number>();
  const set = (next: UiState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const add = (task: Task) => {
    queue = queue.then(async () => set((await work(task, state))(state)));
    queue.catch(fail);
  };
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    press(key, isSeen = true) {
      const now = onDay(state, today());
      const hasTurned = now !== state;
      const { state: next, job } = isSeen ? press(now, key) : pressUnseen(now, key);
      // The key was meant for the day before.
      const isOld = hasTurned && job?.kind === "change";
      set(isOld ? { ...now, message: `It is ${longDate(now.today)} now; press the key again.` } : next);
      if (hasTurned) add({ kind: "refresh" });
      if (job?.kind === "quit") quit(job.exitCode);
      else if (job && !isOld) add(job);
    },
    add,
    limitScroll(lines) {
      if (state.list.scroll > lines) set({ ...state, list: { ...state.list, scroll: lines } });
    },
    ended,
    settled: () => queue,
  };
}
