import { allYears, type Config, counted, type ImportPlan, planImport, stripControls } from "@dailyleet/core";
import type { Database } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { todayOf } from "../terminal/dates.ts";
import { note } from "../terminal/print.ts";
import { addLocalTicks, hasTicks, type LocalTicks, readLocalTicks, seenFromHere } from "../tracker/localTicks.ts";
import type { Tracker } from "../tracker/tracker.ts";
import { openCloudTracker } from "./cloudTracker.ts";

const HOW = "'dailyleet import --from-local' adds them at any time";

export interface OfferOptions {
  /** The profile whose ticks are offered; the first one where absent. */
  readonly profile?: string;
  /** False where nothing may be asked: then it is only said how to add them. */
  readonly mayAsk: boolean;
}

/**
 * Offers who has just signed in the ticks that were made on this computer without the cloud. A person is asked once
 * on a computer, and never again after an answer. Throws `unavailable` when the cloud's ticks cannot be read.
 */
export async function offerLocalTicks(context: Context, config: Config, options: OfferOptions): Promise<void> {
  const local = await readLocalTicks(context, options.profile);
  if (!hasTicks(local)) return;
  const tracker = await openCloudTracker(context, config);
  try {
    if (!wasAsked(tracker.database, tracker.person.uid)) await offer(context, tracker, local, options);
  } finally {
    tracker.close();
  }
}

async function offer(context: Context, tracker: Tracker, local: LocalTicks, { mayAsk }: OfferOptions): Promise<void> {
  const today = todayOf(context);
  const current = await tracker.readStored(allYears(today));
  const plan = planImport(current, local.ticks, today);
  if (plan.changes.length === 0) return;
  note(context, preview(seenFromHere(plan), local));
  const answer = mayAsk ? await context.ask("Add them to what is there? Nothing is unticked. [Y/n] ") : null;
  if (answer === null) return note(context, `Nothing was added; ${HOW}.`);
  const isYes = /^\s*(y(es)?)?\s*$/i.test(answer);
  if (isYes) await add(context, tracker, local, current, plan);
  else note(context, `Nothing was added; ${HOW}.`);
  rememberAsked(tracker.database, tracker.person.uid, context.now());
}

async function add(...[context, tracker, local, current, plan]: Parameters<typeof addLocalTicks>): Promise<void> {
  await addLocalTicks(context, tracker, local, current, plan);
  note(context, `${counted(plan.changes.length, "tick")} added; 'dailyleet undo' takes them back.`);
}

/** 'here 212, there 198, together 231' */
function preview({ here, there, together }: ImportPlan, { profile }: LocalTicks): string {
  const name = stripControls(profile.name);
  return `There are ticks of the profile ${name} on this computer: here ${here}, there ${there}, together ${together}.`;
}

const keyOf = (uid: string) => `local-ticks-offered/${uid}`;

function wasAsked(database: Database, uid: string): boolean {
  return database.get("SELECT 1 FROM meta WHERE key = ?", keyOf(uid)) !== undefined;
}

function rememberAsked(database: Database, uid: string, now: number): void {
  const time = new Date(now).toISOString();
  database.run("INSERT OR IGNORE INTO meta (key, value) VALUES (?, ?)", keyOf(uid), time);
}
