import { chmodSync, cpSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { newHome } from "../../cli/support/home.ts";
import type { CliResult } from "../../support/cliProcess.ts";
import { isLong } from "../../support/long.ts";
import { preloaded } from "../../support/preload.ts";
import { choose } from "../../support/seed.ts";
import { tempDirectory } from "../../support/tempDirectory.ts";

export interface Place {
  readonly directory: string;
  run(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<CliResult>;
}

export interface Crashes {
  /** Where the run that is killed before step `at` takes place. */
  readonly place: (at: number) => Place | Promise<Place>;
  /** What is run there. It may differ from run to run, but not in its steps. */
  readonly command: (at: number, place: Place) => readonly string[];
  /** The clock of the commands, in milliseconds since the epoch. */
  readonly now?: number;
  /** What has to hold afterwards, `result` being what the command had said before it was killed. */
  readonly check: (result: CliResult, place: Place, at: number) => Promise<void>;
}

/** In the short run a quarter of the steps, another quarter at each commit. */
const STRIDE = isLong ? 1 : 4;

/**
 * Runs a command again and again, killing it before one step, before a later one and so on, until it is not killed any
 * more.
 */
export async function crashAtEachStep({ place, command, check, now = Date.now() }: Crashes): Promise<void> {
  const note = join(tempDirectory(), "step.txt");
  const crash = { NOW: String(now), CRASH_NOTE: note };
  const first = 1 + choose("crashes", STRIDE);
  for (let at = first; ; at += STRIDE) {
    const here = await place(at);
    const result = await here.run(command(at, here), preloaded(["crash"], { ...crash, CRASH_AT: String(at) }));
    const isOver = result.code === 0;
    try {
      if (!isOver) expect(result.code, result.stderr).toBeNull();
      expectPrivateAndWhole(here.directory);
      await check(result, here, at);
    } catch (error) {
      const where = isOver ? "not killed" : `killed before step ${at}, ${readFileSync(note, "utf8")}`;
      throw new Error(`${where}: ${error instanceof Error ? error.message : error}`, { cause: error });
    }
    if (isOver) return expect(at - first, "steps that were killed").toBeGreaterThan(0);
  }
}

export function copiesOf(original: Place): () => Place {
  return () => {
    const copy = newHome(tempDirectory());
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
