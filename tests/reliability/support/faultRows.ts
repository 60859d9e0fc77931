import { it } from "vitest";
import { FAULTS, type Fault } from "../../client/support/faults.ts";
import { isLong } from "../../support/long.ts";
import { preloaded } from "../../support/preload.ts";
import type { Cloud } from "./cloud.ts";
import { type Desk, newDesk } from "./desk.ts";
import type { RequestKind } from "./faultyServer.ts";
import { inParallel } from "./pool.ts";

export interface Row {
  readonly name: string;
  readonly kind: RequestKind;
  /** The server has done it before the answer went wrong. */
  readonly isApplied?: boolean;
  /** As in `newDesk`. */
  readonly hasCopy?: boolean;
}

export const HURRY = preloaded(["hurry"]);
/** One sentence and nothing else. */
export const SENTENCE = /^dailyleet: [^\n]+\.\n$/;
export const FAULTS_TIMEOUT = isLong ? 1_800_000 : 240_000;

/** Each fault meets each row in the long run; in the short one a sixteenth of these pairs, another one each time. */
const STRIDE = isLong ? 1 : 16;
const SHARE = Math.floor(Math.random() * STRIDE);
let rows = 0;

/** Makes tests: `check` for the chosen faults of a row, each with a person and a computer of its own. */
export function itMeets(cloud: Cloud, row: Row, check: (desk: Desk, fault: Fault) => Promise<void>): void {
  const offset = rows++;
  const faults = FAULTS.filter((_, index) => (index + offset) % STRIDE === SHARE);
  it(`${row.name}: ${faults.length} faults`, { timeout: FAULTS_TIMEOUT }, async () => {
    await inParallel(faults, async (fault) => {
      const desk = await newDesk(cloud, { hasCopy: row.hasCopy ?? true });
      desk.server.break({ kind: row.kind, reply: fault.reply, isApplied: row.isApplied ?? false });
      await meet(`${row.name}, ${fault.name}`, () => check(desk, fault));
    });
  });
}

/** Says in a failure which pair it was. */
export async function meet(name: string, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    throw new Error(`after ${name}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
