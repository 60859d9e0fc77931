import {
  allSettings,
  type Config,
  changesOf,
  countDoneCells,
  counted,
  countMarks,
  countSettings,
  type ImportPlan,
  importPlanText,
  type MarkPlan,
  NO_SETTINGS,
  planImport,
  plannedChanges,
} from "@dailyleet/core";
import type { Database } from "@dailyleet/local";
import type { Context } from "../../context.ts";
import { withDatabase } from "../../files/database.ts";
import { todayOf } from "../../terminal/dates.ts";
import { isYes, printNote } from "../../terminal/output.ts";
import { addPlan } from "../../tracker/addPlan.ts";
import { saveBackup } from "../../tracker/backups.ts";
import { openCloudTracker } from "../../tracker/cloudTracker.ts";
import { openLocalTracker } from "../../tracker/openTracker.ts";
import type { ChangeResult } from "../../tracker/tracker.ts";

interface OfferOptions {
  /** The account that has signed in. */
  readonly uid: string;
  /** The local profile to offer; undefined for the first one. */
  readonly profile: string | undefined;
  /** False: don't ask, only print how to add the data. */
  readonly mayAsk: boolean;
}

/**
 * After a sign-in, offers to add this computer's local ticks, marks and settings to the account. Once the person has
 * answered, this computer never asks again. Throws `unavailable` when the cloud's data can't be read, and
 * `interrupted`.
 */
export async function offerLocalData(context: Context, config: Config, options: OfferOptions): Promise<void> {
  const key = `local-ticks-offered/${options.uid}`;
  if (await withDatabase(context, "read", (database) => database.get("SELECT 1 FROM meta WHERE key = ?", key))) return;
  const local = await readLocalData(context, config, options.profile);
  if (countDoneCells(local.ticks) + countMarks(local.marks) + allSettings(local.settings ?? NO_SETTINGS).length === 0)
    return;
  await withOffer(context, config, local, async ({ plan, account, database, add }) => {
    if (plannedChanges(plan).length === 0) return;
    printNote(context, preview(seenFromHere(plan), local.profile.name));
    const answer = options.mayAsk ? await context.ask("Add them to your account? No tick is cleared. [Y/n] ") : null;
    if (typeof answer === "string" && isYes(answer)) {
      await add();
      printNote(context, `${importPlanText(plan, "done", account)} 'dailyleet undo' takes that back.`);
    } else printNote(context, "Nothing was added; 'dailyleet import --from-local' adds them later.");
    if (typeof answer !== "string") return;
    const time = new Date(context.now()).toISOString();
    database.run("INSERT OR IGNORE INTO meta (key, value) VALUES (?, ?)", key, time);
  });
}

/** `saved` is null for a preview, or if nothing is new. */
export async function importLocalData(
  context: Context,
  config: Config,
  { profile, dryRun }: { readonly profile?: string | undefined; readonly dryRun: true | undefined },
): Promise<{ readonly plan: ImportPlan; readonly account: string; readonly saved: ChangeResult["saved"] }> {
  const local = await readLocalData(context, config, profile);
  return withOffer(context, config, local, async ({ plan, account, add }) => {
    const isNothing = dryRun || plannedChanges(plan).length === 0;
    return { plan, account, saved: isNothing ? null : await add() };
  });
}

async function readLocalData(context: Context, config: Config, profile: string | undefined) {
  const tracker = await openLocalTracker(context, config, profile, "read");
  try {
    return { profile: tracker.person, ...(await tracker.data()) };
  } finally {
    tracker.close();
  }
}

interface Offer {
  readonly database: Database;
  readonly plan: ImportPlan;
  readonly account: string;
  /** Saves a backup of each side, then adds the local data to the account. */
  add(): Promise<ChangeResult["saved"]>;
}

async function withOffer<T>(
  context: Context,
  config: Config,
  local: Awaited<ReturnType<typeof readLocalData>>,
  use: (offer: Offer) => Promise<T>,
): Promise<T> {
  const tracker = await openCloudTracker(context, config);
  try {
    const stored = await tracker.storedData();
    const plan = planImport(stored, local, todayOf(context, config));
    const add = () => {
      saveBackup(context, local.profile, local, "before import");
      return addPlan(context, tracker, { command: "import", before: stored, plan });
    };
    return await use({ database: tracker.database, account: tracker.person.name, plan, add });
  } finally {
    tracker.close();
  }
}

function preview(plan: ImportPlan, profile: string): string {
  const place = `of profile ${profile} on this computer`;
  const count = countSettings(changesOf(plan.settings));
  if (plan.here + plan.practice.here === 0) return `There are settings ${place}: ${count} to add.`;
  const settings = count === 0 ? "" : `; and ${counted(count, "setting")}`;
  if (plan.practice.here === 0) return `There are ticks ${place}: ${countsText(plan)}${settings}.`;
  return `There are ticks and marks ${place}: ticks ${countsText(plan)}; marks ${countsText(plan.practice)}${settings}.`;
}

/** 'here 212, there 198, together 231' */
function countsText({ here, there, together }: Pick<MarkPlan, "here" | "there" | "together">): string {
  return `here ${here}, there ${there}, together ${together}`;
}

/** A plan for the cloud with `here` and `there` swapped: `here` is then this computer. */
export function seenFromHere(plan: ImportPlan): ImportPlan {
  const swapped = <Plan extends ImportPlan | MarkPlan>(one: Plan) => ({ ...one, here: one.there, there: one.here });
  return { ...swapped(plan), practice: swapped(plan.practice) };
}
