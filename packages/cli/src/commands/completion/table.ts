import { parseSource, SOURCE_NUMBERS, type Source, sourceName, WEEKDAY_NAMES } from "@dailyleet/core";
import type { Argument, Command, Help, Option } from "commander";

/** What a shell has to know to complete a command line. */
export interface CompletionTable {
  readonly verbs: readonly Verb[];
  /** Options that every verb takes, and that may stand before it. */
  readonly options: readonly Flag[];
}

export interface Verb extends Offer {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly Flag[];
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

/** The command table of `program`, with the names of the sources as values. */
export function completionTable(program: Command, sources: readonly Source[]): CompletionTable {
  const help = program.createHelp();
  const commands = help.visibleCommands(program);
  const names = sourceWords(sources);
  const all = { word: "all", meaning: "all five sources" };
  const places = { source: names, "source...": [...names, all], command: commands.map(verbWord) };
  return {
    verbs: commands.map((command) => describeVerb(command, help, places)),
    options: help.visibleOptions(program).map((option) => describeFlag(option, places)),
  };
}

/** The words for a placeholder such as `<source>`. */
type Places = Readonly<Record<string, readonly Word[]>>;

function describeVerb(command: Command, help: Help, places: Places): Verb {
  const offers = command.registeredArguments.map((argument) => offerFor(placeOf(argument), argument, places));
  return {
    name: command.name(),
    summary: help.subcommandDescription(command),
    options: help.visibleOptions(command).map((option) => describeFlag(option, places)),
    words: offers.flatMap(({ words }) => words),
    takesFiles: offers.some(({ takesFiles }) => takesFiles),
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
  const words =
    argChoices?.map((word) => ({ word, meaning: placeholder })) ?? places[placeholder] ?? DATES[placeholder];
  return { words: words ?? [], takesFiles: ["file", "directory"].includes(placeholder) };
}

const WEEKDAYS = WEEKDAY_NAMES.map((name) => ({ word: name.toLowerCase(), meaning: "the last one" }));
const DATES: Places = {
  date: [...["today", "yesterday", "tomorrow"].map((word) => ({ word, meaning: "date" })), ...WEEKDAYS],
};

function verbWord(command: Command): Word {
  return { word: command.name(), meaning: command.summary() || command.description() };
}

/** The beginning of each name that needs no quotes in any shell, in small letters, where it is enough to tell which. */
function sourceWords(sources: readonly Source[]): Word[] {
  return SOURCE_NUMBERS.flatMap((source) => {
    const [word] = /^[\p{L}\p{N}][\p{L}\p{N}._-]*/u.exec(sourceName(sources, source).toLowerCase()) ?? [];
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
