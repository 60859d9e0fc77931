import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The names of the backups before a large change: a person and the time. */
export const timedBackups = (home: string): string[] => backups(home).filter((name) => /^\w+-[\dT-]+Z/.test(name));

/** The names of the backups after a large change: the computer, its number and the time. */
export const backupsAfter = (home: string): string[] =>
  backups(home).filter((name) => /-[\da-f]{8}(-\w+)?-[\dT-]+Z/.test(name));

export const dailyBackups = (home: string): string[] => backups(home).filter((name) => !/-\d{3}Z/.test(name));

function backups(home: string): string[] {
  const directory = join(home, "backups");
  return existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith(".json")) : [];
}

/** An export without its owner, whose uid is random. */
export function ownerless(exported: string): string {
  const { profiles: _, ...document } = JSON.parse(exported);
  return `${JSON.stringify(document)}\n`;
}

/** What `export` would have written when the backup was saved: the backup without its time and reason. */
export function exportIn(file: string): string {
  const { time: _, reason: __, ...document } = JSON.parse(readFileSync(file, "utf8"));
  return `${JSON.stringify(document)}\n`;
}
