import { existsSync } from "node:fs";
import { amountText, countDoneCells, counted, countMarks, hasCode, type PersonData } from "@dailyleet/core";
import { type Database, requireWhole, salvageDatabase } from "@dailyleet/local";
import type { Context } from "../../context.ts";
import { readProfiles } from "../../files/backups.ts";
import { placesOf } from "../../files/directories.ts";
import { printNote } from "../../terminal/output.ts";

/** A damaged database, locked against other writers. */
export interface Damaged {
  /** A database in memory with all that can be read. */
  readonly database: Database;
  /** Such as '970 ticks and 1 mark'; with unsent changes also '2 unsent changes'. */
  readonly amount: string;
  /** Replaces the file by `database` and keeps the damaged file beside it. Closes `database`. */
  replace(): void;
}

/**
 * Calls `use` with what can be read of this computer's database if that is damaged, else with null. Rejects with the
 * errors of `findDamage`.
 */
export async function withDamaged<T>(context: Context, use: (damaged: Damaged | null) => Promise<T>): Promise<T> {
  if (!findDamage(context)) return use(null);
  const salvage = salvageDatabase(placesOf(context).databaseFile);
  try {
    const { database } = salvage;
    const amount = amountIn(database);
    const replace = () => {
      const aside = salvage.replace(context.now());
      salvage.close();
      printNote(context, `Kept ${amount} of the damaged database, which is now ${aside}.`);
    };
    return await use({ database, amount, replace });
  } finally {
    salvage.close();
  }
}

/** Throws `storage`, `busy` and `newer-database`. */
function findDamage(context: Context): boolean {
  const { databaseFile } = placesOf(context);
  if (!existsSync(databaseFile)) return false;
  try {
    const database = context.openDatabase(databaseFile);
    try {
      requireWhole(database);
      // `integrity_check` passes a document of invalid JSON; reading it throws.
      readProfiles(database, 0);
      return false;
    } finally {
      database.close();
    }
  } catch (error) {
    if (hasCode(error, "not-a-database")) return true;
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
