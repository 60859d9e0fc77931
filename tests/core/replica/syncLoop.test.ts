import { expect, test } from "vitest";
import { createSyncLoop } from "../../../packages/core/src/replica/syncLoop.ts";

interface Given {
  /** How many exchanges fail. */
  readonly failures?: number;
  /** How many milliseconds an exchange takes. */
  readonly lasts?: number;
  readonly random?: () => number;
}

/** A loop on a clock that the test moves; `runs` are the moments when an exchange began. */
function virtualLoop({ failures = 0, lasts = 0, random = () => 0.5 }: Given = {}) {
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
  const exchange = async () => {
    runs.push(moment);
    if (lasts > 0) await new Promise<void>((resolve) => after(lasts, resolve));
    return { saved: [], error: null, wantsRetry: runs.length <= failures };
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
  const loop = createSyncLoop({ timing: { after, now: () => moment, random }, exchange, onNotice: () => {} });
  return { loop, runs, advance };
}

test("a burst of changes is one run, a second after the last", async () => {
  const { loop, runs, advance } = virtualLoop();
  for (let change = 0; change < 4; change++) {
    loop.soon();
    await advance(500);
  }
  await advance(5_000);
  expect(runs).toEqual([2_500]);
});

test("changes that never pause are sent five seconds after the first", async () => {
  const { loop, runs, advance } = virtualLoop();
  for (let change = 0; change < 60; change++) {
    loop.soon();
    await advance(200);
  }
  expect(runs).toEqual([5_000, 10_000]);
});

test("two reasons to run at once are one run", async () => {
  const { loop, runs, advance } = virtualLoop();
  void loop.sync();
  void loop.sync();
  await advance(60_000);
  expect(runs).toEqual([0]);
});

test("never two runs at the same time: what is asked for meanwhile follows", async () => {
  const { loop, runs, advance } = virtualLoop({ lasts: 3_000 });
  void loop.sync();
  await advance(1_000);
  void loop.sync();
  await advance(10_000);
  expect(runs).toEqual([0, 3_000]);
});

test("a change during a run gets its own run when the burst is over", async () => {
  const { loop, runs, advance } = virtualLoop({ lasts: 3_000 });
  void loop.sync();
  await advance(1_000);
  loop.soon();
  await advance(10_000);
  expect(runs).toEqual([0, 4_000]);
});

test("failures are repeated ever later, up to five minutes", async () => {
  const { loop, runs, advance } = virtualLoop({ failures: 12, random: () => 1 });
  void loop.sync();
  await advance(3_600_000);
  const pauses = runs.slice(1).map((at, index) => at - (runs[index] ?? 0));
  expect(pauses.slice(0, 4)).toEqual([2_000, 4_000, 8_000, 16_000]);
  expect(Math.max(...pauses)).toBe(300_000);
  expect(runs.length).toBe(13);
});

test("jitter takes up to half of a pause away", async () => {
  const { loop, runs, advance } = virtualLoop({ failures: 1, random: () => 0 });
  void loop.sync();
  await advance(60_000);
  expect(runs).toEqual([0, 1_000]);
});

test("being asked to run at once begins the pauses anew", async () => {
  const { loop, runs, advance } = virtualLoop({ failures: 5, random: () => 1 });
  void loop.sync();
  await advance(7_000);
  void loop.sync();
  await advance(2_500);
  expect(runs).toEqual([0, 2_000, 6_000, 7_000, 9_000]);
});

test("nothing runs after the end, neither what was planned nor what is asked for then", async () => {
  for (const ask of ["soon", "sync"] as const) {
    const { loop, runs, advance } = virtualLoop();
    loop.soon();
    loop.stop();
    await advance(60_000);
    void loop[ask]();
    await advance(60_000);
    expect(runs).toEqual([]);
  }
});
