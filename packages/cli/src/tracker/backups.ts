import type { BackupReason, Config, Owner, PersonData } from "@dailyleet/core";
import type { Database } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { writeBackup, writeBackupOfMany, writeDailyBackup } from "../files/backups.ts";
import { printNotes } from "../terminal/output.ts";

/** As `writeBackup`; prints where the backup is. */
export function saveBackup(context: Context, person: Owner, data: PersonData, reason: BackupReason): void {
  printNotes(context, [`Saved a backup to ${writeBackup(context, person, data, reason)}.`]);
}

/** As `writeDailyBackup`, and prints its notes. */
export async function keepBackup(...args: Parameters<typeof writeDailyBackup>): Promise<void> {
  printNotes(args[0], await writeDailyBackup(...args));
}

/** As `writeBackupOfMany`, and prints its notes. */
export async function keepBackupOfMany(context: Context, config: Config, database: Database): Promise<void> {
  printNotes(context, await writeBackupOfMany(context, config, database));
}
