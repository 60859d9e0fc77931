import { complaintOf, type HttpCall } from "@dailyleet/client";
import {
  cellKey,
  cellKeys,
  changesOf,
  type FoundTick,
  isRecord,
  NO_MARKS,
  parseJson,
  planImport,
  shownTicks,
  ticksOf,
} from "@dailyleet/core";
import { requireConnection } from "../data/transfer.ts";
import type { Connection } from "../replica/connection.ts";
import { http } from "../session/http.ts";
import { access } from "../session/session.ts";
import { makeChange } from "../undo/makeChange.ts";
import { currentDay } from "../view/today.ts";

/** The answer to `POST /fetch`. */
export interface Findings {
  readonly sites: readonly { readonly site: string; readonly line: string; readonly fault: string | null }[];
  /** In the order of their days. */
  readonly ticks: readonly FoundTick[];
}

/** Five sites, each with several pages, after other tabs have asked. */
const TIMEOUT_MS = 120_000;

const UNREADABLE = "The local server's answer can't be read; try again.";

/** Asks the local server for what it knows by the person's settings, which it has by then. */
export async function askForPerson(call: Pick<HttpCall, "method" | "url" | "json" | "timeoutMs">) {
  const { uid, replica } = requireConnection();
  await replica.sync();
  const token = await (await access).idToken(uid);
  return http({ ...call, server: "the local server", headers: { authorization: `Bearer ${token}` } });
}

/** Has the local server ask the sites. Rejects with a sentence. */
export async function findTicks(): Promise<Findings> {
  const connection = requireConnection();
  const response = await askForPerson({ method: "POST", url: "/fetch", json: {}, timeoutMs: TIMEOUT_MS });
  const answer = parseJson(response.body);
  if (response.status !== 200 || !isRecord(answer)) throw new Error(complaintOf(response)?.message || UNREADABLE);
  const { sites, ticks } = answer as unknown as Findings;
  const missing = cellKeys(changesOf(await planAdding(ticks, connection)));
  return { sites, ticks: ticks.filter(({ cell }) => missing.has(cellKey(cell))) };
}

/** Adds ticks as one step of undo; those that are done by now stay as they are. */
export async function addTicks(ticks: readonly FoundTick[]): Promise<void> {
  const connection = requireConnection();
  const step = await planAdding(ticks, connection);
  if (step.length > 0) makeChange(...step);
}

async function planAdding(ticks: readonly FoundTick[], { replica }: Connection) {
  const cells = ticks.map(({ cell }) => cell);
  const years = [...new Set(cells.map(({ table }) => table))];
  await replica.load(years);
  await replica.fetchYears(years);
  const here = { ticks: shownTicks(replica, years), marks: NO_MARKS };
  return planImport(here, { ticks: ticksOf(cells), marks: NO_MARKS }, currentDay()).changes;
}
