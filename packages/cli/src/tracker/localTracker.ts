import { createPersonStore, createReplica, shownTicks } from "@dailyleet/core";
import { createDocumentStore, findProfile, listProfiles } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { placesOf } from "../files/directories.ts";
import { todayOf } from "../terminal/dates.ts";
import type { Tracker } from "./tracker.ts";

/** The ticks of a profile of this computer; of the first one where no name is given. */
export function openLocalTracker(context: Context, name: string | undefined): Tracker {
  const database = context.openDatabase(placesOf(context).databaseFile);
  try {
    const [first] = listProfiles(database);
    const profile = name === undefined && first ? first : findProfile(database, name ?? "");
    const store = createPersonStore(createDocumentStore(database, profile.uid, context.now), profile.uid);
    const today = todayOf(context);
    const replica = createReplica({ uid: profile.uid, store, outbox: null, today: () => today });
    const read = async (years: readonly number[]) => shownTicks(replica, await replica.readYears(years));
    const readMarks = async () => {
      await replica.readMarks();
      return replica.marks().marks;
    };
    return {
      mode: "local",
      person: profile,
      database,
      readYears: read,
      readStored: read,
      readKnown: read,
      readMarks,
      readStoredMarks: readMarks,
      readKnownMarks: readMarks,
      change: (changes, note) =>
        database.transactionAsync(async () => {
          const saved = await replica.change(changes);
          note(saved);
          return { changes: saved, saved: "local" };
        }),
      close: database.close,
    };
  } catch (error) {
    database.close();
    throw error;
  }
}
