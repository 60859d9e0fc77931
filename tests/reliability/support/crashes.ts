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
  /** Where the run that is killed before step `at` takes place; step 0 stands for the run that is not. */
  readonly place: (at: number) => P | Promise<P>;
  /** What is run there. It may differ from run to run, but not in its steps. */
  readonly command: (at: number, place: P) => readonly string[];
  /** The clock of the commands, in milliseconds since the epoch. */
  readonly now?: number;
  /** What has to hold afterwards, `result` being what the command had said before it was killed. */
  readonly check: (result: CliResult, place: P, at: number) => Promise<void>;
}

/** Runs a command once whole, and again for each step before which it is killed. */
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
      // A run with fewer steps than the first is not killed.
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
      // Only files keep their modes.
      if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o700);
    }
    return copy;
  };
}

/** Whatever the program wrote is its owner's alone, and no JSON file is half written. */
function expectPrivateAndWhole(directory: string): void {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    expect(statSync(path).mode & 0o077, path).toBe(0);
    if (entry.name.endsWith(".json")) JSON.parse(readFileSync(path, "utf8"));
  }
}
