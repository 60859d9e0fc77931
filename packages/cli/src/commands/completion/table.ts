import { existsSync } from "node:fs";
import {
  allTags,
  type Config,
  DIFFICULTIES,
  LIST_NAMES,
  MARK_WORDS,
  parseSource,
  SOURCE_NUMBERS,
  type Source,
  sourceName,
  sourcesOf,
  WEEKDAY_NAMES,
} from "@dailyleet/core";
import { type Database, listProfiles, listYears } from "@dailyleet/local";
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
  /** The values of all options that take one, by the options' names. */
  readonly values: ReadonlyMap<string, Offer>;
}

export interface Verb {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly Flag[];
  /** For the first argument, the second and so on. */
  readonly places: readonly Offer[];
  /** For each further argument. */
  readonly rest: Offer;
}

export interface Flag extends Offer {
  /** '-h', '--help' */
  readonly names: readonly string[];
  readonly summary: string;
  readonly takesValue: boolean;
}

/** What can stand in a place. */
export interface Offer {
  readonly words: readonly Word[];
  readonly takesFiles: boolean;
}

/** Neither text has a character that a shell gives a meaning to. */
export interface Word {
  readonly word: string;
  readonly meaning: string;
}

export const NO_OFFER: Offer = { words: [], takesFiles: false };

/** The words for a placeholder such as `<source>`. */
type WordsByPlaceholder = Readonly<Record<string, readonly Word[]>>;

/** The command table of `program`, with the person's own values in their places. */
export function completionTable(program: Program, known: WordsByPlaceholder): CompletionTable {
  const help = program.createHelp();
  const commands = help.visibleCommands(program);
  const command = commands.map((each) => ({ word: each.name(), meaning: each.summary() || each.description() }));
  const words = { ...known, command };
  const verbs = commands.map((each) => describeVerb(each, help, words));
  const options = help.visibleOptions(program).map((option) => describeFlag(option, words));
  const taking = [...options, ...verbs.flatMap((verb) => verb.options)].filter(({ takesValue }) => takesValue);
  return { verbs, options, values: new Map(taking.flatMap((flag) => flag.names.map((name) => [name, flag]))) };
}

function describeVerb(command: CommandUnknownOpts, help: Help, words: WordsByPlaceholder): Verb {
  const offers = (variadic: boolean) =>
    command.registeredArguments
      .filter((argument) => argument.variadic === variadic)
      .map((argument) => offerFor(argument.name() + (variadic ? "..." : ""), argument, words));
  return {
    name: command.name(),
    summary: help.subcommandDescription(command),
    options: help.visibleOptions(command).map((option) => describeFlag(option, words)),
    places: offers(false),
    rest: offers(true)[0] ?? NO_OFFER,
  };
}

function describeFlag(option: Option, words: WordsByPlaceholder): Flag {
  const names = [option.short, option.long].filter((name) => name !== undefined);
  const [, placeholder = ""] = /[<[]([\w-]+)/.exec(option.flags) ?? [];
  const takesValue = option.required || option.optional;
  return { names, summary: option.description, takesValue, ...offerFor(placeholder, option, words) };
}

function offerFor(placeholder: string, { argChoices }: Argument | Option, words: WordsByPlaceholder): Offer {
  return {
    words: argChoices ? wordsOf(argChoices, placeholder) : (words[placeholder] ?? []),
    takesFiles: ["file", "directory"].includes(placeholder),
  };
}

function wordsOf(texts: readonly string[], meaning: string): Word[] {
  return texts.map((word) => ({ word, meaning }));
}

/**
 * The words that this computer knows, the person's own among them. A shell asks for them at its start, so this asks no
 * network and passes over what it can't read, which the commands themselves report.
 */
export async function knownWords(context: Context, config: Config): Promise<WordsByPlaceholder> {
  const { readKeptQuestions } = await import("../questions/sheet.ts");
  const questions = await quietly(() => readKeptQuestions(context, config));
  // Opening the database would create it.
  const isThere = existsSync(placesOf(context).databaseFile);
  const listed = <T>(list: (database: Database) => readonly T[]) =>
    quietly(() => (isThere ? withDatabase(context, list) : []));
  const years = new Set([todayOf(context, config).year, ...(await listed(listYears))]);
  const profiles = config.firebase ? [] : await listed(listProfiles);
  const names = profiles.map(({ name }) => name);
  const people = plainWords(names, "profile");
  const sources = sourceWords(sourcesOf(config));
  const tags = allTags(questions).map((tag) => tag.trim().replace(/\s+/g, "-"));
  return {
    source: sources,
    "source-or-question": sources,
    "source...": [...sources, { word: "all", meaning: "all five sources" }],
    date: [
      ...wordsOf(["today", "yesterday", "tomorrow"], "date"),
      ...wordsOf(lowerCase(WEEKDAY_NAMES), "the last one"),
    ],
    name: people,
    "profile...": people,
    year: wordsOf([...years].map(String), "year"),
    tag: plainWords(tags, "tag"),
    value: wordsOf([...LIST_NAMES, "none"], "list or plan"),
    difficulty: wordsOf(lowerCase(DIFFICULTIES), "difficulty"),
    mark: wordsOf([...MARK_WORDS.slice(1), MARK_WORDS[0]], "mark"),
    question: questions.map(({ name }, index) => ({ word: String(index + 1), meaning: plainText(name) })),
  };
}

function lowerCase(names: readonly string[]): string[] {
  return names.map((name) => name.toLowerCase());
}

/** A word that needs no quotes in any shell. */
const PLAIN_WORD = /^[\p{L}\p{N}][\p{L}\p{N}._-]*/u;

/** The texts that need no quotes. */
function plainWords(texts: readonly string[], meaning: string): Word[] {
  return wordsOf(
    texts.filter((text) => PLAIN_WORD.exec(text)?.[0] === text),
    meaning,
  );
}

/** A text from elsewhere without the characters that a shell gives a meaning to. */
function plainText(text: string): string {
  return text.replace(/[^\p{L}\p{N}._-]+/gu, " ").trim();
}

/** The beginning of each name that needs no quotes, in small letters, if it tells the source from the others. */
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

/** Empty for what can't be read. */
async function quietly<T>(read: () => readonly T[] | Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await read();
  } catch {
    return [];
  }
}
