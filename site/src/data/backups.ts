import { type PageBackup, readDate, shortDate } from "@dailyleet/core";
import { readForPerson } from "../replica/localServer.ts";
import { $today } from "../view/today.ts";

/** The answer to `GET /backups`. */
export interface BackupList {
  /** Whether the first change of a day saves a backup. */
  readonly daily: boolean;
  /** The newest first. */
  readonly backups: readonly PageBackup[];
}

/** Reading many backups from a slow disk takes seconds. */
const TIMEOUT_MS = 30_000;

/** Rejects with a sentence. */
export async function readBackups(): Promise<BackupList> {
  const { answer } = await readForPerson({ method: "GET", url: "/backups", timeoutMs: TIMEOUT_MS });
  return answer as unknown as BackupList;
}

/** 'November 28, 14:05', 'November 28, 2025' */
export function savedText({ date, time }: PageBackup): string {
  const day = readDate(date);
  if (day === null) return date;
  const year = day.year === $today.get()?.year ? [] : [day.year];
  return [shortDate(day), ...year, ...(time === null ? [] : [hourIn(time)])].join(", ");
}

const hourIn = (time: string) => time.slice("2026-11-28T".length, "2026-11-28T14:05".length);
