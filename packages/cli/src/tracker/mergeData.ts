import { type Config, type ImportPlan, type PersonData, planImport, plannedChanges } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { saveBackup } from "../files/backups.ts";
import { todayOf } from "../terminal/dates.ts";
import type { GlobalOptions } from "../terminal/options.ts";
import { withTracker } from "./openTracker.ts";
import { type ChangeResult, type Person, saveUndoably, type Tracker } from "./tracker.ts";

interface MergeOptions extends GlobalOptions {
  /** How `undo` and the backup before it name it. */
  readonly command: "import" | "fetch" | "restore";
  readonly dryRun?: boolean | undefined;
}

export interface Merged {
  readonly person: Person;
  readonly plan: ImportPlan;
  /** Null when nothing was written. */
  readonly saved: ChangeResult["saved"];
}

/** Finds what is meant for the tracker's person, who has `current`; null where the person declines it. */
type FindData<Data> = (tracker: Tracker, current: PersonData) => Data | Promise<Data>;

/**
 * Adds the data that `dataFor` finds: after a backup, as one step of `undo`. A dry run plans it only. Resolves to null where
 * `dataFor` does. Rejects as `withTracker` and `dataFor` do.
 */
export function mergeData<Data extends PersonData | null>(
  context: Context,
  config: Config,
  { command, dryRun, ...options }: MergeOptions,
  dataFor: FindData<Data>,
): Promise<Merged | Extract<Data, null>> {
  const purpose = dryRun ? "read" : "write";
  return withTracker(context, config, { ...options, purpose }, async (tracker) => {
    const { person } = tracker;
    const current = await tracker.data();
    const data = await dataFor(tracker, current);
    if (data === null) return data as Extract<Data, null>;
    const plan = planImport(current, data, todayOf(context, config));
    const changes = plannedChanges(plan);
    if (dryRun || changes.length === 0) return { person, plan, saved: null };
    saveBackup(context, person, current, `before ${command}`);
    return { person, plan, saved: (await saveUndoably(context, tracker, changes, command)).saved };
  });
}
