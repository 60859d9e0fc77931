import { NO_SETTINGS } from "../settings/settings.ts";
import {
  allDoneCells,
  allMarks,
  allSettings,
  type ExportDocument,
  exportDocument,
  type OwnedData,
} from "./exportDocument.ts";

/** A large change that a backup is saved before or after. `changes` are without a name, as those of the page. */
const EVENTS = ["import", "fetch", "restore", "undo", "redo", "removal", "changes"] as const;

/** Why a backup was saved. */
export type BackupReason = "first of the day" | `${"before" | "after"} ${(typeof EVENTS)[number]}`;

const REASONS: readonly BackupReason[] = [
  "first of the day",
  ...EVENTS.flatMap((event) => [`before ${event}`, `after ${event}`] as const),
];

/** `command` is how `undo` names the change; other commands than those above make changes of any kind. */
export function reasonAfter(command: string): BackupReason {
  return `after ${EVENTS.find((event) => event === command) ?? "changes"}`;
}

/** When and why a backup was saved. */
export interface BackupOrigin {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly reason: BackupReason;
}

/** An export of all profiles. */
interface BackupDocument extends ExportDocument {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly reason: BackupReason;
}

export function backupDocument(
  profiles: readonly [OwnedData, ...OwnedData[]],
  { time, reason }: BackupOrigin,
): BackupDocument {
  return { ...exportDocument(...profiles), time: new Date(time).toISOString(), reason };
}

/** Null for a document that does not say it. */
export function readOrigin({ time, reason }: Readonly<Record<string, unknown>>): BackupOrigin | null {
  const at = typeof time === "string" ? Date.parse(time) : Number.NaN;
  const known = REASONS.find((each) => each === reason);
  return Number.isNaN(at) || known === undefined ? null : { time: at, reason: known };
}

/** A text for each tick, mark and setting with its owner, the same in every backup. */
export function entriesOf(profiles: readonly OwnedData[]): string[] {
  return profiles.flatMap(({ uid, ticks, marks, settings = NO_SETTINGS }) =>
    [...allDoneCells(ticks), ...allMarks(marks), ...allSettings(settings)].map((cell) => JSON.stringify([uid, cell])),
  );
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
