import { chmodSync, cpSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Home } from "../../cli/support/home.ts";
import { localHome } from "../../cli/support/localHome.ts";
import { type CliResult, runCli } from "../../support/cliProcess.ts";
import type { Environment } from "../../support/inProcess.ts";
import { preloaded } from "../../support/preload.ts";
import { tempDirectory } from "../../support/tempDirectory.ts";

interface Place {
  readonly directory: string;
  readonly env?: NodeJS.ProcessEnv;
}

export interface Crashes<P extends Place> {
  /** The place of the run that is killed before step `at`. Step 0 stands for the run that is not killed. */
  readonly place: (at: number) => P | Promise<P>;
  /** The command of the run. It may differ between runs, but must have the same steps. */
  readonly command: (at: number, place: P) => readonly string[];
  /** The clock of the commands (ms since the epoch). */
  readonly now?: number;
  /** Checks the state after the run. `result` has the output up to the kill. */
  readonly check: (result: CliResult, place: P, at: number) => Promise<void>;
}

/** Runs a command once to its end, and then once for each step, killed before that step. */
export async function crashAtSteps<P extends Place>({
  place,
  command,
  check,
  now = Date.now(),
}: Crashes<P>): Promise<void> {
  const note = join(tempDirectory(), "step.txt");
  const run = async (at: number) => {
    const here = await place(at);
    const preload = preloaded(["crash"], { NOW: String(now), CRASH_NOTE: note, CRASH_AT: String(at) });
    const result = await runCli(here.directory, command(at, here), { ...here.env, ...preload });
    const said = readFileSync(note, "utf8");
    try {
      // A run with fewer steps than the first one is not killed.
      const isWhole = at === 0 || Number(said) < at;
      expect(result.code, result.stderr).toBe(isWhole ? 0 : null);
      expectPrivateAndWhole(here.directory);
      await check(result, here, at);
    } catch (error) {
      const where = at === 0 ? "not killed" : `killed before step ${at}, ${said}`;
      throw new Error(`${where}: ${error instanceof Error ? error.message : error}`, { cause: error });
    }
    return said;
  };
  const steps = Number(await run(0));
  expect(steps).toBeGreaterThan(5);
  for (let at = 1; at <= steps; at++) await run(at);
}

export function copiesOf(original: Place, environment: Environment = {}): () => Home {
  return () => {
    const copy = localHome(environment);
    cpSync(original.directory, copy.directory, { recursive: true });
    for (const entry of readdirSync(copy.directory, { recursive: true, withFileTypes: true })) {
      // `cpSync` keeps the modes of files only.
      if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o700);
    }
    return copy;
  };
}

/** Only the owner can access the files that the program wrote, and no JSON file is incomplete. */
function expectPrivateAndWhole(directory: string): void {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    expect(statSync(path).mode & 0o077, path).toBe(0);
    if (entry.name.endsWith(".json")) JSON.parse(readFileSync(path, "utf8"));
  }
}
