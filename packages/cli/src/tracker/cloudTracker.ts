import {
  type Cache,
  type Change,
  type Config,
  cellKey,
  cellKeys,
  cellsIn,
  closedPath,
  createPersonStore,
  createReplica,
  type DailyleetError,
  exitCodeOf,
  hasCode,
  namedPath,
  once,
  openPath,
  type Replica,
  shownTicks,
  type TicksByYear,
  yearIn,
} from "@dailyleet/core";
import { createOutbox, type Database, keepKnown, readKnown, withLock } from "@dailyleet/local";
import { servicesOf, withDeadline } from "../cloud/services.ts";
import { openDocuments, protectSessions, requireSession } from "../cloud/session.ts";
import type { Context } from "../context.ts";
import { placesOf } from "../files/directories.ts";
import { cacheIfPossible } from "../files/files.ts";
import { todayOf } from "../terminal/dates.ts";
import { printNote, printNotes } from "../terminal/output.ts";
import { keepBackup } from "./backups.ts";
import { allKnownYears, type ChangeResult, type Tracker } from "./tracker.ts";

/** A tracker that saves changes in this computer's outbox, then in Firestore. `waits` as for `openCloud`. */
export async function openCloudTracker(context: Context, config: Config, waits = true): Promise<Tracker> {
  const { uid, email, database, replica } = await openCloud(context, config, waits);
  const person = { uid, name: email ?? uid };
  const allTicks = async (read: (years: readonly number[]) => Promise<TicksByYear>) => {
    await replica.load([]);
    return read(allKnownYears(todayOf(context, config), { database, person }, replica.pending()));
  };
  const afterSending = onceSender(context, replica);
  const readSettings = once(() => replica.fetchNamed("settings"));
  /** Reads the settings in parallel with every request, without a further wait, so that later commands know them. */
  const withSettings = async <T>(work: Promise<T>): Promise<T> => {
    const [found] = await Promise.all([work, readSettings().catch(() => {})]);
    return found;
  };
  const fetchTicks = (years: readonly number[]) =>
    withSettings(afterSending(async () => shownTicks(replica, await replica.fetchYears(years))));
  const fetchMarks = () =>
    withSettings(
      afterSending(async () => {
        await replica.fetchNamed("marks");
        return replica.marks().cells;
      }),
    );
  const fetchSettings = () =>
    afterSending(async () => {
      await readSettings();
      return replica.settings().cells;
    });
  const knownTicks = async (years: readonly number[]) => {
    await replica.load(years);
    return shownTicks(replica, years);
  };
  const knownMarks = async () => {
    await replica.load(["marks"]);
    return replica.marks().cells;
  };
  const knownSettings = async () => {
    await replica.load(["settings"]);
    return replica.settings().cells;
  };
  let isOffline = false;
  const orKnown = async <T>(fetch: () => Promise<T>, read: () => Promise<T>): Promise<T> => {
    if (isOffline) return read();
    return fetch().catch((error: unknown) => {
      if (!hasCode(error, "unavailable", "site-fault", "busy", "conflict", "storage")) throw error;
      // Concurrent reads fail together; report the failure once.
      if (!isOffline) printNote(context, `${error.message} Showing what this computer last knew.`);
      isOffline = true;
      return read();
    });
  };
  const ticks = (years: readonly number[]) =>
    orKnown(
      () => fetchTicks(years),
      () => knownTicks(years),
    );
  const marks = () => orKnown(fetchMarks, knownMarks);
  const settings = () => orKnown(fetchSettings, knownSettings);
  return {
    person,
    database,
    ticks,
    knownTicks,
    marks,
    knownMarks,
    settings,
    data: async () => ({ ticks: await allTicks(ticks), marks: await marks(), settings: await settings() }),
    storedData: async () => ({
      ticks: await allTicks(fetchTicks),
      marks: await fetchMarks(),
      settings: await fetchSettings(),
    }),
    async save(changes, remember) {
      const result = await withSettings(sendChanges(context, replica, changes, waits));
      tellFailure(context, () => remember(result.changes));
      return result;
    },
    keepBackup(written) {
      const read = async () => ({
        ...person,
        ticks: await allTicks(knownTicks),
        marks: await knownMarks(),
        settings: await knownSettings(),
      });
      return keepBackup(context, config, database, written, { uid, read });
    },
    close: database.close,
  };
}

/** The longest waits of a command: for a silent network, and for another process that holds the lock. */
const PATIENT = { networkMs: 8_000, lockMs: 30_000 };
/** For --no-wait: long enough for a working network, too short to feel like waiting. */
const BRIEF = { networkMs: 300, lockMs: 300 };

/**
 * The signed-in person's replica on this computer. Without `waits`, a network slower than 0.3 seconds counts as
 * offline. Throws `signin-needed` before it writes anything, and as `servicesOf` and `openDatabase`.
 */
