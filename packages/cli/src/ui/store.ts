import { type CivilDate, longDate } from "@dailyleet/core";
import type { Key } from "./keys.ts";
import type { Job } from "./press.ts";
import { press, pressUnseen } from "./press.ts";
import { onDay, type UiState } from "./state.ts";

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
      // Whoever pressed it saw the day before.
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
