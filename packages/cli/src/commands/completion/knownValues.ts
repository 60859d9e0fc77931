import { existsSync } from "node:fs";
import { allTags, type Config, type Question, type Source } from "@dailyleet/core";
import { listProfiles, listYears, type Profile } from "@dailyleet/local";
import type { Context } from "../../context.ts";
import { withDatabase } from "../../files/database.ts";
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
  const { readKeptQuestions } = await import("../../parts/questions.ts");
  const questions = await quietly<readonly Question[]>(() => readKeptQuestions(context, config), []);
  const { profiles, closed } = await quietly(() => readDatabase(context), NOTHING);
  return {
    sources,
    profiles: config.firebase === undefined ? profiles.map(({ name }) => name) : [],
    years: [...new Set([todayOf(context).year, ...closed])],
    tags: allTags(questions),
    questions: questions.map(({ name }) => name),
  };
}

interface Found {
  readonly profiles: readonly Profile[];
  readonly closed: readonly number[];
}

const NOTHING: Found = { profiles: [], closed: [] };

/** A database that is not there yet is not made. */
async function readDatabase(context: Context): Promise<Found> {
  if (!existsSync(placesOf(context).databaseFile)) return NOTHING;
  return withDatabase(context, (database) => ({ profiles: listProfiles(database), closed: listYears(database) }));
}

async function quietly<T>(read: () => T | Promise<T>, otherwise: T): Promise<T> {
  try {
    return await read();
  } catch {
    return otherwise;
  }
}
