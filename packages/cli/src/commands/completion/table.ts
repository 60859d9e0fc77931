import { existsSync } from "node:fs";
import {
  allTags,
  type Config,
  DIFFICULTIES,
  LIST_NAMES,
  MARK_WORDS,
  parseSource,
  type Question,
  SOURCE_NUMBERS,
  type Source,
  sourceName,
  WEEKDAY_NAMES,
} from "@dailyleet/core";
import { listProfiles, listYears, type Profile } from "@dailyleet/local";
import type { Argument, CommandUnknownOpts, Help, Option } from "commander";
import type { Context } from "../../context.ts";
import { placesOf, withDatabase } from "../../files/directories.ts";
import { todayOf } from "../../terminal/dates.ts";
import type { Program } from "../../terminal/options.ts";

/** What a shell has to know to complete a command line. */
export interface CompletionTable {
  readonly verbs: readonly Verb[];
  /** Options that every verb takes, and that may stand before it. */
  readonly options: readonly Flag[];
}

export interface Verb {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly Flag[];
  /** For the first argument, the second and so on. */
  readonly places: readonly Offer[];
  /** For each argument behind these. */
  readonly rest: Offer;
}

export interface Flag extends Offer {
  /** '-h', '--help' */
  readonly names: readonly string[];
  readonly summary: string;
  readonly takesValue: boolean;
}

/** What can stand in a place. All words are free of anything that a shell gives a meaning to. */
export interface Offer {
  readonly words: readonly Word[];
  readonly takesFiles: boolean;
}

export interface Word {
  readonly word: string;
  readonly meaning: string;
}

export const NO_OFFER: Offer = { words: [], takesFiles: false };

/** The words for a placeholder such as `<source>`. */
export type Places = Readonly<Record<string, readonly Word[]>>;

/** The command table of `program`, with the person's own values in their places. */
export function completionTable(program: Program, values: Places): CompletionTable {
  const help = program.createHelp();
  const commands = help.visibleCommands(program);
  const places = { ...values, command: commands.map(verbWord) };
  return {
    verbs: commands.map((command) => describeVerb(command, help, places)),
    options: help.visibleOptions(program).map((option) => describeFlag(option, places)),
  };
}

function describeVerb(command: CommandUnknownOpts, help: Help, places: Places): Verb {
  const offers = (variadic: boolean) =>
    command.registeredArguments
      .filter((argument) => argument.variadic === variadic)
      .map((argument) => offerFor(placeOf(argument), argument, places));
  return {
    name: command.name(),
    summary: help.subcommandDescription(command),
    options: help.visibleOptions(command).map((option) => describeFlag(option, places)),
    places: offers(false),
    rest: offers(true)[0] ?? NO_OFFER,
  };
}

/** 'source...' where several may be named. */
function placeOf(argument: Argument): string {
  return argument.name() + (argument.variadic ? "..." : "");
}

function describeFlag(option: Option, places: Places): Flag {
  const names = [option.short, option.long].filter((name) => name !== undefined);
  const [, placeholder = ""] = /[<[]([\w-]+)/.exec(option.flags) ?? [];
  const takesValue = option.required || option.optional;
  return { names, summary: option.description, takesValue, ...offerFor(placeholder, option, places) };
}

function offerFor(placeholder: string, { argChoices }: Argument | Option, places: Places): Offer {
  const words = argChoices?.map((word) => ({ word, meaning: placeholder })) ?? places[placeholder];
  return { words: words ?? [], takesFiles: ["file", "directory"].includes(placeholder) };
}

function verbWord(command: CommandUnknownOpts): Word {
  return { word: command.name(), meaning: command.summary() || command.description() };
}

/** The words for each kind of value, none of which a shell gives a meaning to. */
export function wordsFor({ sources, profiles, years, tags, questions }: KnownValues): Places {
  const names = sourceWords(sources);
  const people = plainWords(profiles, "profile");
  return {
    source: names,
    "source-or-question": names,
    "source...": [...names, { word: "all", meaning: "all five sources" }],
    date: DATES,
    name: people,
    "profile...": people,
    year: plainWords(years.map(String), "year"),
    tag: plainWords(
      tags.map((tag) => tag.trim().replace(/\s+/g, "-")),
      "tag",
    ),
    value: plainWords([...LIST_NAMES, "none"], "list or plan"),
    difficulty: plainWords(
      DIFFICULTIES.map((level) => level.toLowerCase()),
      "difficulty",
    ),
    mark: [...MARK_WORDS.slice(1), MARK_WORDS[0]].map((word) => ({ word, meaning: "mark" })),
    question: questions.map((name, index) => ({ word: String(index + 1), meaning: plainText(name) })),
  };
}

const DATES: readonly Word[] = [
  ...["today", "yesterday", "tomorrow"].map((word) => ({ word, meaning: "date" })),
  ...WEEKDAY_NAMES.map((name) => ({ word: name.toLowerCase(), meaning: "the last one" })),
];

/** What needs no quotes in any shell. */
const PLAIN_WORD = /^[\p{L}\p{N}][\p{L}\p{N}._-]*/u;

/** Those of the texts that need no quotes. */
function plainWords(texts: readonly string[], meaning: string): Word[] {
  return texts.filter((text) => PLAIN_WORD.exec(text)?.[0] === text).map((word) => ({ word, meaning }));
}

/** A text from elsewhere without anything that a shell gives a meaning to. */
function plainText(text: string): string {
  return text.replace(/[^\p{L}\p{N}._-]+/gu, " ").trim();
}

/** The beginning of each name that needs no quotes, in small letters, where it is enough to tell which. */
function sourceWords(sources: readonly Source[]): Word[] {
  return SOURCE_NUMBERS.flatMap((source) => {
    const [word] = PLAIN_WORD.exec(sourceName(sources, source).toLowerCase()) ?? [];
    return word !== undefined && isNameOf(word, source, sources) ? [{ word, meaning: `source ${source}` }] : [];
  });
}

function isNameOf(word: string, source: number, sources: readonly Source[]): boolean {
  try {
    return parseSource(word, sources) === source;
  } catch {
    return false;
  }
}

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
  const { readKeptQuestions } = await import("../questions/sheet.ts");
  const questions = await quietly<readonly Question[]>(() => readKeptQuestions(context, config), []);
  const { profiles, closed } = await quietly(() => readDatabase(context), NOTHING);
  return {
    sources,
    profiles: config.firebase === undefined ? profiles.map(({ name }) => name) : [],
    years: [...new Set([todayOf(context, config).year, ...closed])],
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
