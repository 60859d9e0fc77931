import {
  type CivilDate,
  type Config,
  changesOf,
  countSettings,
  type Gain,
  type ImportFile,
  type ImportPlan,
  planGain,
  plannedChanges,
  planRestore,
  type Resident,
} from "@dailyleet/core";
import { type Database, isUnused, listProfiles, profileNamed, readPersonData } from "@dailyleet/local";
import type { Context } from "../../context.ts";
import { readBackup } from "../../files/backupContents.ts";
import { withDatabase } from "../../files/database.ts";
import { todayOf } from "../../terminal/dates.ts";
import type { GlobalOptions } from "../../terminal/options.ts";
import { withTracker } from "../../tracker/openTracker.ts";
import type { Tracker } from "../../tracker/tracker.ts";
import { dataMeantFor } from "../../tracker/whose.ts";
import type { Damaged } from "./damage.ts";

/** Who can gain from a backup, with what each has. */
export interface Here {
  readonly mode: "local" | "cloud";
  readonly residents: readonly Resident[];
  /** The profile of `--profile`, else the first; in cloud mode the account. Throws `usage` for an unknown profile. */
  readonly active: () => Resident;
  readonly today: CivilDate;
}

/** A backup as it was read. */
export interface Chosen {
  /** Its path, or '-' for stdin. */
  readonly file: string;
  readonly found: ImportFile;
  readonly from: string | undefined;
}

export interface RestorePlan {
  readonly gains: readonly Gain[];
  /** As of `dataMeantFor`. */
  readonly stranger: string | null;
}

/** Plans a restore. Throws `usage` as `dataMeantFor`, and for an unknown `--profile` where that counts. */
export function planFor({ mode, residents, active, today }: Here, { file, found, from }: Chosen): RestorePlan {
  const { profiles = [] } = found;
  const isForAll = mode === "local" && from === undefined && profiles.length > 0;
  if (isForAll) return { gains: planRestore(profiles, residents, today), stranger: null };
  const person = active();
  const { data, stranger } = dataMeantFor(person, mode === "cloud" ? null : residents, { found, name: file, from });
  return { gains: [planGain(person, data, today)], stranger };
}

/** How many ticks, marks and settings a plan adds, or lowers. */
export function amountOf({ changes, practice, settings }: ImportPlan) {
  return { ticks: changes.length, marks: practice.changes.length, settings: countSettings(changesOf(settings)) };
}

/** The changed cells of all profiles together. */
export function countGains(gains: readonly Gain[]): number {
  return gains.reduce((sum, { plan }) => sum + plannedChanges(plan).length, 0);
}

/** The profiles in a database. */
export function hereIn(database: Database, today: CivilDate, profile?: string): Here {
  const residents = listProfiles(database).map((one) => {
    return { ...one, ...readPersonData(database, one.uid, today.year), isUnused: isUnused(database, one) };
  });
  return { mode: "local", residents, active: () => profileNamed(residents, profile), today };
}

/** How many ticks and marks of a backup the database lacks. Throws as `readBackup`. */
export function lackOf(context: Context, config: Config, file: string, database: Database) {
  const chosen = { file, found: readBackup(context, file), from: undefined };
  const amounts = planFor(hereIn(database, todayOf(context, config)), chosen).gains.map(({ plan }) => amountOf(plan));
  const sum = (kind: "ticks" | "marks") => amounts.reduce((total, amount) => total + amount[kind], 0);
  return { ticks: sum("ticks"), marks: sum("marks") };
}

/** The account of a tracker in cloud mode. */
export async function hereOf(tracker: Tracker, today: CivilDate): Promise<Here> {
  const account = { ...tracker.person, ...(await tracker.data()), isUnused: false };
  return { mode: "cloud", residents: [account], active: () => account, today };
}

/**
 * Reads who is here: in local mode from the database, or what can be read of a damaged one; in cloud mode from the tracker,
 * which stays open for `use`. Writes nothing. Rejects as `withTracker`.
 */
export function withHere<T>(
  context: Context,
  config: Config,
  options: GlobalOptions,
  damaged: Damaged | null,
  use: (here: Here, tracker: Tracker | null) => Promise<T>,
): Promise<T> {
  const today = todayOf(context, config);
  const read = (database: Database) => hereIn(database, today, options.profile);
  if (config.firebase) {
    return withTracker(context, config, options, async (tracker) => use(await hereOf(tracker, today), tracker));
  }
  return damaged
    ? use(read(damaged.database), null)
    : withDatabase(context, "preview", read).then((here) => use(here, null));
}
