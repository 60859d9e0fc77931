import {
  cellKey,
  cellKeys,
  changesOf,
  type FoundTick,
  NO_MARKS,
  planImport,
  shownTicks,
  ticksOf,
} from "@dailyleet/core";
import { change } from "../changes/change.ts";
import type { Connection } from "../replica/connection.ts";
import { readForPerson, requireConnection } from "../replica/localServer.ts";
import { currentDay } from "../view/today.ts";

/** The answer to `POST /fetch`. */
export interface Findings {
  readonly sites: readonly { readonly site: string; readonly line: string; readonly fault: string | null }[];
  /** In the order of their days. */
  readonly ticks: readonly FoundTick[];
}

/** The server asks five judges for several pages each, after the requests of other tabs. */
const TIMEOUT_MS = 120_000;

/** Has the local server ask the judges. Rejects with a sentence. */
export async function askForTicks(): Promise<Findings> {
  const connection = requireConnection();
  const { answer } = await readForPerson({ method: "POST", url: "/fetch", json: {}, timeoutMs: TIMEOUT_MS });
  const { sites, ticks } = answer as unknown as Findings;
  const missing = cellKeys(changesOf(await planAdding(ticks, connection)));
  return { sites, ticks: ticks.filter(({ cell }) => missing.has(cellKey(cell))) };
}

/** Adds ticks as one undo step, except ticks done meanwhile. */
export async function addTicks(ticks: readonly FoundTick[]): Promise<void> {
  void change(...changesOf(await planAdding(ticks, requireConnection())));
}

async function planAdding(ticks: readonly FoundTick[], { replica }: Connection) {
  const cells = ticks.map(({ cell }) => cell);
  const years = [...new Set(cells.map(({ table }) => table))];
  await replica.load(years);
  await replica.fetchYears(years);
  const here = { ticks: shownTicks(replica, years), marks: NO_MARKS };
  return planImport(here, { ticks: ticksOf(cells), marks: NO_MARKS }, currentDay()).changes;
}
