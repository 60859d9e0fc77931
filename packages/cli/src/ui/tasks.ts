import { existsSync } from "node:fs";
import {
  type Change,
  type Config,
  changesOf,
  isDailyleetError,
  isSharedDay,
  listOf,
  longDate,
  type MadeChange,
  NO_TICKS,
  planOf,
  practiceOf,
  progressOf,
  type Question,
  readBack,
  SHARED_DAY,
  storageError,
  tickBeside,
  yearsOfChanges,
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import { lostData } from "../files/backups.ts";
import { placesOf } from "../files/directories.ts";
import { knownConfig } from "../files/settings.ts";
import { isOnline, readKeptQuestions } from "../questions/sheet.ts";
import { renderChanges } from "../rendering/changes.ts";
import { renderMarked, untickedText } from "../rendering/practice.ts";
import { openInBrowser } from "../terminal/browser.ts";
import { type Capabilities, plainPaint } from "../terminal/capabilities.ts";
import { todayOf } from "../terminal/dates.ts";
import { type GlobalOptions, type ListOptions, withList } from "../terminal/options.ts";
import { loadQuestions } from "../tracker/list.ts";
import { makeChanges } from "../tracker/makeChanges.ts";
import { withTracker } from "../tracker/openTracker.ts";
import type { Tracker } from "../tracker/tracker.ts";
import { type StepVerb, takeStep } from "../tracker/undo.ts";
import { type Key, pressKey, pressUnseen } from "./keys.ts";
import { type LinkKind, NEW_LIST, onDay, showing, type Task, type UiState, withTask } from "./state.ts";

export interface TaskServices {
  readonly context: Context;
  readonly options: GlobalOptions & ListOptions;
  readonly terminal: Capabilities;
  /** Notes that were printed before the screen opened; the screen does not repeat them. */
  readonly told: readonly string[];
  /** Asks the terminal to copy a text to the clipboard. Terminals send no reply. */
  copy(text: string): void;
}

/** Applies a task's result to the current state, which keys may have changed while the task ran. */
type Patch = (state: UiState) => UiState;

export interface PracticeRequest {
  /** As in `UiState`. */
  readonly limit: number | undefined;
}

/**
 * The first state of the screen: the calendar, read without the network, or practice with the list as `review` loads it.
 * Throws as `withTracker` and, for practice, as `loadQuestions`.
 */
export async function openingState(
  context: Context,
  config: Config,
  options: GlobalOptions,
  practice: PracticeRequest | null,
): Promise<UiState> {
  const today = todayOf(context, config);
  const lost = await lostData(context);
  const questions = practice ? await loadQuestions(context, config) : readKeptQuestions(context, config);
  const state = await withTracker(context, config, options, async (tracker): Promise<UiState> => {
    const years = await readBack(tracker.knownTicks, today.year);
    const marks = await tracker.knownMarks();
    return withQuestions(questions, {
      person: tracker.person.name,
      today,
      view: "calendar",
      isHelpShown: false,
      selected: today,
      years,
      marks,
      questions: [],
      isListCurrent: practice !== null || !isOnline(config),
      list: NEW_LIST,
      config,
      limit: practice?.limit,
      practice: null,
      pending: null,
      tasks: [],
      exitCode: null,
      message: lost ?? "",
    });
  });
  return practice ? pressKey(state, "p") : state;
}

/**
 * Runs a task as its command would. Each task opens its own tracker, so that it notices a lost connection or another
 * sign-in.
 */
async function doTask(services: TaskServices, task: Task, shown: UiState, requireDatabase: () => void): Promise<Patch> {
  const { context, notes } = captureOutput(services.context);
  const readConfig = () => withList(knownConfig(context, services.options), services.options);
  const withMessage = (said: string, patch: Patch): Patch => {
    const news = notes.filter((sentence) => !services.told.includes(sentence));
    const message = [said, ...news].filter((text) => text !== "").join(" ");
    return (next) => ({ ...patch(next), ...(message !== "" && { message }) });
  };
  try {
    requireDatabase();
    const config = readConfig();
    const { patch = unchanged, said = "" } = await outcomeOf({ ...services, context }, task, { ...shown, config });
    const isStep = task.kind === "undo" || task.kind === "redo";
    const settle = patchOfConfig(context, isStep ? readConfig() : config, shown);
    const settled: Patch = (state) => patch(settle(state));
    return task.kind === "refresh" ? settled : withMessage(said, settled);
  } catch (error) {
    if (!isDailyleetError(error)) throw error;
    return withMessage(error.message, unchanged);
  }
}

/** For another list, shows this computer's copy until the questions are read again. */
function patchOfConfig(context: Context, config: Config, shown: UiState): Patch {
  if (listOf(config) === listOf(shown.config)) return (state) => ({ ...state, config });
  const list = readKeptQuestions(context, config);
  return (state) => withQuestions(list, { ...state, config, isListCurrent: !isOnline(config) });
}

/**
 * Returns a function that throws `storage` once the database has vanished, because the next change would create an
 * empty one.
 */
function databaseGuard(context: Context): () => void {
  const { databaseFile } = placesOf(context);
  let wasThere = false;
  const look = () => {
    const isThere = existsSync(databaseFile);
    if (wasThere && !isThere) {
      const way = "nothing was saved; bring it back, or quit and run 'dailyleet restore'";
      throw storageError(`The database ${databaseFile} is gone; ${way}.`);
    }
    wasThere = isThere;
  };
  look();
  return look;
}

const unchanged: Patch = (state) => state;

/** Returns a context that neither prints nor asks, and the notes that it captures, a sentence each. */
export function captureOutput(context: Context): { readonly context: Context; readonly notes: readonly string[] } {
  const notes: string[] = [];
  const write = (text: string) => void notes.push(text.trim().replace(/^dailyleet: /, ""));
  const stdout = { ...context.stdout, write() {} };
  const stderr = { ...context.stderr, write };
  return { context: { ...context, stdout, stderr, ask: async () => null, setExitCode() {} }, notes };
}

type Of<Kind> = Extract<Task, { readonly kind: Kind }>;

interface Outcome {
  readonly patch?: Patch;
  readonly said?: string;
}

/** Throws as the task's command. */
async function outcomeOf(services: TaskServices, task: Task, state: UiState): Promise<Outcome> {
  if (task.kind === "questions") return { patch: await readList(services, state) };
  if ("target" in task) return { said: await followLink(services, task, state) };
  const options = { ...services.options, purpose: task.kind === "change" ? "write" : "read" } as const;
  return withTracker(services.context, state.config, options, async (tracker): Promise<Outcome> => {
    switch (task.kind) {
      case "change":
        return saveChange(services, tracker, task, state);
      case "undo":
      case "redo":
        return step(services, tracker, task.kind, state);
      case "read": {
        const years = await readBack(tracker.ticks, task.year);
        return { patch: (next) => ({ ...next, years: { ...next.years, ...years } }) };
      }
      case "ask":
        await tracker.ticks(Object.keys(state.years).map(Number));
        await tracker.marks();
        return { patch: await readAgain(services, tracker, state) };
      case "refresh":
        return { patch: await readAgain(services, tracker, state) };
    }
  });
}

async function saveChange(
  services: TaskServices,
  tracker: Tracker,
  task: Of<"change">,
  state: UiState,
): Promise<Outcome> {
  const { changes } = await makeChanges(services.context, tracker, { command: task.verb, changes: [task.change] });
  const patch = await readAgain(services, tracker, state);
  const next = patch(state);
  const told = changes.map((made) => describe(services, made, next));
  return { patch, said: [...told, ...changesOf(changes).map((change) => besideText(change, next))].join(" ").trim() };
}

/** After a mark, such as 'LeetCode is not ticked today: 1 in the calendar.'; may be empty. */
function besideText(change: Change, { config, today, years }: UiState): string {
  const beside = tickBeside(change, today, config.sources, years[today.year] ?? NO_TICKS);
  return beside === null ? "" : `${untickedText(config.sources, beside.column, `${beside.column} in the calendar`)}.`;
}

/** Undoes or redoes a command, and shows the first change. Describes a change that is the only one. */
async function step(services: TaskServices, tracker: Tracker, verb: StepVerb, state: UiState): Promise<Outcome> {
  const { said, word, result } = await takeStep(services.context, tracker, verb, false);
  const [first, ...others] = result.changes;
  const patch = await readAgain(services, tracker, state, yearsOfChanges(changesOf(result.changes)));
  if (first === undefined) return { patch, said: word === "" ? said : `${said}.` };
  const told = others.length === 0 ? `${word}: ${describe(services, first, patch(state))}` : `${said}.`;
  return { patch: (next) => showing(patch(next), first.change), said: told };
}

/** Opens or copies the address. Returns the message to show. */
async function followLink(
  { context, copy }: TaskServices,
  { kind, target }: Of<LinkKind>,
  { config }: UiState,
): Promise<string> {
  const address = typeof target === "string" ? target : new URL(config.sources[target - 1]?.url ?? "").href;
  if (kind === "open") {
    return (await openInBrowser(context, address)) ? `Opened ${address}` : `Can't start a browser for ${address}`;
  }
  copy(address);
  return `Copied ${address} (OSC 52, if your terminal allows it)`;
}

/** A sentence as `tick` or `mark` prints it. */
function describe({ terminal }: TaskServices, made: MadeChange, { config, questions, marks, today }: UiState): string {
  const { change } = made;
  const plain = { ...terminal, paint: plainPaint, columns: Number.POSITIVE_INFINITY };
  if (change.table !== "marks") {
    const isShared = change.table !== "settings" && isSharedDay({ year: change.table, day: change.row });
    const shared = isShared ? ` ${SHARED_DAY}` : "";
    return `${renderChanges([made], { sources: config.sources, questions: new Map(), today }, plain).trim()}.${shared}`;
  }
  const { due } = progressOf(marks, change.row, today, planOf(config));
  const name = questions.find(({ key }) => key === change.row)?.question.name ?? change.row;
  return `${renderMarked({ name }, made, due, today, plain).trim()}.`;
}

/** Reads the marks, the years of `state` and `alsoYears` from this computer. */
async function readAgain(
  { context }: TaskServices,
  tracker: Tracker,
  state: UiState,
  alsoYears: readonly number[] = [],
): Promise<Patch> {
  const today = todayOf(context, state.config);
  const shown = Object.keys(state.years).map(Number);
  const years = await tracker.knownTicks([...new Set([today.year, ...shown, ...alsoYears])]);
  const marks = await tracker.knownMarks();
  return (next) => withProgress({ ...onDay(next, today), years: { ...next.years, ...years }, marks });
}

async function readList({ context }: TaskServices, { config }: UiState): Promise<Patch> {
  const list = await loadQuestions(context, config);
  return (next) => withQuestions(list, { ...next, isListCurrent: true });
}

function withQuestions(list: readonly Question[], state: UiState): UiState {
  const { marks, today, config } = state;
  return { ...state, questions: practiceOf(list, marks, today, planOf(config)) };
}

function withProgress(state: UiState): UiState {
  const questions = state.questions.map((entry) => {
    return { ...entry, progress: progressOf(state.marks, entry.key, state.today, planOf(state.config)) };
  });
  return { ...state, questions };
}

export type Store = ReturnType<typeof createStore>;

/** Holds the state and runs the tasks one at a time, in the order of the keys. */
export function createStore(initial: UiState, services: TaskServices) {
  let state = initial;
  let queue = Promise.resolve();
  const requireDatabase = databaseGuard(services.context);
  const listeners = new Set<() => void>();
  const { promise: ended, resolve: quit, reject: fail } = Promise.withResolvers<number>();
  const set = (next: UiState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const enqueue = (task: Task) => {
    queue = queue.then(async () => {
      const next = (await doTask(services, task, state, requireDatabase))(state);
      set({ ...next, tasks: next.tasks.filter((one) => one !== task) });
    });
    queue.catch(fail);
  };
  const add = (task: Task) => {
    set(withTask(state, task));
    enqueue(task);
  };
  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** `isSeen` is false while the window is too small to show anything. */
    press(key: Key, isSeen = true) {
      const now = onDay(state, todayOf(services.context, state.config));
      const hasTurned = now !== state;
      const next = isSeen ? pressKey(now, key) : pressUnseen(now, key);
      const tasks = next.tasks.slice(now.tasks.length);
      // The person pressed the key while the screen still showed yesterday.
      const isOld = hasTurned && tasks.some(({ kind }) => kind === "change");
      set(isOld ? { ...now, message: `It is ${longDate(now.today)} now; press the key again.` } : next);
      if (hasTurned) add({ kind: "refresh" });
      if (!isOld) tasks.forEach(enqueue);
      if (next.exitCode !== null) quit(next.exitCode);
    },
    add,
    /** Resolves to the exit code when the person quits; rejects for a bug. */
    ended,
    /** Resolves when all tasks are done; rejects as `ended`. */
    settled: () => queue,
  };
}