async function openCloud(context: Context, config: Config, waits = true) {
  const { networkMs, lockMs } = waits ? PATIENT : BRIEF;
  const network = withDeadline(context, networkMs);
  const services = servicesOf(context, config, network);
  printNotes(context, [...services.notes, ...protectSessions(context)]);
  const { uid, email } = requireSession(context, services.issuer);
  const today = todayOf(context, config);
  const database = context.openDatabase(placesOf(context).databaseFile);
  const documents = openDocuments(context, services, uid, database);
  const replica = createReplica({
    store: createPersonStore(documents, uid, { wait: network.wait, random: Math.random }),
    outbox: createOutbox(database),
    cache: createCloudCache(database, uid),
    // Only one process sends at a time.
    lock: (work) => withLock(database, "flush", work, lockMs),
    today: () => today,
    // Only a read before the commit gives the state before a change.
    readsFirst: true,
  });
  return { uid, email, database, replica };
}

export function createCloudCache(database: Database, uid: string): Cache {
  return {
    async read(table) {
      const fieldsOf = (path: string) => readKnown(database, uid, path)?.fields ?? null;
      const fieldsOfYear = (year: number) => {
        const open = fieldsOf(openPath(uid));
        return open && yearIn(open) === year ? open : fieldsOf(closedPath(uid, year));
      };
      const fields = typeof table === "string" ? fieldsOf(namedPath(uid, table)) : fieldsOfYear(table);
      return fields && cellsIn(table, fields);
    },
    keep({ path, fields, version }) {
      if (version !== null) cacheIfPossible(() => keepKnown(database, uid, path, { fields, updateTime: version }));
    },
  };
}

/**
 * Sends pending changes before the command's first read. Reports a failure to send once. If the read fails for the same
 * reason, leaves the report to the read's error.
 */
function onceSender(context: Context, replica: Replica): <T>(read: () => Promise<T>) => Promise<T> {
  let untold: DailyleetError | null = null;
  const send = once(async () => {
    const { error } = await replica.sync();
    if (error && !hasCode(error, "refused", "usage", "storage")) throw error;
    untold = error;
  });
  const tell = () => {
    if (untold) printNote(context, untold.message);
    untold = null;
  };
  return async (read) => {
    await send();
    const answer = await read().catch((error: Error) => {
      if (error.message !== untold?.message) tell();
      throw error;
    });
    tell();
    return answer;
  };
}

/** Returns each change with the state before it: the state shown for a cell with a pending change, else the cloud's. */
async function sendChanges(
  context: Context,
  replica: Replica,
  changes: readonly Change[],
  waits: boolean,
): Promise<ChangeResult> {
  await replica.load([...new Set(changes.map(({ table }) => table))]);
  const waited = cellKeys(replica.pending());
  const made = await replica.change(changes);
  const { saved, error } = await replica.sync();
  const cells = cellKeys(changes);
  const left = replica.pending().filter((change) => cells.has(cellKey(change))).length;
  if (error && left > 0) tellWaiting(context, error, left, waits);
  const stored = new Map(saved.map(({ change, was }) => [cellKey(change), was]));
  return {
    changes: made.map(({ change, was }) => {
      const key = cellKey(change);
      return { change, was: (waited.has(key) ? undefined : stored.get(key)) ?? was };
    }),
    saved: left === 0 ? "cloud" : "pending",
  };
}

/** Calls `remember`. A failure of it must not look like a failure to save the changes. */
function tellFailure(context: Context, remember: () => void): void {
  try {
    remember();
  } catch (error) {
    if (!hasCode(error, "storage", "busy")) throw error;
    printNote(context, `${error.message} The change is saved, but 'dailyleet undo' may not find it.`);
  }
}

function tellWaiting(context: Context, failure: DailyleetError, count: number, waits: boolean): void {
  const changes = count === 1 ? "The change is" : `The ${count} changes are`;
  const isLater = ["unavailable", "site-fault", "busy", "conflict", "storage"].includes(failure.code);
  const later = hasCode(failure, "conflict")
    ? "; the next command tries again"
    : " and will be sent with the next command";
  // With --no-wait, being offline is expected.
  const isExpected = !waits && hasCode(failure, "unavailable", "busy");
  const reason = isExpected ? "Not in the cloud yet." : failure.message;
  printNote(context, `${reason} ${changes} saved on this computer${isLater ? later : ""}.`);
  if (!isLater) context.setExitCode(exitCodeOf(failure));
}

/**
 * Sends the signed-in person's pending changes and retries refused ones. `error` is the reason why some were not sent;
 * those stay in the outbox.
 */
export async function syncCloud(context: Context, config: Config) {
  const { replica, database } = await openCloud(context, config);
  try {
    await replica.load([]);
    const before = replica.pending().length;
    const { error } = await replica.sync({ isRetry: true });
    const { waiting, refused } = replica.status();
    return { sent: Math.max(0, before - waiting - refused), waiting, refused, error };
  } finally {
    database.close();
  }
}
