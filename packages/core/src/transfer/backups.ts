import { fold } from "../text.ts";
import { type ExportDocument, exportDocument, type PersonData } from "./exportDocument.ts";

export interface BackedUpProfile extends PersonData {
  readonly uid: string;
  readonly name: string;
}

/** An export of the first profile; `profiles` names it without data, and has the other profiles with theirs. */
interface BackupDocument extends ExportDocument {
  readonly profiles?: readonly (Pick<BackedUpProfile, "uid" | "name"> & Partial<ExportDocument>)[];
}

export function backupDocument([first, ...others]: readonly [BackedUpProfile, ...BackedUpProfile[]]): BackupDocument {
  const document = exportDocument(first);
  if (others.length === 0) return document;
  const entries = others.map(({ uid, name, ...data }) => ({ uid, name, ...exportDocument(data) }));
  return { ...document, profiles: [{ uid: first.uid, name: first.name }, ...entries] };
}

export interface ReadData extends PersonData {
  /** Of a backup of several profiles; the first has the data of the file itself. */
  readonly profiles?: readonly BackedUpProfile[];
}

/** A person's data in a file; of several profiles that with the uid, else with the name; null for neither. */
export function profileIn(file: ReadData, { uid, name }: Pick<BackedUpProfile, "uid" | "name">): PersonData | null {
  const { profiles } = file;
  if (profiles === undefined) return file;
  const named = profiles.find((profile) => fold(profile.name) === fold(name));
  return profiles.find((profile) => profile.uid === uid) ?? named ?? null;
}

const DAYS_KEPT = 7;
const MONTHS_KEPT = 12;

/**
 * The daily backups to delete: all but the last seven, and the first of each of the last twelve months that have one. Dates
 * are `YYYY-MM-DD`. Backups from after today, which a wrong clock made, do not count and stay.
 */
export function expiredBackups(dates: readonly string[], today: string): string[] {
  const past = dates.filter((date) => date <= today).sort();
  const firsts = past.filter((date, index) => date.slice(0, 7) !== past[index - 1]?.slice(0, 7));
  const kept = new Set([...past.slice(-DAYS_KEPT), ...firsts.slice(-MONTHS_KEPT)]);
  return past.filter((date) => !kept.has(date));
}
