import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The names of the backups that a large change saved: the daily ones have no time in theirs. */
export const timedBackups = (home: string): string[] => backups(home).filter((name) => /-\d{3}Z/.test(name));

export const dailyBackups = (home: string): string[] => backups(home).filter((name) => !/-\d{3}Z/.test(name));

function backups(home: string): string[] {
  const directory = join(home, "backups");
  return existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith(".json")) : [];
}
