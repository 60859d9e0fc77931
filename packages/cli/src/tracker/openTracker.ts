import { dirname } from "node:path";
import {
  type Config,
  createPersonStore,
  type Marks,
  NO_TICKS,
  type PersonSettings,
  readYearDocuments,
  saveChanges,
  type Ticks,
  usageError,
} from "@dailyleet/core";
import { createDocumentStore, type Database, listProfiles, type Profile, profileNamed } from "@dailyleet/local";
import { unusedEmulators } from "../cloud/emulators.ts";
import type { Context } from "../context.ts";
import { lostData } from "../files/backups.ts";
import { isDatabaseMissing, openFor, type Purpose } from "../files/database.ts";
import { placesOf } from "../files/directories.ts";
import { todayOf } from "../terminal/dates.ts";
import type { GlobalOptions } from "../terminal/options.ts";
import { printNote } from "../terminal/output.ts";
import { keepBackup } from "./backups.ts";
import { openCloudTracker } from "./cloudTracker.ts";
import { allKnownYears, type Tracker } from "./tracker.ts";

export interface TrackerOptions extends GlobalOptions {
  /** Default: `read`. In cloud mode a reader, too, caches the cloud's answers. */
  readonly purpose?: Purpose | undefined;
  /** False: don't wait for a slow cloud; changes may stay `pending`. */
  readonly waits?: boolean | undefined;
}

/**
 * Opens the person's tracker while `use` runs. Throws `usage` for an unknown profile, `signin-needed` in cloud mode
 * when nobody is signed in, and as `openDatabase`.
 */
export async function withTracker<T>(
  context: Context,
  config: Config,
  { profile, purpose = "read", waits }: TrackerOptions,
  use: (tracker: Tracker) => Promise<T>,
): Promise<T> {
  const isLocal = config.firebase === undefined;
  if (!isLocal && profile !== undefined) {
    throw usageError("Profiles are for local mode, and this computer is in cloud mode; leave out --profile.");
  }
  const unused = isLocal ? unusedEmulators(context.env) : null;
  if (unused !== null) printNote(context, unused);
  const tracker = isLocal
    ? await openLocalTracker(context, config, profile, purpose)
    : await openCloudTracker(context, config, waits);
  try {
    return await use(tracker);
  } finally {
    tracker.close();
  }
}

/** The tracker of a profile on this computer; without `name`, of the first one. Throws as `withTracker`. */
export async function openLocalTracker(
  context: Context,
  config: Config,
  name: string | undefined,
  purpose: Purpose,
): Promise<Tracker> {
  // The command context reports lost data before the verb runs, so don't repeat that here.
  if (purpose === "read" && isDatabaseMissing(context) && (await lostData(context)) === null) {
    const directory = dirname(placesOf(context).databaseFile);
    printNote(context, `Nothing is in ${directory} yet; the first tick or mark makes the database.`);
  }
  const database = await openFor(purpose, context);
  try {
    return localTracker(context, config, database, profileNamed(listProfiles(database), name));
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * The tracker of one of several profiles that change in one transaction. It saves in the transaction that is open and
 * keeps no daily backup, because that must not hold changes that may still be rolled back.
 */
export function partTracker(context: Context, config: Config, database: Database, person: Profile): Tracker {
  const joined: Database = { ...database, transactionAsync: (work) => work() };
  return { ...localTracker(context, config, joined, person), keepBackup: async () => {} };
}

/** Closes `database` when the tracker is closed. */
function localTracker(context: Context, config: Config, database: Database, person: Profile): Tracker {
  const store = createPersonStore(createDocumentStore(database, person.uid, context.now), person.uid);
  const today = todayOf(context, config);
  const ticks = async (wanted: readonly number[]) => {
    const { years, documents } = await readYearDocuments(store, wanted, today);
    const found = new Map(documents.map(({ table, cells }) => [table, cells]));
    return Object.fromEntries(years.map((year): [number, Ticks] => [year, found.get(year) ?? NO_TICKS]));
  };
  const marks = async () => (await store.readNamed("marks")).cells as Marks;
  const settings = async () => (await store.readNamed("settings")).cells as PersonSettings;
  const data = async () => ({
    ticks: await ticks(allKnownYears(today, { database, person })),
    marks: await marks(),
    settings: await settings(),
  });
  return {
    person,
    database,
    ticks,
    knownTicks: ticks,
    marks,
    knownMarks: marks,
    settings,
    data,
    storedData: data,
    save: (changes, remember) =>
      database.transactionAsync(async () => {
        const made = await saveChanges(store, changes, today);
        remember(made);
        return { changes: made, saved: "local" };
      }),
    keepBackup: (written) => keepBackup(context, config, database, written),
    close: database.close,
  };
}
