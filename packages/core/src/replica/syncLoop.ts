import { backOff } from "../basics.ts";
import type { TableId } from "../changes/changes.ts";
import type { Notice, Pace, ReplicaDeps, Timing } from "./ports.ts";
import type { Outcome, Sync, SyncRequest, SyncResult } from "./sync.ts";

/** One exchange with the server after the other, never two at a time. */
interface SyncLoop {
  /** An exchange when the burst of changes is over; nothing without a timing. */
  soon(): void;
  /** An exchange at once; nothing once it is stopped. */
  sync(request?: Partial<SyncRequest>): Promise<SyncResult>;
  stop(): void;
}

interface SyncLoopDeps extends Pick<ReplicaDeps, "timing" | "pace"> {
  readonly exchange: Sync["exchange"];
  /** What has to be over before each exchange. */
  readonly prepare: () => Promise<void>;
  readonly onNotice: (notice: Notice) => void;
}

interface Waiter {
  resolve(result: SyncResult): void;
  reject(error: unknown): void;
}

const NOTHING: SyncResult = { saved: [], error: null };

export function createSyncLoop(deps: SyncLoopDeps): SyncLoop {
  const { timing, pace, exchange, prepare, onNotice } = deps;
  let wanted = new Set<TableId>();
  // With a timing the replica lives for long: it tries once what was refused before its start.
  let isRetry = timing !== undefined;
  let waiters: Waiter[] = [];
  let isStopped = false;

  /** Asks again for what failed. */
  const run = async (): Promise<Outcome> => {
    const request = { tables: [...wanted], isRetry };
    const asking = waiters;
    [wanted, isRetry, waiters] = [new Set(), false, []];
    const askAgain = () => {
      wanted = new Set([...request.tables, ...wanted]);
      isRetry ||= request.isRetry;
    };
    try {
      await prepare();
      const { outcome, ...result } = await exchange(request);
      if (outcome === "retry") askAgain();
      for (const { resolve } of asking) resolve(result);
      return outcome;
    } catch (error) {
      onNotice({ kind: "failed", during: "saving", error });
      askAgain();
      for (const { reject } of asking) reject(error);
      return "retry";
    }
  };

  const schedule = timing && createSchedule({ ...timing, run, ...(pace && { pace }) });
  let turn: Promise<unknown> = Promise.resolve();
  const now = () => {
    if (schedule) return schedule.now();
    turn = turn.then(run);
  };

  return {
    soon: () => schedule?.soon(),
    sync(request = {}) {
      if (isStopped) return Promise.resolve(NOTHING);
      wanted = new Set([...wanted, ...(request.tables ?? [])]);
      isRetry ||= request.isRetry ?? false;
      return new Promise((resolve, reject) => {
        waiters.push({ resolve, reject });
        now();
      });
    },
    stop() {
      isStopped = true;
      schedule?.stop();
      for (const { resolve } of waiters.splice(0)) resolve(NOTHING);
    },
  };
}

const PACE: Pace = { quietMs: 1_000, burstMs: 5_000 };
const RETRY = { firstMs: 2_000, lastMs: 300_000 };

interface ScheduleDeps extends Timing {
  /** Must not reject. */
  readonly run: () => Promise<Outcome>;
  readonly pace?: Pace;
}

/**
 * Calls `run`, never twice at a time: when a burst of changes is over (`soon` is called for each of them), at once when
 * asked (`now`), and after failures again with back-off and jitter.
 */
export function createSchedule({ run, after, now, random, pace = PACE }: ScheduleDeps) {
  let cancel = () => {};
  let burstEnd: number | null = null;
  let failures = 0;
  let isRunning = false;
  let isAskedAgain = false;
  let isStopped = false;

  const plan = (ms: number) => {
    cancel();
    if (!isStopped) cancel = after(ms, start);
  };
  const start = async () => {
    if (isRunning) {
      isAskedAgain = true;
      return;
    }
    isRunning = true;
    isAskedAgain = false;
    burstEnd = null;
    const outcome = await run();
    isRunning = false;
    failures = outcome === "retry" ? failures + 1 : 0;
    if (isAskedAgain) plan(0);
    else if (burstEnd !== null) plan(pace.quietMs);
    else if (outcome === "retry") plan(backOff(failures, { ...RETRY, random }));
  };

  return {
    soon() {
      burstEnd ??= now() + pace.burstMs;
      if (!isRunning) plan(Math.min(pace.quietMs, Math.max(0, burstEnd - now())));
    },
    now() {
      failures = 0;
      plan(0);
    },
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
