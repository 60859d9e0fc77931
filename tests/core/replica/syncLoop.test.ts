import { expect, test } from "vitest";
import type { SyncRequest } from "../../../packages/core/src/replica/sync.ts";
import { createSyncLoop } from "../../../packages/core/src/replica/syncLoop.ts";
import { createClock } from "../../support/virtualClock.ts";

interface Given {
  /** How many of the first exchanges fail. */
  readonly failures?: number;
  /** The error that failing exchanges throw. */
  readonly fault?: Error;
  /** How many milliseconds an exchange takes. */
  readonly lasts?: number;
  readonly random?: () => number;
}

/** A loop on a clock that the test moves. `runs` has the times at which exchanges began. */
function virtualLoop({ failures = 0, fault, lasts = 0, random = () => 0.5 }: Given = {}) {
  const clock = createClock(0);
  const runs: number[] = [];
  const requests: SyncRequest[] = [];
  const exchange = async (request: SyncRequest) => {
    requests.push(request);
    runs.push(clock.now());
    if (lasts > 0) await clock.sleep(lasts);
    if (fault && runs.length <= failures) throw fault;
    return { saved: [], error: null, wantsRetry: runs.length <= failures };
  };
  const after = (ms: number, callback: () => void) => clock.at(clock.now() + ms, callback);
  const timing = { after, now: clock.now, random };
  const loop = createSyncLoop({ timing, exchange, onNotice: () => {} });
  return { loop, runs, requests, advance: (ms: number) => clock.runUntil(clock.now() + ms) };
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

test("an exchange with a fault of the program is told to who asked, and repeated", async () => {
  const { loop, runs, advance } = virtualLoop({ failures: 1, fault: new TypeError("x is not a function") });
  const told = expect(loop.sync()).rejects.toThrow("x is not a function");
  await advance(60_000);
  await told;
  expect(runs).toHaveLength(2);
});

test("what failed is asked for again, with what was asked for since", async () => {
  const { loop, requests, advance } = virtualLoop({ failures: 1 });
  void loop.sync({ tables: [2025] });
  await advance(0);
  void loop.sync({ tables: [2026] });
  await advance(0);
  void loop.sync({ tables: [2027] });
  await advance(0);
  // The loop retries refused changes once at its start, and again until that exchange succeeds.
  expect(requests).toEqual([
    { tables: [2025], isRetry: true },
    { tables: [2025, 2026], isRetry: true },
    { tables: [2027], isRetry: false },
  ]);
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
