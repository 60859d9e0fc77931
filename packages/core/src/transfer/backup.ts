import { NO_SETTINGS } from "../settings/settings.ts";
import { amountText } from "../wording.ts";
import {
  allDoneCells,
  allMarks,
  allSettings,
  type ExportDocument,
  exportDocument,
  type OwnedData,
} from "./exportDocument.ts";

/** Large changes, before or after which a backup is saved. `changes` stands for any command that is not listed. */
const EVENTS = ["import", "fetch", "restore", "undo", "redo", "removal", "changes"] as const;

export type BackupReason = "first of the day" | `${"before" | "after"} ${(typeof EVENTS)[number]}`;

const REASONS: readonly BackupReason[] = [
  "first of the day",
  ...EVENTS.flatMap((event) => [`before ${event}`, `after ${event}`] as const),
];

/** The reason after a command, named as in `undo`; 'after changes' for a command that is not in `EVENTS`. */
export function reasonAfter(command: string): BackupReason {
  return `after ${EVENTS.find((event) => event === command) ?? "changes"}`;
}

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

/** Null for a document without a known time and reason. */
export function readOrigin({ time, reason }: Readonly<Record<string, unknown>>): BackupOrigin | null {
  const at = typeof time === "string" ? Date.parse(time) : Number.NaN;
  const known = REASONS.find((each) => each === reason);
  return Number.isNaN(at) || known === undefined ? null : { time: at, reason: known };
}

export interface BackupFacts {
  /** Null for a file that can't be read. */
  readonly ticks: number | null;
  readonly marks: number | null;
  /** The names of its owners; empty where the reader knows them. */
  readonly owners: readonly string[];
  /** How many ticks, marks and settings it would add; null where that is unknown. */
  readonly adds: number | null;
  readonly reason: BackupReason | null;
  /** The computer in the name of the backup's file; null if the name has none. */
  readonly computer: string | null;
}

/** A backup in the local server's answer to the page. */
export interface PageBackup extends BackupFacts {
  /** For `GET /backups/ID`. */
  readonly id: string;
  /** The local day, as `YYYY-MM-DD`. */
  readonly date: string;
  /** ISO 8601 in the computer's zone; null if the backup does not say its time. */
  readonly time: string | null;
}

/** '412 ticks and 31 marks of Ravi, adds 12, before import, desk', or 'can't be read' */
export function backupText({ ticks, marks, owners, adds, reason, computer }: BackupFacts): string {
  if (ticks === null) return "can't be read";
  const held = amountText(ticks, marks ?? 0) + (owners.length > 0 ? ` of ${owners.join(", ")}` : "");
  return [held, adds !== null && `adds ${adds || "nothing"}`, reason, computer].filter(Boolean).join(", ");
}

/** A text for each tick, mark and setting of each owner. Equal data gives equal texts. */
export function entriesOf(profiles: readonly OwnedData[]): string[] {
  return profiles.flatMap(({ uid, ticks, marks, settings = NO_SETTINGS }) =>
    [...allDoneCells(ticks), ...allMarks(marks), ...allSettings(settings)].map((cell) => JSON.stringify([uid, cell])),
  );
}

const DAYS_KEPT = 7;
const MONTHS_KEPT = 12;

/**
 * The dates `YYYY-MM-DD` of the daily backups that today's backup replaces. Keeps the last seven backups, and the first
 * of each of the last twelve months with backups. Ignores dates after today, which a wrong clock made, and older
 * backups that were kept on an earlier day for their contents.
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
