import { createPersonStore, marksPath, NO_TICKS, saveChanges, type Ticks } from "@dailyleet/core";
import { createDocumentStore, findProfile, keepDerived, listProfiles, readDerived } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { placesOf } from "../files/directories.ts";
import { todayOf } from "../terminal/dates.ts";
import { readCardStates } from "./cardStates.ts";
import { type Tracker, yearsToCopy } from "./tracker.ts";

/** The ticks of a profile of this computer; of the first one where no name is given. */
export function openLocalTracker(context: Context, name: string | undefined): Tracker {
  const database = context.openDatabase(placesOf(context).databaseFile);
  try {
    const [first] = listProfiles(database);
    const profile = name === undefined && first ? first : findProfile(database, name ?? "");
    const documents = createDocumentStore(database, profile.uid, context.now);
    const store = createPersonStore(documents, profile.uid);
    const today = todayOf(context);
    const readYears = async (wanted: readonly number[]) => {
      const { years, documents } = await store.reading(store, wanted, today);
      const found = new Map(documents.map(({ year, ticks }) => [year, ticks]));
      return Object.fromEntries(years.map((year): [number, Ticks] => [year, found.get(year) ?? NO_TICKS]));
    };
    const readAll = () => readYears(yearsToCopy(context, { database, person: profile }));
    const readMarks = async () => (await store.readMarks()).marks;
    return {
      person: profile,
      database,
      readYears,
      readOriginals: readAll,
      readStored: readAll,
      readKnown: readYears,
      readMarks,
      readStoredMarks: readMarks,
      readKnownMarks: readMarks,
      readCardStates: () =>
        readCardStates(store.readMarks, {
          read: () => readDerived(database, marksPath(profile.uid)),
          keep: (version, value) => keepDerived(database, marksPath(profile.uid), version, value),
        }),
      change: (changes, note) =>
        database.transactionAsync(async () => {
          const saved = await saveChanges(store, changes, today);
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
