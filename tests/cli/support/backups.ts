import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The names of the backups that a large change saved: the daily ones have no time in theirs. */
export function timedBackups(home: string): string[] {
  const directory = join(home, "backups");
  return existsSync(directory) ? readdirSync(directory).filter((name) => /-\d{3}Z/.test(name)) : [];
}

export function dailyBackups(home: string): string[] {
  const directory = join(home, "backups");
  return existsSync(directory) ? readdirSync(directory).filter((name) => !/-\d{3}Z/.test(name)) : [];
}
