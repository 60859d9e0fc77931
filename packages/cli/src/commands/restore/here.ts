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
import { todayOf } from "../../terminal/dates.ts";
import type { GlobalOptions } from "../../terminal/options.ts";
import { withTracker } from "../../tracker/openTracker.ts";
import type { Tracker } from "../../tracker/tracker.ts";
import { dataMeantFor } from "../../tracker/whose.ts";

/** The people who can gain from a backup, with their data. */
export interface Here {
  readonly mode: "local" | "cloud";
  readonly residents: readonly Resident[];
  /**
   * The profile of `--profile`, else the first one; in cloud mode the account. Throws `usage` for an unknown profile.
   */
  readonly active: () => Resident;
  readonly today: CivilDate;
}

/** A backup that has been read. */
export interface Chosen {
  /** The backup's path, or '-' for stdin. */
  readonly file: string;
  readonly found: ImportFile;
  readonly from: string | undefined;
}

export interface RestorePlan {
  readonly gains: readonly Gain[];
  /** As `dataMeantFor` returns it. */
  readonly stranger: string | null;
}

/** Throws `usage`, as `dataMeantFor` and for an unknown `--profile`. */
export function planFor({ mode, residents, active, today }: Here, { file, found, from }: Chosen): RestorePlan {
  const { profiles = [] } = found;
  const isForAll = mode === "local" && from === undefined && profiles.length > 0;
  if (isForAll) return { gains: planRestore(profiles, residents, today), stranger: null };
  const person = active();
  const { data, stranger } = dataMeantFor(person, mode === "cloud" ? null : residents, { found, name: file, from });
  return { gains: [planGain(person, data, today)], stranger };
}

/** How many ticks, marks and settings a plan adds or changes. */
export function amountOf({ changes, practice, settings }: ImportPlan) {
  return { ticks: changes.length, marks: practice.changes.length, settings: countSettings(changesOf(settings)) };
}

/** The number of changes in all profiles. */
export function countGains(gains: readonly Gain[]): number {
  return gains.reduce((sum, { plan }) => sum + plannedChanges(plan).length, 0);
}

export function hereIn(database: Database, today: CivilDate, profile?: string): Here {
  const residents = listProfiles(database).map((one) => {
    return { ...one, ...readPersonData(database, one.uid, today.year), isUnused: isUnused(database, one) };
  });
  return { mode: "local", residents, active: () => profileNamed(residents, profile), today };
}

/** How many ticks and marks of a backup are missing from the database. Throws as `readBackup`. */
export function lackOf(context: Context, config: Config, file: string, database: Database) {
  const chosen = { file, found: readBackup(context, file), from: undefined };
  const amounts = planFor(hereIn(database, todayOf(context, config)), chosen).gains.map(({ plan }) => amountOf(plan));
  const sum = (kind: "ticks" | "marks") => amounts.reduce((total, amount) => total + amount[kind], 0);
  return { ticks: sum("ticks"), marks: sum("marks") };
}

export async function hereOf(tracker: Tracker, today: CivilDate): Promise<Here> {
  const account = { ...tracker.person, ...(await tracker.data()), isUnused: false };
  return { mode: "cloud", residents: [account], active: () => account, today };
}

/**
 * Reads the people who can gain: in local mode those of `database`, in cloud mode the account. Its tracker stays open
 * for `use`; in local mode it is null. Writes nothing. Rejects as `withTracker`.
 */
export async function withHere<T>(
  context: Context,
  config: Config,
  options: GlobalOptions,
  database: Database,
  use: (here: Here, tracker: Tracker | null) => Promise<T>,
): Promise<T> {
  const today = todayOf(context, config);
  if (!config.firebase) return use(hereIn(database, today, options.profile), null);
  return withTracker(context, config, options, async (tracker) => use(await hereOf(tracker, today), tracker));
}
