import {
  cellKey,
  cellKeys,
  changesOf,
  dayOfYear,
  isRecord,
  NO_MARKS,
  parseJson,
  planImport,
  readDate,
  type SourceNumber,
  shownTicks,
  type TickCell,
  tickCell,
  ticksOf,
} from "@dailyleet/core";
import { requireConnection } from "../data/transfer.ts";
import { type Connection, submit } from "../replica/connection.ts";
import { http } from "../session/http.ts";
import { access } from "../session/session.ts";
import { recordStep } from "../undo/undo.ts";
import { currentDay } from "../view/today.ts";

/** A missing tick, as the local server tells it. */
interface AnswerTick {
  /** '2026-11-24' */
  readonly date: string;
  readonly source: SourceNumber;
  readonly name: string;
  /** The names of the problems that the site lists for it. */
  readonly problems: readonly string[];
}

/** The answer to `POST /fetch`. */
interface Answer {
  readonly sites: readonly { readonly site: string; readonly line: string; readonly fault: string | null }[];
  readonly changes: readonly AnswerTick[];
  /** Of sites that state no zone: the person chooses the days. */
  readonly offered: readonly AnswerTick[];
}

export interface FoundTick extends AnswerTick {
  readonly cell: TickCell;
  readonly isOffered: boolean;
}

export interface Findings {
  readonly sites: Answer["sites"];
  /** In the order of their days. */
  readonly ticks: readonly FoundTick[];
}

/** Five sites, each with several pages, after other tabs have asked. */
const TIMEOUT_MS = 120_000;

/** Has the local server ask the sites. Rejects with a sentence. */
export async function findTicks(): Promise<Findings> {
  const connection = requireConnection();
  const token = await (await access).idToken(connection.uid);
  const { status, body } = await http({
    method: "POST",
    url: "/fetch",
    server: "the local server",
    headers: { authorization: `Bearer ${token}` },
    json: {},
    timeoutMs: TIMEOUT_MS,
  });
  const answer = parseJson(body);
  if (status !== 200 || !isRecord(answer)) throw new Error(messageIn(answer));
  const { sites, changes, offered } = answer as unknown as Answer;
  const ticks = [...changes.map((tick) => foundTick(tick, false)), ...offered.map((tick) => foundTick(tick, true))];
  const missing = cellKeys(changesOf(await planAdding(ticks, connection)));
  const open = ticks.filter(({ cell }) => missing.has(cellKey(cell)));
  return { sites, ticks: open.toSorted((a, b) => a.date.localeCompare(b.date)) };
}

/** Adds ticks as one step of undo; those that are done by now stay as they are. */
export async function addTicks(ticks: readonly FoundTick[]): Promise<void> {
  const connection = requireConnection();
  const step = await planAdding(ticks, connection);
  if (step.length === 0) return;
  void submit(changesOf(step));
  recordStep(step, connection);
}

async function planAdding(ticks: readonly FoundTick[], { replica }: Connection) {
  const cells = ticks.map(({ cell }) => cell);
  const years = [...new Set(cells.map(({ table }) => table))];
  await replica.load(years);
  await replica.fetchYears(years);
  const here = { ticks: shownTicks(replica, years), marks: NO_MARKS };
  return planImport(here, { ticks: ticksOf(cells), marks: NO_MARKS }, currentDay()).changes;
}

function foundTick(tick: AnswerTick, isOffered: boolean): FoundTick {
  const date = readDate(tick.date);
  if (date === null) throw new Error(messageIn(null));
  return { ...tick, cell: tickCell(date.year, dayOfYear(date), tick.source), isOffered };
}

function messageIn(answer: unknown): string {
  const error = isRecord(answer) && isRecord(answer.error) ? answer.error : {};
  return typeof error.message === "string" ? error.message : "The local server's answer can't be read; try again.";
}
