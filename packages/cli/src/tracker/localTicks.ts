import { allYears, countDoneCells, type ImportPlan, type TicksByYear } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { keepCopy } from "../files/copies.ts";
import { todayOf } from "../terminal/dates.ts";
import { note } from "../terminal/print.ts";
import { openLocalTracker } from "./localTracker.ts";
import { type ChangeResult, changeUndoably, type Person, type Tracker } from "./tracker.ts";

/** What was ticked on this computer without the cloud. */
export interface LocalTicks {
  readonly profile: Person;
  readonly ticks: TicksByYear;
}

/** The ticks of a profile of this computer; of the first one where no name is given. */
export async function readLocalTicks(context: Context, profile: string | undefined): Promise<LocalTicks> {
  const local = openLocalTracker(context, profile);
  try {
    return { profile: local.person, ticks: await local.readYears(allYears(todayOf(context))) };
  } finally {
    local.close();
  }
}

export function hasTicks({ ticks }: LocalTicks): boolean {
  return countDoneCells(ticks) > 0;
}

/** Adds them to the cloud, cell by cell, after dated copies of both sides. `current` is what the cloud has. */
export async function addLocalTicks(
  context: Context,
  tracker: Tracker,
  { profile, ticks }: LocalTicks,
  current: TicksByYear,
  { changes }: ImportPlan,
): Promise<ChangeResult> {
  const [local, cloud] = [keepCopy(context, profile.uid, ticks), keepCopy(context, tracker.person.uid, current)];
  note(context, `Both sides as they were before are kept in ${local} and ${cloud}.`);
  return changeUndoably(context, tracker, changes, "import");
}

/** A plan that adds this computer's ticks to the cloud, as seen from this computer. */
export function seenFromHere(plan: ImportPlan): ImportPlan {
  return { ...plan, here: plan.there, there: plan.here };
}
