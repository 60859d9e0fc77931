import { expect, test } from "vitest";
import type { Outcome } from "../../../packages/core/src/replica/sync.ts";
import { createSchedule } from "../../../packages/core/src/replica/syncLoop.ts";

interface Given {
  readonly outcomes?: Outcome[];
  /** How many milliseconds a run takes. */
  readonly lasts?: number;
  readonly random?: () => number;
}

/** A schedule on a clock that the test moves; `runs` are the moments when it ran. */
function virtualSchedule({ outcomes = [], lasts = 0, random = () => 0.5 }: Given = {}) {
  let moment = 0;
  let timers: { at: number; callback: () => void }[] = [];
  const runs: number[] = [];
  const after = (ms: number, callback: () => void) => {
    const timer = { at: moment + ms, callback };
    timers.push(timer);
    return () => {
      timers = timers.filter((other) => other !== timer);
    };
  };
  const run = async () => {
    runs.push(moment);
    const outcome = outcomes.shift() ?? "rest";
    if (lasts > 0) await new Promise<void>((resolve) => after(lasts, resolve));
    return outcome;
  };
  const advance = async (ms: number) => {
    const end = moment + ms;
    for (;;) {
      const due = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      timers = timers.filter((timer) => timer !== due);
      moment = due.at;
      due.callback();
      // What the callback settles goes on before the clock does.
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    }
    moment = end;
  };
  return { schedule: createSchedule({ run, after, now: () => moment, random }), runs, advance };
}

test("a burst of changes is one run, a second after the last", async () => {
  const { schedule, runs, advance } = virtualSchedule();
  for (let change = 0; change < 4; change++) {
    schedule.soon();
    await advance(500);
  }
  await advance(5_000);
  expect(runs).toEqual([2_500]);
});

test("changes that never pause are sent five seconds after the first", async () => {
  const { schedule, runs, advance } = virtualSchedule();
  for (let change = 0; change < 60; change++) {
    schedule.soon();
    await advance(200);
  }
  expect(runs).toEqual([5_000, 10_000]);
});

test("two reasons to run at once are one run", async () => {
  const { schedule, runs, advance } = virtualSchedule();
  schedule.now();
  schedule.now();
  await advance(60_000);
  expect(runs).toEqual([0]);
});

test("never two runs at the same time: what is asked for meanwhile follows", async () => {
  const { schedule, runs, advance } = virtualSchedule({ lasts: 3_000 });
  schedule.now();
  await advance(1_000);
  schedule.now();
  await advance(10_000);
  expect(runs).toEqual([0, 3_000]);
});

test("a change during a run gets its own run when the burst is over", async () => {
  const { schedule, runs, advance } = virtualSchedule({ lasts: 3_000 });
  schedule.now();
  await advance(1_000);
  schedule.soon();
  await advance(10_000);
  expect(runs).toEqual([0, 4_000]);
});

test("failures are repeated ever later, up to five minutes", async () => {
  const { schedule, runs, advance } = virtualSchedule({ outcomes: Array(12).fill("retry"), random: () => 1 });
  schedule.now();
  await advance(3_600_000);
  const pauses = runs.slice(1).map((at, index) => at - (runs[index] ?? 0));
  expect(pauses.slice(0, 4)).toEqual([2_000, 4_000, 8_000, 16_000]);
  expect(Math.max(...pauses)).toBe(300_000);
  expect(runs.length).toBe(13);
});

test("jitter takes up to half of a pause away", async () => {
  const { schedule, runs, advance } = virtualSchedule({ outcomes: ["retry"], random: () => 0 });
  schedule.now();
  await advance(60_000);
  expect(runs).toEqual([0, 1_000]);
});

test("being asked to run at once begins the pauses anew", async () => {
  const { schedule, runs, advance } = virtualSchedule({ outcomes: Array(5).fill("retry"), random: () => 1 });
  schedule.now();
  await advance(7_000);
  schedule.now();
  await advance(2_500);
  expect(runs).toEqual([0, 2_000, 6_000, 7_000, 9_000]);
});

test("nothing runs after the end, neither what was planned nor what is asked for then", async () => {
  for (const ask of ["soon", "now"] as const) {
    const { schedule, runs, advance } = virtualSchedule();
    schedule.soon();
    schedule.stop();
    await advance(60_000);
    schedule[ask]();
    await advance(60_000);
    expect(runs).toEqual([]);
  }
});
