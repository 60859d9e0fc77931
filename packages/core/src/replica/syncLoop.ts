import type { Part } from "../changes/changes.ts";
import { type ExchangeDeps, exchange, type SyncRequest, type SyncResult } from "./exchange.ts";
import type { Timing } from "./ports.ts";
import { createSchedule, type Outcome, type Pace } from "./schedule.ts";

export interface SyncLoopDeps extends ExchangeDeps {
  /** What has to be over before each exchange. */
  readonly prepare: () => Promise<void>;
  readonly timing?: Timing;
  readonly pace?: Pace;
}

/** One exchange with the server after the other, never two at a time. */
export interface SyncLoop {
  /** An exchange when the burst of changes is over; nothing without a timing. */
  soon(): void;
  /** An exchange at once; nothing once it is stopped. */
  sync(request?: Partial<SyncRequest>): Promise<SyncResult>;
  stop(): void;
}

interface Waiter {
  resolve(result: SyncResult): void;
  reject(error: unknown): void;
}

const NOTHING: SyncResult = { saved: [], error: null };

export function createSyncLoop(deps: SyncLoopDeps): SyncLoop {
  const { timing, pace, prepare, onNotice } = deps;
  let wanted = new Set<Part>();
  // A replica that lives for long tries once what was refused in an earlier life.
  let isRetry = timing !== undefined;
  let waiters: Waiter[] = [];
  let isStopped = false;

  /** What was asked for and failed is asked for again. */
  const run = async (): Promise<Outcome> => {
    const request = { parts: [...wanted], isRetry };
    const asking = waiters;
    [wanted, isRetry, waiters] = [new Set(), false, []];
    const askAgain = () => {
      wanted = new Set([...request.parts, ...wanted]);
      isRetry ||= request.isRetry;
    };
    try {
      await prepare();
      const { outcome, ...result } = await exchange(deps, request);
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
      wanted = new Set([...wanted, ...(request.parts ?? [])]);
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
