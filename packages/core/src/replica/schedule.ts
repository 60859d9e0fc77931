import type { Timing } from "./ports.ts";

/** What a run came to: `retry` asks for another one later, `rest` does not. */
export type Outcome = "rest" | "retry";

export interface ScheduleDeps extends Timing {
  /** Must not reject. */
  readonly run: () => Promise<Outcome>;
  readonly pace?: Pace;
}

/** When a burst of changes is over: `quietMs` after the last of them, at most `burstMs` after the first. */
export interface Pace {
  readonly quietMs: number;
  readonly burstMs: number;
}

export interface Schedule {
  /** Run when the burst of changes is over; see `Pace`. */
  soon(): void;
  /** Run at once. */
  now(): void;
  stop(): void;
}

const PACE: Pace = { quietMs: 1_000, burstMs: 5_000 };
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 300_000;

/** Runs one thing at a time: after bursts, at once when asked, and again with back-off and jitter after failures. */
export function createSchedule({ run, after, now, random, pace = PACE }: ScheduleDeps): Schedule {
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
    cancel();
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
    else if (outcome === "retry") plan(backOff(failures, random));
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

/** Between half and all of a delay that doubles. */
function backOff(failures: number, random: () => number): number {
  return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)) * (0.5 + random() / 2);
}
