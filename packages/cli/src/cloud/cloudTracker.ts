import {
  type Change,
  type Config,
  cellKey,
  type DailyleetError,
  hasCode,
  isDone,
  NO_TICKS,
  overlayYears,
  type PendingChange,
  readYears,
  type SavedChange,
  type TicksByYear,
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import { note } from "../print.ts";
import type { ChangeResult, Tracker } from "../tracker.ts";
import { type Cloud, openCloud, send } from "./cloud.ts";

/** The ticks of who is signed in: durable in the outbox of this computer first, then in Firestore. */
export async function openCloudTracker(context: Context, config: Config): Promise<Tracker> {
  const cloud = await openCloud(context, config);
  const { uid, email, database, known } = cloud;
  let isOffline = false;
  const read = async (years: readonly number[]) => {
    const found = isOffline ? null : await fetchOrTell(context, cloud, years);
    isOffline = found === null;
    return found ?? known.read(years);
  };
  return {
    mode: "cloud",
    person: { uid, name: email ?? uid },
    database,
    readYears: async (years) => withUnsent(cloud, await read(years)),
    readStored: async (years) => withUnsent(cloud, await fetchStored(context, cloud, years)),
    readKnown: async (years) => withUnsent(cloud, await known.read(years)),
    async change(changes, noteChanges) {
      const result = await change(context, cloud, changes);
      tellFailure(context, () => noteChanges(result.changes));
      return result;
    },
    close: database.close,
  };
}

/** Null, and a note, when the cloud cannot be reached. */
async function fetchOrTell(context: Context, cloud: Cloud, years: readonly number[]): Promise<TicksByYear | null> {
  try {
    return await fetchStored(context, cloud, years);
  } catch (error) {
    if (!hasCode(error, "unavailable", "busy", "conflict", "storage")) throw error;
    note(context, `${error.message} What follows is what this computer knew last.`);
    return null;
  }
}

async function fetchStored(context: Context, cloud: Cloud, years: readonly number[]): Promise<TicksByYear> {
  const failure = await send(cloud);
  if (failure && !hasCode(failure, "refused", "usage", "storage")) throw failure;
  const found = await readYears(cloud.store, years, cloud.today);
  if (failure) note(context, failure.message);
  return found;
}

async function withUnsent({ outbox, uid }: Cloud, years: TicksByYear): Promise<TicksByYear> {
  return overlayYears(years, await outbox.list(uid));
}

async function change(context: Context, cloud: Cloud, changes: readonly Change[]): Promise<ChangeResult> {
  const { uid, outbox, known } = cloud;
  const before = await outbox.list(uid);
  const copies = await known.read([...new Set(changes.map(({ year }) => year))]);
  const put = await outbox.put(uid, changes);
  const failure = await send(cloud);
  const saved = withStatesBefore(cloud, put, before, copies);
  const waiting = new Set((await outbox.list(uid)).map(({ sequence }) => sequence));
  const left = put.filter(({ sequence }) => waiting.has(sequence)).length;
  if (failure && left > 0) tellWaiting(context, failure, left);
  return { changes: saved, saved: left === 0 ? "cloud" : "pending" };
}

/** The changes are kept by then: that `undo` may not know of them must not look like a failure of theirs. */
function tellFailure(context: Context, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!hasCode(error, "storage", "busy")) throw error;
    note(context, `${error.message} The change is kept, but 'dailyleet undo' may not know of it.`);
  }
}

/** A change that was waiting says best what the person saw before; then the cloud; then this computer's copy. */
function withStatesBefore(
  { known }: Cloud,
  put: readonly PendingChange[],
  before: readonly PendingChange[],
  copies: TicksByYear,
): SavedChange[] {
  const waited = new Map(before.map((pending) => [cellKey(pending), pending.done]));
  return put.map(({ year, day, source, done }) => {
    const cell = { year, day, source };
    const ticks = known.firstRead(year) ?? copies[year] ?? NO_TICKS;
    return { ...cell, done, was: waited.get(cellKey(cell)) ?? isDone(ticks, cell) };
  });
}

function tellWaiting(context: Context, failure: DailyleetError, count: number): void {
  const changes = count === 1 ? "The change is" : `The ${count} changes are`;
  const isLater = ["unavailable", "busy", "conflict", "storage"].includes(failure.code);
  note(
    context,
    `${failure.message} ${changes} kept on this computer${isLater ? " and sent with the next command" : ""}.`,
  );
  if (!isLater) context.setExitCode(failure.exitCode);
}
