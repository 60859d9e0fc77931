import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The names of the backups that a large change saved: the daily ones have no time in theirs. */
export const timedBackups = (home: string): string[] => backups(home).filter((name) => /-\d{3}Z/.test(name));

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
