import {
  type CardStates,
  type Config,
  createPersonStore,
  type Marks,
  marksPath,
  NO_TICKS,
  saveChanges,
  type Ticks,
} from "@dailyleet/core";
import { createDocumentStore, findProfile, keepDerived, listProfiles, readDerived } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { keepDaily } from "../files/backups.ts";
import { placesOf } from "../files/directories.ts";
import { todayOf } from "../terminal/dates.ts";
import { type Tracker, yearsToBackUp } from "./tracker.ts";

/** The ticks of a profile of this computer; of the first one where no name is given. */
export function openLocalTracker(context: Context, config: Config, name: string | undefined): Tracker {
  const database = context.openDatabase(placesOf(context).databaseFile);
  try {
    const [first] = listProfiles(database);
    const profile = name === undefined && first ? first : findProfile(database, name ?? "");
    const documents = createDocumentStore(database, profile.uid, context.now);
    const store = createPersonStore(documents, profile.uid);
    const today = todayOf(context, config);
    const readYears = async (wanted: readonly number[]) => {
      const { years, documents } = await store.reading(store, wanted, today);
      const found = new Map(documents.map(({ year, ticks }) => [year, ticks]));
      return Object.fromEntries(years.map((year): [number, Ticks] => [year, found.get(year) ?? NO_TICKS]));
    };
    const readAll = () => readYears(yearsToBackUp(today, { database, person: profile }));
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
      async change(changes, note) {
        const result = await database.transactionAsync(async () => {
          const saved = await saveChanges(store, changes, today);
          note(saved);
          return { changes: saved, saved: "local" } as const;
        });
        await keepDaily(context, config, database);
        return result;
      },
      close: database.close,
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

const NOTHING_MARKED: CardStates = new Map();

/**
 * The card states after all marks, cached by the version of their document: replaying the marks of some years takes a
 * tenth of a second.
 */
export async function readCardStates(
  read: () => Promise<{ readonly marks: Marks; readonly version: string | null }>,
  cache: { read(): string | null; keep(version: string, value: string): void } | null,
): Promise<CardStates> {
  const kept = cache?.read() ?? null;
  const found = kept === null ? await read() : null;
  if (found !== null && Object.keys(found.marks).length === 0) return NOTHING_MARKED;
  const { cardStatesOf, formatCardStates, parseCardStates } = await import("@dailyleet/core/schedule");
  const known = kept === null ? null : parseCardStates(kept);
  if (known !== null) return known;
  const { marks, version } = found ?? (await read());
  const cardStates = cardStatesOf(marks);
  if (version !== null) cache?.keep(version, formatCardStates(cardStates));
  return cardStates;
}
