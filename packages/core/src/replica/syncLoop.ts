import { backOff } from "../basics.ts";
import type { TableId } from "../changes/changes.ts";
import type { Notice, Pace, ReplicaDeps } from "./ports.ts";
import type { Sync, SyncRequest, SyncResult } from "./sync.ts";

interface SyncLoopDeps extends Pick<ReplicaDeps, "timing" | "pace"> {
  readonly exchange: Sync["exchange"];
  readonly onNotice: (notice: Notice) => void;
}

const NOTHING: SyncResult = { saved: [], error: null };
const PACE: Pace = { quietMs: 1_000, burstMs: 5_000 };
const RETRY = { firstMs: 2_000, lastMs: 300_000 };

/**
 * Runs one exchange with the server at a time. With `timing` it also starts exchanges by itself: after each burst of
 * changes, and after failures, with back-off and jitter.
 */
export function createSyncLoop({ timing, pace = PACE, exchange, onNotice }: SyncLoopDeps) {
  // The next exchange's request, and the promise that its callers got.
  let tables = new Set<TableId>();
  // With `timing` the replica is long-lived: its first exchange retries changes that were refused before the start.
  let isRetry = timing !== undefined;
  let asked: PromiseWithResolvers<SyncResult> | null = null;
  let cancel = () => {};
  let burstEnd: number | null = null;
  let failures = 0;
  let isRunning = false;
  let isStopped = false;

  const plan = (ms: number) => {
    cancel();
    if (isStopped) return;
    if (timing) cancel = timing.after(ms, start);
    else if (ms === 0) void start();
  };
  const start = async () => {
    if (isRunning) return;
    isRunning = true;
    burstEnd = null;
    const hasFailed = await run();
    isRunning = false;
    failures = hasFailed ? failures + 1 : 0;
    if (asked) plan(0);
    else if (burstEnd !== null) plan(pace.quietMs);
    else if (timing && hasFailed) plan(backOff(failures, { ...RETRY, random: timing.random }));
  };
  /** Runs the planned exchange. Returns whether it failed; if so, the next exchange repeats its request. */
  const run = async (): Promise<boolean> => {
    const [request, answer] = [{ tables: [...tables], isRetry }, asked];
    [tables, isRetry, asked] = [new Set(), false, null];
    let hasFailed = true;
    try {
      const { wantsRetry, ...result } = await exchange(request);
      hasFailed = wantsRetry;
      answer?.resolve(result);
    } catch (error) {
      onNotice({ kind: "failed", during: "saving", error });
      answer?.reject(error);
    }
    if (hasFailed) {
      tables = new Set([...request.tables, ...tables]);
      isRetry ||= request.isRetry;
    }
    return hasFailed;
  };

  return {
    /** Plans an exchange for the end of the burst of changes. Does nothing without `timing`. */
    soon() {
      if (!timing) return;
      burstEnd ??= timing.now() + pace.burstMs;
      if (!isRunning) plan(Math.min(pace.quietMs, Math.max(0, burstEnd - timing.now())));
    },
    /** Starts an exchange at once, or after the running one. Does nothing after `stop`. */
    sync(request: Partial<SyncRequest> = {}): Promise<SyncResult> {
      if (isStopped) return Promise.resolve(NOTHING);
      tables = new Set([...tables, ...(request.tables ?? [])]);
      isRetry ||= request.isRetry ?? false;
      asked ??= Promise.withResolvers();
      const { promise } = asked;
      failures = 0;
      plan(0);
      return promise;
    },
    stop() {
      isStopped = true;
      cancel();
      asked?.resolve(NOTHING);
    },
  };
}
