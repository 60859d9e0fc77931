import { type Config, LIST_NAMES, type ListName } from "@dailyleet/core";
import { type Command, Help, Option } from "commander";
import type { Output } from "../context.ts";
import { USUAL_COLUMNS } from "./output.ts";
import { labelled } from "./width.ts";

export function addGlobalOptions(program: Command) {
  return program
    .addOption(new Option("--color <when>", "when to use colours").choices(["auto", "always", "never"]).default("auto"))
    .addOption(new Option("--profile <name>", "the profile to use (local mode)").env("DAILYLEET_PROFILE"));
}

export type Program = ReturnType<typeof addGlobalOptions>;
export type GlobalOptions = ReturnType<Program["opts"]>;

export interface CommonOptions extends GlobalOptions {
  readonly json: true | undefined;
}

/**
 * The options of a command with the global ones. The type includes options that were not given, as `undefined`, so that
 * reading an undeclared option doesn't compile.
 */
export function optionsOf<Options>(command: { optsWithGlobals(): Options }) {
  return command.optsWithGlobals() as { [Name in keyof Required<Options>]: Options[Name] };
}

/** Help texts of arguments that several verbs share. */
export const HELP = {
  source: "1 to 5, or the beginning of a source's name",
  /** Several sources at once. */
  sources: "1 to 5, 1-3, 1,3, all, or the beginning of a source's name",
  question: "its number in the list, its link, or the beginning of its name",
};

const DAYS = "today, yesterday, -1 or 2026-03-05; or friday or 03-05 (the last such day)";

/** Options that several verbs share. */
export const OPTION = {
  json: new Option("--json", "print JSON, for scripts"),
  dryRun: new Option("--dry-run", "show what would change, and change nothing"),
  from: new Option("--from <name>", "whose data of an export or a backup, if it is not yours"),
  date: new Option("--date <date>", DAYS).default("today"),
  list: new Option("--list <list>", "the list to use, this once").choices(LIST_NAMES),
  noWait: new Option("--no-wait", "cloud mode: wait 0.3 seconds at most; a later command sends the rest"),
};

export interface ListOptions {
  readonly list?: ListName | undefined;
}

export function withList(config: Config, { list }: ListOptions): Config {
  return list === undefined ? config : { ...config, list };
}

/** The verb with exactly this name, else all verbs that begin with the word. */
export function verbsMeant(names: readonly string[], word: string): readonly string[] {
  if (word === "" || names.includes(word)) return names.filter((name) => name === word);
  return names.filter((name) => name.startsWith(word.toLowerCase()));
}

const MIN_COLUMNS = 20;

export function helpColumns(output: Output): number {
  const columns = output.columns();
  return Number.isFinite(columns) ? Math.max(columns, MIN_COLUMNS) : USUAL_COLUMNS;
}

export function helpItem(term: string, termWidth: number, meaning: string, columns: number): string {
  const label = `  ${term.padEnd(termWidth)}  `;
  return labelled(label, label.length, meaning, columns, (text) => text.length);
}

/** Wraps Commander's help pages between words for narrow terminals. */
export const helpStyle: Partial<Help> & ThisType<Help> = {
  minWidthToWrap: MIN_COLUMNS,
  subcommandTerm: (command) => Help.prototype.subcommandTerm(command).replace(" [options]", ""),
  formatItem(term, termWidth, description) {
    return description ? helpItem(term, termWidth, description, this.helpWidth ?? USUAL_COLUMNS) : `  ${term}`;
  },
  formatHelp(command, helper) {
    const page = Help.prototype.formatHelp.call(this, command, helper);
    const options = command.parent?.options.filter(({ long }) => long !== "--version").map(({ flags }) => flags);
    if (options === undefined) return page;
    const line = `Global options: ${options.join(", ")} (see 'dailyleet --help')`;
    return `${page}\n${this.boxWrap(line, this.helpWidth ?? USUAL_COLUMNS)}\n`;
  },
  styleUsage(usage) {
    const indent = " ".repeat("Usage: ".length);
    return this.boxWrap(usage, (this.helpWidth ?? USUAL_COLUMNS) - indent.length).replaceAll("\n", `\n${indent}`);
  },
};
