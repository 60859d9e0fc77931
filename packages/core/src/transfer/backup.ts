import { fold } from "../text.ts";
import { allDoneCells, allMarks, type ExportDocument, exportDocument, type PersonData } from "./exportDocument.ts";

export interface BackedUpProfile extends PersonData {
  readonly uid: string;
  readonly name: string;
}

/** A large change that a backup is saved before or after. `changes` were made in the page, which does not name them. */
const EVENTS = ["import", "fetch", "restore", "undo", "redo", "removal", "changes"] as const;

/** Why a backup was saved. */
export type BackupReason = "first of the day" | `${"before" | "after"} ${(typeof EVENTS)[number]}`;

const REASONS: readonly BackupReason[] = [
  "first of the day",
  ...EVENTS.flatMap((event) => [`before ${event}`, `after ${event}`] as const),
];

/** When and why a backup was saved. */
export interface BackupOrigin {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly reason: BackupReason;
}

/** An export of the first profile, which has no data in `profiles`, and the other profiles with theirs. */
interface BackupDocument extends ExportDocument {
  readonly profiles: readonly (Pick<BackedUpProfile, "uid" | "name"> & Partial<ExportDocument>)[];
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly reason: BackupReason;
}

export function backupDocument(
  [first, ...others]: readonly [BackedUpProfile, ...BackedUpProfile[]],
  { time, reason }: BackupOrigin,
): BackupDocument {
  const entries = others.map(({ uid, name, ...data }) => ({ uid, name, ...exportDocument(data) }));
  const profiles = [{ uid: first.uid, name: first.name }, ...entries] as const;
  return { ...exportDocument(first), profiles, time: new Date(time).toISOString(), reason };
}

/** Null for a document that does not say it. */
export function readOrigin({ time, reason }: Readonly<Record<string, unknown>>): BackupOrigin | null {
  const at = typeof time === "string" ? Date.parse(time) : Number.NaN;
  const known = REASONS.find((each) => each === reason);
  return Number.isNaN(at) || known === undefined ? null : { time: at, reason: known };
}

/** A text for each tick and mark with its owner, the same in every backup. */
export function entriesOf(profiles: readonly BackedUpProfile[]): string[] {
  return profiles.flatMap(({ uid, ticks, marks }) =>
    [...allDoneCells(ticks), ...allMarks(marks)].map((cell) => JSON.stringify([uid, cell])),
  );
}

export interface ReadData extends PersonData {
  /** The profiles of a backup; the first has the data of the file itself. */
  readonly profiles?: readonly BackedUpProfile[];
  /** Of a backup: when and why it was saved. */
  readonly origin?: BackupOrigin | null;
}

/** A person's data in a file; in one with several profiles, `sameProfile`. */
export function profileIn(file: ReadData, person: Pick<BackedUpProfile, "uid" | "name">): PersonData | null {
  const { profiles = [] } = file;
  return profiles.length < 2 ? file : sameProfile(profiles, person);
}

/** The profile with the uid, else the one with the name; null for neither. */
export function sameProfile<Profile extends Pick<BackedUpProfile, "uid" | "name">>(
  profiles: readonly Profile[],
  { uid, name }: Pick<BackedUpProfile, "uid" | "name">,
): Profile | null {
  const named = profiles.find((profile) => fold(profile.name) === fold(name));
  return profiles.find((profile) => profile.uid === uid) ?? named ?? null;
}

const DAYS_KEPT = 7;
const MONTHS_KEPT = 12;

/**
 * The daily backups that today's backup replaces, by their dates `YYYY-MM-DD`. Keeps the last seven and the first of each of
 * the last twelve months with backups. Ignores backups from after today, which a wrong clock made, and older ones that an
 * earlier day kept for their contents.
 */
export function expiredBackups(dates: readonly string[], today: string): string[] {
  const past = [...new Set(dates.filter((date) => date <= today))].sort();
  const kept = keptDates(past);
  return keptDates(past.filter((date) => date < today)).filter((date) => !kept.includes(date));
}

function keptDates(dates: readonly string[]): string[] {
  const firsts = dates.filter((date, index) => date.slice(0, 7) !== dates[index - 1]?.slice(0, 7));
  return [...new Set([...dates.slice(-DAYS_KEPT), ...firsts.slice(-MONTHS_KEPT)])];
}
