import { createPersonStore, NO_TICKS, saveChanges, type Ticks } from "@dailyleet/core";
import {
  createDocumentStore,
  findProfile,
  listProfiles,
  readDigestOfMarks,
  readDigestsOfYears,
} from "@dailyleet/local";
import type { Context } from "../context.ts";
import { placesOf } from "../files/directories.ts";
import { todayOf } from "../terminal/dates.ts";
import { readStandings } from "./standings.ts";
import { type Tracker, yearsToCopy } from "./tracker.ts";

/** The ticks of a profile of this computer; of the first one where no name is given. */
export function openLocalTracker(context: Context, name: string | undefined): Tracker {
  const database = context.openDatabase(placesOf(context).databaseFile);
  try {
    const [first] = listProfiles(database);
    const profile = name === undefined && first ? first : findProfile(database, name ?? "");
    const documents = createDocumentStore(database, profile.uid, context.now, loadDigestMarks);
    const store = createPersonStore(documents, profile.uid);
    const today = todayOf(context);
    const readDocuments = async (wanted: readonly number[]) => {
      const { years, documents } = await store.reading(store, wanted, today);
      const found = new Map(documents.map(({ year, ticks }) => [year, ticks]));
      return Object.fromEntries(years.map((year): [number, Ticks] => [year, found.get(year) ?? NO_TICKS]));
    };
    const readOriginals = () => readDocuments(yearsToCopy(context, { database, person: profile }));
    const readYears = async (years: readonly number[]) => {
      const digested = readDigestsOfYears(database, profile.uid, years);
      // The document of an earlier year has to be closed first.
      if (digested?.open !== today.year) return readDocuments(years);
      return Object.fromEntries(years.map((year) => [year, digested.ticks[year] ?? NO_TICKS]));
    };
    const readMarks = async () => (await store.readMarks()).marks;
    return {
      person: profile,
      database,
      readYears,
      readOriginals,
      readStored: readOriginals,
      readKnown: readYears,
      readMarks,
      readStoredMarks: readMarks,
      readKnownMarks: readMarks,
      readStandings: () => readStandings(readDigestOfMarks(database, profile.uid), readMarks),
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

async function loadDigestMarks() {
  const { digestMarks } = await import("../parts/questions.ts");
  return digestMarks;
}
