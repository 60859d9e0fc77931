import { existsSync } from "node:fs";
import { allTags, type Config, type Source } from "@dailyleet/core";
import { type Database, listProfiles, listYears } from "@dailyleet/local";
import type { Context } from "../../context.ts";
import { placesOf } from "../../files/directories.ts";
import { todayOf } from "../../terminal/dates.ts";

/** The person's own values, as texts from elsewhere. */
export interface KnownValues {
  readonly sources: readonly Source[];
  /** None in cloud mode. */
  readonly profiles: readonly string[];
  /** This year and the closed ones, the newest first. */
  readonly years: readonly number[];
  readonly tags: readonly string[];
  /** The names of the questions in the order of the list. */
  readonly questions: readonly string[];
}

/**
 * What can be known at once and without a word: a shell asks for it whenever it starts. No network, and what cannot be
 * read is passed over; the commands themselves say what is wrong with it.
 */
export async function knownValues(context: Context, config: Config, sources: readonly Source[]): Promise<KnownValues> {
  const inDatabase = <T>(read: (database: Database) => readonly T[]) => quietly(() => readDatabase(context, read));
  const { readKeptQuestions } = await import("../../parts/questions.ts");
  const questions = quietly(() => readKeptQuestions(context, config));
  const closed = inDatabase(listYears);
  return {
    sources,
    profiles: config.firebase === undefined ? inDatabase(listProfiles).map(({ name }) => name) : [],
    years: [...new Set([todayOf(context).year, ...closed])],
    tags: allTags(questions),
    questions: questions.map(({ name }) => name),
  };
}

function readDatabase<T>(context: Context, read: (database: Database) => readonly T[]): readonly T[] {
  const { databaseFile } = placesOf(context);
  if (!existsSync(databaseFile)) return [];
  const database = context.openDatabase(databaseFile);
  try {
    return read(database);
  } finally {
    database.close();
  }
}

function quietly<T>(read: () => readonly T[]): readonly T[] {
  try {
    return read();
  } catch {
    return [];
  }
}
