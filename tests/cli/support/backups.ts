import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The names of the backups made before a large change: person and time. */
export const timedBackups = (home: string): string[] => backups(home).filter((name) => /^\w+-[\dT-]+Z/.test(name));

/** The names of the backups made after a large change: computer, its number and time. */
export const backupsAfter = (home: string): string[] =>
  backups(home).filter((name) => /-[\da-f]{8}(-\w+)?-[\dT-]+Z/.test(name));

export const dailyBackups = (home: string): string[] => backups(home).filter((name) => !/-\d{3}Z/.test(name));

function backups(home: string): string[] {
  const directory = join(home, "backups");
  return existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith(".json")) : [];
}

/** An export without its profiles, whose uid is random. */
export function ownerless(exported: string): string {
  const { profiles: _, ...document } = JSON.parse(exported);
  return `${JSON.stringify(document)}\n`;
}

/** The text that `export` would have written at the time of the backup: the backup without its time and reason. */
export function exportIn(file: string): string {
  const { time: _, reason: __, ...document } = JSON.parse(readFileSync(file, "utf8"));
  return `${JSON.stringify(document)}\n`;
}
