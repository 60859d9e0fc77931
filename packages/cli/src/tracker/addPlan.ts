import { type ImportPlan, type PersonData, plannedChanges } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { saveBackup } from "./backups.ts";
import { type ChangeResult, saveUndoably, type Tracker } from "./tracker.ts";

interface Addition {
  /** How `undo` and the backup before it name it. */
  readonly command: "import" | "fetch" | "restore";
  /** The person's data that the plan adds to. */
  readonly before: PersonData;
  readonly plan: ImportPlan;
}

/**
 * The last steps of each command that adds much: it plans, previews and asks, this saves a backup and the changes, as one
 * step of `undo`, and the command tells. Resolves to null for a plan without changes. Rejects as `Tracker.save`.
 */
export async function addPlan(
  context: Context,
  tracker: Tracker,
  { command, before, plan }: Addition,
): Promise<ChangeResult["saved"]> {
  const changes = plannedChanges(plan);
  if (changes.length === 0) return null;
  saveBackup(context, tracker.person, before, `before ${command}`);
  return (await saveUndoably(context, tracker, changes, command)).saved;
}
