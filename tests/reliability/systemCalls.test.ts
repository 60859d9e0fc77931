import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Home } from "../cli/support/home.ts";
import { localHome } from "../cli/support/localHome.ts";
import type { CliResult } from "../support/cliProcess.ts";
import { runs } from "../support/long.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { copiesOf } from "./support/crashes.ts";
import {
  canTrace,
  countSystemCalls,
  type Incident,
  runWithIncident,
  runWithoutLocks,
  SYSTEM_CALLS,
} from "./support/systemCalls.ts";

const isTraceable = canTrace();
if (!isTraceable) console.warn("\n*** SKIPPED: crashes and errors inside SQLite. Install strace where it may trace.\n");

const TICK = ["tick", "3", "--date", "03-05", "--json"];

/** Calls `check` with a random sample of all faults that a tick can meet. */
async function forIncidents(
  place: Home,
  what: readonly string[],
  isLasting: boolean,
  check: (incident: Incident) => Promise<void>,
): Promise<void> {
  const count = await countSystemCalls(place.directory, TICK, join(tempDirectory(), "calls"));
  const all = SYSTEM_CALLS.flatMap((call) =>
    Array.from({ length: count(call) }, (_, index) => index + 1).flatMap((at) =>
      what.map((fate) => ({ call, what: fate, when: isLasting ? `${at}+` : String(at) })),
    ),
  );
  expect(all.length).toBeGreaterThan(0);
  await fc.assert(fc.asyncProperty(fc.constantFrom(...all), check), { numRuns: runs(30) });
}

/** Whether the next command shows the new tick, and the one from before. */
async function cells({ run }: Home): Promise<{ isNew: boolean; isOld: boolean }> {
  const { code, stdout, stderr } = await run(["today", "--date", "03-05", "--json"]);
  expect([code, stderr]).toEqual([0, ""]);
  const done = JSON.parse(stdout).sources.map((source: { done: boolean }) => source.done);
  expect([done[1], done[3], done[4]]).toEqual([false, false, false]);
  return { isOld: done[0], isNew: done[2] };
}

async function check(place: Home, incident: Incident, hadTick: boolean, { stdout }: CliResult): Promise<void> {
  for (const name of readdirSync(place.directory)) {
    expect(statSync(join(place.directory, name)).mode & 0o077, name).toBe(0);
  }
  const { isOld, isNew } = await cells(place);
  const where = `${incident.what} at ${incident.call} ${incident.when}`;
  expect(isOld, where).toBe(hadTick);
  if (stdout !== "") expect(isNew, where).toBe(true);
  expect((await place.run(TICK)).code, where).toBe(0);
}

describe.runIf(isTraceable).each([
  ["the first tick", false],
  ["a later tick", true],
])("%s", (_, hadTick) => {
  const original = async (): Promise<Home> => {
    const home = localHome();
    if (hadTick) await home.out(["tick", "1", "--date", "03-05"]);
    return home;
  };

  it("killed at a system call is there or not, and the next command works", async () => {
    const copy = copiesOf(await original());
    await forIncidents(copy(), ["signal=SIGKILL"], false, async (incident) => {
      const place = copy();
      const result = await runWithIncident(place.directory, TICK, incident);
      await check(place, incident, hadTick, result);
    });
  });

  it("is made or told when the disk fails, and nothing else changes", async () => {
    const copy = copiesOf(await original());
    await forIncidents(copy(), ["error=ENOSPC", "error=EIO"], true, async (incident) => {
      const place = copy();
      const result = await runWithIncident(place.directory, TICK, incident);
      expect([0, 1], JSON.stringify([incident, result])).toContain(result.code);
      const said =
        result.code === 0 ? /^(dailyleet: Saved, but today's backup failed: [^\n]+\.\n)?$/ : /^dailyleet: [^\n]+\.\n$/;
      expect(result.stderr, JSON.stringify(incident)).toMatch(said);
      await check(place, incident, hadTick, result);
    });
  });
});

// Node itself needs the failing call at its exit, so the exit code proves nothing.
it.runIf(isTraceable)("without locks a database can be read, and a write names the file system", async () => {
  const home = localHome();
  await home.out(["tick", "1"]);
  const list = join(tempDirectory(), "calls");
  const { stdout } = await runWithoutLocks(home.directory, ["status"], list);
  expect(stdout).toMatch(/^1\/5/);
  const tick = await runWithoutLocks(home.directory, ["tick", "2"], list);
  expect(tick.stdout).toBe("");
  expect(tick.stderr).toMatch(/^dailyleet: The file .*dailyleet\.db can't be locked, .*local disk\.\n/);
});
