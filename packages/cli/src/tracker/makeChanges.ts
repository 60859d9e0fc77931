import type { BackupReason, Change, MadeChange, PersonData } from "@dailyleet/core";
import { recordChanges } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { saveBackup } from "./backups.ts";
import type { ChangeResult, Tracker } from "./tracker.ts";

/** What a command changes of a person's data. */
interface Operation {
  /** Names the operation for `undo` and in backups. */
  readonly command: string;
  readonly changes: readonly Change[];
  /** A backup to save first. */
  readonly backup?: { readonly data: PersonData; readonly reason: BackupReason } | undefined;
  /** How `undo` remembers the operation; default: as its next step. */
  readonly remember?: (made: readonly MadeChange[]) => void;
}

/**
 * Changes a person's data for a command: saves a backup where one is asked for, writes, remembers the operation for `undo`,
 * and keeps the daily backup. Prints notes; the command prints the changes. Rejects as `Tracker.save`. A restore of several
 * profiles, which is one transaction, writes by itself.
 */
export async function makeChanges(
  context: Context,
  tracker: Tracker,
  { command, changes, backup, remember }: Operation,
): Promise<ChangeResult> {
  const { database, person } = tracker;
  const entry = { command, time: context.now() };
  if (backup) saveBackup(context, person, backup.data, backup.reason);
  const result = await tracker.save(changes, remember ?? ((made) => recordChanges(database, person.uid, made, entry)));
  await tracker.keepBackup({ command, cells: result.changes.length });
  return result;
}
