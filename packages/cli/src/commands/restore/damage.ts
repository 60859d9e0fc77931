import { amountText, countDoneCells, counted, countMarks, hasCode, type PersonData } from "@dailyleet/core";
import { type Database, requireWhole, salvageDatabase } from "@dailyleet/local";
import type { Context } from "../../context.ts";
import { readProfiles } from "../../files/backups.ts";
import { openFor } from "../../files/database.ts";
import { placesOf } from "../../files/directories.ts";
import { printNote } from "../../terminal/output.ts";

/** A damaged database, locked against other writers. */
export interface Damaged {
  /** Such as '970 ticks and 1 mark'; with unsent changes also '2 unsent changes'. */
  readonly amount: string;
  /** Replaces the file by its readable part and keeps the damaged file beside it. Closes the readable part. */
  replace(): void;
}

/**
 * Calls `use` with this computer's database, or with the readable part of a damaged one. `damaged` is null for a sound
 * or missing database. Rejects with the errors of `openSound`.
 */
export async function withReadable<T>(
  context: Context,
  use: (database: Database, damaged: Damaged | null) => Promise<T>,
): Promise<T> {
  const sound = await openSound(context);
  if (sound) {
    try {
      return await use(sound, null);
    } finally {
      sound.close();
    }
  }
  const salvage = salvageDatabase(placesOf(context).databaseFile);
  try {
    const { database } = salvage;
    const amount = amountIn(database);
    const replace = () => {
      const aside = salvage.replace(context.now());
      salvage.close();
      printNote(context, `Kept ${amount} of the damaged database, which is now ${aside}.`);
    };
    return await use(database, { amount, replace });
  } finally {
    salvage.close();
  }
}

/** This computer's database; null if it is damaged. Rejects with `storage`, `busy` and `newer-database`. */
async function openSound(context: Context): Promise<Database | null> {
  try {
    const database = await openFor("preview", context);
    try {
      requireWhole(database);
      // `integrity_check` passes a document of invalid JSON; reading it throws.
      readProfiles(database, 0);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    if (hasCode(error, "not-a-database")) return null;
    throw error;
  }
}

function amountIn(database: Database): string {
  const profiles = readProfiles(database, 0);
  const sum = (count: (data: PersonData) => number) => profiles.reduce((total, data) => total + count(data), 0);
  const held = amountText(
    sum(({ ticks }) => countDoneCells(ticks)),
    sum(({ marks }) => countMarks(marks)),
  );
  const unsent = database.get<{ count: number }>("SELECT count(*) AS count FROM outbox")?.count ?? 0;
  return unsent > 0 ? `${held} and ${counted(unsent, "unsent change")}` : held;
}
