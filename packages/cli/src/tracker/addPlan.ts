import { type ImportPlan, type PersonData, plannedChanges } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { makeChanges } from "./makeChanges.ts";
import type { ChangeResult, Tracker } from "./tracker.ts";

interface Addition {
  /** The command, as `undo` and the backup name it. */
  readonly command: "import" | "fetch" | "restore";
  /** The person's data before the plan. Null: there was nothing to back up. */
  readonly before: PersonData | null;
  readonly plan: ImportPlan;
}

/** As `makeChanges`, after a backup of `before`. Resolves to null for a plan without changes. */
export async function addPlan(
  context: Context,
  tracker: Tracker,
  { command, before, plan }: Addition,
): Promise<ChangeResult["saved"]> {
  const changes = plannedChanges(plan);
  if (changes.length === 0) return null;
  const backup = before ? ({ data: before, reason: `before ${command}` } as const) : undefined;
  return (await makeChanges(context, tracker, { command, changes, backup })).saved;
}
