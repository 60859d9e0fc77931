import { type Config, countDoneCells, countMarks, fold, type Gain, type PersonData } from "@dailyleet/core";
import { createProfile, type Database, listProfiles, type Profile, replaceProfile } from "@dailyleet/local";
import type { Context } from "../../context.ts";
import { withDatabase } from "../../files/database.ts";
import { todayOf } from "../../terminal/dates.ts";
import type { GlobalOptions } from "../../terminal/options.ts";
import { addPlan } from "../../tracker/addPlan.ts";
import { keepBackup } from "../../tracker/backups.ts";
import { partTracker } from "../../tracker/openTracker.ts";
import type { ChangeResult, Tracker } from "../../tracker/tracker.ts";
import { type Chosen, countGains, hereIn, hereOf, planFor } from "./here.ts";

export interface Restored {
  readonly gains: readonly Gain[];
  /** Null if nothing was written. */
  readonly saved: ChangeResult["saved"];
  /** The person whose part `dailyleet undo` takes back first. */
  readonly undoneFirst: string | undefined;
}

/** Merges the backup into this computer's profiles in one transaction; each profile gets an undo step. */
export function restoreProfiles(
  context: Context,
  config: Config,
  { profile }: GlobalOptions,
  chosen: Chosen,
): Promise<Restored> {
  const time = context.now();
  // `undo` of one profile's step finds the other steps by their equal time.
  const frozen: Context = { ...context, now: () => time };
  return withDatabase(context, "write", async (database) => {
    const gains = await database.transactionAsync(async () => {
      // Plan again: something may have changed since the preview.
      const { gains } = planFor(hereIn(database, todayOf(context, config), profile), chosen);
      for (const gain of gains) {
        const tracker = partTracker(frozen, config, database, targetOf(database, gain));
        await addPlan(frozen, tracker, { command: "restore", before: dataOf(gain), plan: gain.plan });
      }
      return gains;
    });
    await keepBackup(context, config, database, { cells: countGains(gains), command: "restore" });
    const people = listProfiles(database);
    const active = profile === undefined ? people[0] : people.find(({ name }) => fold(name) === fold(profile));
    return { gains, saved: countGains(gains) > 0 ? "local" : null, undoneFirst: active?.uid };
  });
}

/** The profile's ticks and marks before the restore; null without any. */
function dataOf({ here }: Gain): PersonData | null {
  return here && countDoneCells(here.ticks) + countMarks(here.marks) > 0 ? here : null;
}

/** The profile to restore into, created or renamed as the gain says. */
function targetOf(database: Database, { here, becomes }: Gain): Profile {
  if (here === null) return createProfile(database, becomes.name, becomes.uid);
  return here.uid === becomes.uid ? here : replaceProfile(database, here, becomes);
}

/** Cloud mode: merges the account's part of the backup. The person has agreed to it already. */
export async function restoreAccount(
  context: Context,
  config: Config,
  tracker: Tracker,
  chosen: Chosen,
): Promise<Restored> {
  // Plan again: something may have changed since the preview.
  const here = await hereOf(tracker, todayOf(context, config));
  const { gains } = planFor(here, chosen);
  const saves = gains.map(({ plan }) => addPlan(context, tracker, { command: "restore", before: here.active(), plan }));
  const [saved = null] = await Promise.all(saves);
  return { gains, saved, undoneFirst: tracker.person.uid };
}
