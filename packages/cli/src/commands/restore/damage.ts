import { existsSync } from "node:fs";
import { amountText, countDoneCells, counted, countMarks, hasCode, type PersonData } from "@dailyleet/core";
import { type Database, requireWhole, type Salvage, salvageDatabase } from "@dailyleet/local";
import type { Context } from "../../context.ts";
import { readProfiles } from "../../files/backups.ts";
import { placesOf } from "../../files/directories.ts";
import { printNote } from "../../terminal/output.ts";

/** Whether there is a database and it is damaged. Throws `storage`, `busy` and `newer-database`. */
export function findDamage(context: Context): boolean {
  const { databaseFile } = placesOf(context);
  if (!existsSync(databaseFile)) return false;
  try {
    const database = context.openDatabase(databaseFile);
    try {
      requireWhole(database);
      // A document can be damaged in a sound database: reading throws then.
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

/** Reads what is left of the damaged database, and says how much that is. */
export function readDamaged<T>(context: Context, read: (database: Database) => T): T {
  return salvage(context, (salvage) => {
    printNote(context, `${amountRead(salvage)} of the damaged database can be read and will be kept.`);
    return read(salvage.database);
  });
}

/** Puts what can be read in the place of the damaged database, which is kept beside it. */
export function replaceDamaged(context: Context): void {
  salvage(context, (salvage) => {
    const amount = amountRead(salvage);
    const damaged = salvage.replace(context.now());
    printNote(context, `Kept ${amount} of the damaged database, which is now ${damaged}.`);
  });
}

function salvage<T>(context: Context, use: (salvage: Salvage) => T): T {
  const salvage = salvageDatabase(placesOf(context).databaseFile);
  try {
    return use(salvage);
  } finally {
    salvage.close();
  }
}

/** '970 ticks and 1 mark', or in cloud mode also '2 unsent changes': all that could be read. */
function amountRead({ database }: Salvage): string {
  const profiles = readProfiles(database, 0);
  const sum = (count: (data: PersonData) => number) => profiles.reduce((total, data) => total + count(data), 0);
  const held = amountText(
    sum(({ ticks }) => countDoneCells(ticks)),
    sum(({ marks }) => countMarks(marks)),
  );
  const unsent = database.get<{ count: number }>("SELECT count(*) AS count FROM outbox")?.count ?? 0;
  return unsent > 0 ? `${held} and ${counted(unsent, "unsent change")}` : held;
}
