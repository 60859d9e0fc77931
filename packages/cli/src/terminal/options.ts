import { type Command, Option } from "commander";
import { helpItem } from "./help.ts";
import { USUAL_COLUMNS } from "./output.ts";

/** Options that every command has. */
export interface GlobalOptions {
  readonly color: "auto" | "always" | "never";
  /** Local mode: whose ticks; absent means the first profile. */
  readonly profile?: string;
}

export interface JsonOption {
  readonly json?: true;
}

export const colorOption = () =>
  new Option("--color <when>", "when to use colours").choices(["auto", "always", "never"]).default("auto");

export const profileOption = () =>
  new Option("--profile <name>", "the profile of this computer to use").env("DAILYLEET_PROFILE");

export const jsonOption = () => new Option("--json", "answer with one JSON document");

export const dryRunOption = () => new Option("--dry-run", "only list what would change");

const DATE_HELP = "today, yesterday, tomorrow, friday, -1, 2026-03-05, 03-05 or a day number such as 64";

export const dateOption = () => new Option("--date <date>", DATE_HELP).default("today");

/** Where several may be named at once. */
export const SOURCES_HELP = "1 to 5, 1-3, 1,3, all, or the beginning of a source's name";

export const SOURCE_HELP = "1 to 5, or the beginning of a source's name";

/** Text for the end of a help page. */
export function examples(...lines: readonly (readonly [command: string, meaning: string])[]) {
  const width = Math.max(...lines.map(([command]) => command.length));
  return ({ error, command }: { error: boolean; command: Command }) => {
    const { getOutHelpWidth, getErrHelpWidth } = command.configureOutput();
    const columns = (error ? getErrHelpWidth : getOutHelpWidth)?.() ?? USUAL_COLUMNS;
    const rows = lines.map(([line, meaning]) => helpItem(line, width, meaning, columns));
    return `\nExamples:\n${rows.join("\n")}`;
  };
}
