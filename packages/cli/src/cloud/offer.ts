import {
  type Config,
  countDoneCells,
  countMarks,
  type ImportPlan,
  type MarkPlan,
  type PersonData,
  planImport,
  plannedChanges,
} from "@dailyleet/core";
import type { Database } from "@dailyleet/local";
import { amountText } from "../commands/changes.ts";
import type { Context } from "../context.ts";
import { saveBackup } from "../files/backups.ts";
import { todayOf } from "../terminal/dates.ts";
import { note } from "../terminal/output.ts";
import { openLocalTracker } from "../tracker/localTracker.ts";
import {
  type ChangeResult,
  changeUndoably,
  type Person,
  readData,
  readStoredData,
  type Tracker,
} from "../tracker/tracker.ts";
import { openCloudTracker } from "./cloudTracker.ts";

const HOW = "'dailyleet import --from-local' adds them later";

export interface OfferOptions {
  /** The profile whose ticks are offered; the first one where absent. */
  readonly profile?: string;
  /** False: only say how to add them. */
  readonly mayAsk: boolean;
}

/**
 * After a sign-in, offers to add this computer's local ticks to the account. A person is asked until the first answer,
 * once on each computer. Throws `unavailable` when the cloud's ticks can't be read, and `interrupted`.
 */
export async function offerLocalData(context: Context, config: Config, options: OfferOptions): Promise<void> {
  const local = await readLocalData(context, config, options.profile);
  if (!hasAny(local)) return;
  const tracker = await openCloudTracker(context, config);
  try {
    if (!wasAsked(tracker.database, tracker.person.uid)) await offer(context, config, tracker, local, options);
  } finally {
    tracker.close();
  }
}

async function offer(
  context: Context,
  config: Config,
  tracker: Tracker,
  local: LocalData,
  { mayAsk }: OfferOptions,
): Promise<void> {
  const today = todayOf(context, config);
  const current = await readStoredData(context, tracker);
  const plan = planImport(current, local, today);
  if (plannedChanges(plan).length === 0) return;
  note(context, preview(seenFromHere(plan), local));
  const answer = mayAsk ? await context.ask("Add them to your account? No tick is cleared. [Y/n] ") : null;
  if (answer === null || answer === false) return note(context, `Nothing was added; ${HOW}.`);
  const isYes = /^\s*(y(es)?)?\s*$/i.test(answer);
  if (isYes) await add(context, tracker, local, current, plan);
  else note(context, `Nothing was added; ${HOW}.`);
  rememberAsked(tracker.database, tracker.person.uid, context.now());
}

async function add(...[context, tracker, local, current, plan]: Parameters<typeof addLocalData>): Promise<void> {
  await addLocalData(context, tracker, local, current, plan);
  note(
    context,
    `Added ${amountText(plan.changes.length, plan.practice.changes.length)}; 'dailyleet undo' removes them.`,
  );
}

function preview(plan: ImportPlan, { profile }: LocalData): string {
  const place = `of profile ${profile.name} on this computer`;
  if (plan.practice.here === 0) return `There are ticks ${place}: ${countsText(plan)}.`;
  return `There are ticks and marks ${place}: ticks ${countsText(plan)}; marks ${countsText(plan.practice)}.`;
}

/** 'here 212, there 198, together 231' */
function countsText({ here, there, together }: Pick<MarkPlan, "here" | "there" | "together">): string {
  return `here ${here}, there ${there}, together ${together}`;
}

/** A plan for the cloud, with `here` for this computer. */
export function seenFromHere(plan: ImportPlan): ImportPlan {
  const swapped = <Plan extends ImportPlan | MarkPlan>(one: Plan) => ({ ...one, here: one.there, there: one.here });
  return { ...swapped(plan), practice: swapped(plan.practice) };
}

const keyOf = (uid: string) => `local-ticks-offered/${uid}`;

function wasAsked(database: Database, uid: string): boolean {
  return database.get("SELECT 1 FROM meta WHERE key = ?", keyOf(uid)) !== undefined;
}

function rememberAsked(database: Database, uid: string, now: number): void {
  const time = new Date(now).toISOString();
  database.run("INSERT OR IGNORE INTO meta (key, value) VALUES (?, ?)", keyOf(uid), time);
}

/** A local profile with its ticks and marks. */
interface LocalData extends PersonData {
  readonly profile: Person;
}

async function readLocalData(context: Context, config: Config, profile: string | undefined): Promise<LocalData> {
  const local = openLocalTracker(context, config, profile);
  try {
    return { profile: local.person, ...(await readData(context, local)) };
  } finally {
    local.close();
  }
}

function hasAny({ ticks, marks }: PersonData): boolean {
  return countDoneCells(ticks) + countMarks(marks) > 0;
}

/** `import --from-local`; `saved` is null for a preview, or where nothing is new. */
export async function importLocalData(
  context: Context,
  config: Config,
  { profile, dryRun }: { readonly profile?: string | undefined; readonly dryRun: true | undefined },
): Promise<{ readonly plan: ImportPlan; readonly saved: ChangeResult["saved"] | null }> {
  const local = await readLocalData(context, config, profile);
  const tracker = await openCloudTracker(context, config);
  try {
    const current = await readStoredData(context, tracker);
    const plan = planImport(current, local, todayOf(context, config));
    if (dryRun || plannedChanges(plan).length === 0) return { plan, saved: null };
    return { plan, saved: (await addLocalData(context, tracker, local, current, plan)).saved };
  } finally {
    tracker.close();
  }
}

/** Adds them to the cloud, cell by cell, after a backup of each side. `current` is what the cloud has. */
async function addLocalData(
  context: Context,
  tracker: Tracker,
  local: LocalData,
  current: PersonData,
  plan: ImportPlan,
): Promise<ChangeResult> {
  const [here, there] = [
    saveBackup(context, local.profile.uid, local),
    saveBackup(context, tracker.person.uid, current),
  ];
  note(context, `Saved backups of both sides to ${here} and ${there}.`);
  return changeUndoably(context, tracker, plannedChanges(plan), "import");
}
