import {
  countDoneCells,
  countMarks,
  type ImportPlan,
  type MarkPlan,
  type PersonData,
  plannedChanges,
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import { keepCopy } from "../files/copies.ts";
import { note } from "../terminal/print.ts";
import { openLocalTracker } from "./localTracker.ts";
import { type ChangeResult, changeUndoably, type Person, readData, type Tracker } from "./tracker.ts";

/** What was ticked and marked on this computer without the cloud. */
export interface LocalData extends PersonData {
  readonly profile: Person;
}

/** What a profile of this computer has; the first one where no name is given. */
export async function readLocalData(context: Context, profile: string | undefined): Promise<LocalData> {
  const local = openLocalTracker(context, profile);
  try {
    return { profile: local.person, ...(await readData(context, local)) };
  } finally {
    local.close();
  }
}

export function hasAny({ ticks, marks }: PersonData): boolean {
  return countDoneCells(ticks) + countMarks(marks) > 0;
}

/** Adds them to the cloud, cell by cell, after a backup of each side. `current` is what the cloud has. */
export async function addLocalData(
  context: Context,
  tracker: Tracker,
  local: LocalData,
  current: PersonData,
  plan: ImportPlan,
): Promise<ChangeResult> {
  const [here, there] = [keepCopy(context, local.profile.uid, local), keepCopy(context, tracker.person.uid, current)];
  note(context, `Saved backups of both sides to ${here} and ${there}.`);
  return changeUndoably(context, tracker, plannedChanges(plan), "import");
}

/** A plan that adds this computer's ticks and marks to the cloud, as seen from this computer. */
export function seenFromHere(plan: ImportPlan): ImportPlan {
  return { ...swapped(plan), practice: swapped(plan.practice) };
}

function swapped<Plan extends ImportPlan | MarkPlan>(plan: Plan): Plan {
  return { ...plan, here: plan.there, there: plan.here };
}
