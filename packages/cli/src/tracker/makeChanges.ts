import type { BackupReason, Change, MadeChange, PersonData } from "@dailyleet/core";
import { recordChanges } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { saveBackup } from "./backups.ts";
import type { ChangeResult, Tracker } from "./tracker.ts";

/** A command's change of a person's data. */
interface Operation {
  /** The command, as `undo` and backups name it. */
  readonly command: string;
  readonly changes: readonly Change[];
  /** A backup to save first. */
  readonly backup?: { readonly data: PersonData; readonly reason: BackupReason } | undefined;
  /** Records the changes for `undo`. Default: as its next step. */
  readonly remember?: (made: readonly MadeChange[]) => void;
}

/**
 * The one way for a command to change a person's data: saves a backup if asked to, saves the changes, records them for
 * `undo`, and keeps the daily backup. Prints notes; the command prints the changes. Rejects as `Tracker.save`.
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
