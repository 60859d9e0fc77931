import type { Argument, CommandUnknownOpts, Help, Option } from "commander";
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
