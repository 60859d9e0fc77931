import { dirname } from "node:path";
import { type Config, once, requireSources, unusableText } from "@dailyleet/core";
import type { Database } from "@dailyleet/local";
import type { Command } from "commander";
import { type Context, requireZone } from "./context.ts";
import { lostData } from "./files/backups.ts";
import { placesOf, requireOwnDirectories } from "./files/directories.ts";
import { configOf, faultNotes, knownSettings, loadSite, type Settings, type SiteFile } from "./files/settings.ts";
import { helpItem, type Program } from "./terminal/options.ts";
import { printNote, printNotes, USUAL_COLUMNS } from "./terminal/output.ts";

/** What a verb needs before it runs. */
interface Needs {
  /** Whether to check that the directories are the person's own, and that there is a time zone. */
  readonly place: boolean;
  /**
   * `told`: print the faults of `dailyleet.json`. `sound`: with a fault, `config()` throws, because the verb finds
   * sources by name. `own`: the verb deals with faults itself.
   */
  readonly config: "told" | "sound" | "own";
  /** Whether to print where data can be found if the database is lost. */
  readonly data: boolean;
}

const USUAL: Needs = { place: true, config: "told", data: true };

interface Verb {
  readonly summary: string;
  readonly description: string;
  /** Command lines with their meanings, for the end of the help page. */
  readonly examples: Readonly<Record<string, string>>;
  readonly needs?: Partial<Needs>;
}

/** The function in a verb's file that calls `addVerb`. `createFull` creates a program with all verbs. */
export type Register = (program: Program, context: CommandContext, createFull: () => Program) => void;

/** Declares a verb; the caller adds arguments and options. */
export function addVerb(
  program: Program,
  context: CommandContext,
  name: string,
  { summary, description, examples, needs }: Verb,
) {
  const width = Math.max(...Object.keys(examples).map((line) => line.length));
  const page = ({ error, command }: { error: boolean; command: Command }) => {
    const { getOutHelpWidth, getErrHelpWidth } = command.configureOutput();
    const columns = (error ? getErrHelpWidth : getOutHelpWidth)?.() ?? USUAL_COLUMNS;
    const rows = Object.entries(examples).map(([line, meaning]) => helpItem(line, width, meaning, columns));
    return `\nExamples:\n${rows.join("\n")}`;
  };
  const verb = program.command(name).summary(summary).description(description).addHelpText("after", page);
  return verb.hook("preAction", () => context.begin({ ...USUAL, ...needs }, program.opts().profile));
}

/** The context of one command. Reads the configuration once. */
export interface CommandContext extends Context {
  /** Checks what the verb needs, and prints notes before it runs. Rejects if the verb can't run. */
  begin(needs: Needs, profile: string | undefined): Promise<void>;
  /** The settings at the command's start. Throws as `knownSettings`. */
  settings(): Settings;
  /**
   * The configuration for the person at the command's start. The first call prints a note for each unusable setting.
   * Throws as `settings`, and as `requireSources` if the verb needs a sound configuration.
   */
  config(): Config;
  /** Closes a database that nobody has taken over. */
  close(): void;
}

export function createCommandContext(context: Context): CommandContext {
  let needs = USUAL;
  let profile: string | undefined;
  /** The database opened to read the settings. The next `openDatabase` takes it over. */
  let idle: Database | null = null;
  const take = (): Database | null => {
    const database = idle;
    idle = null;
    return database;
  };
  const siteFile = once(() => loadSite(context));
  const settings = once((): Settings => {
    const file = siteFile();
    const own = knownSettings(context, file.site, { profile }, (database) => {
      idle = database;
    });
    return { ...file, own };
  });
  return {
    ...context,
    async begin(needed, named) {
      needs = needed;
      profile = named;
      if (needs.place) {
        requireOwnDirectories(context);
        requireZone(context);
      }
      if (needs.config !== "own") tellFaults(context, siteFile(), needs.config === "sound");
      const lost = needs.data ? await lostData(context) : null;
      if (lost === null) return;
      printNote(context, `There is no database in ${dirname(placesOf(context).databaseFile)}, but ${lost}`);
    },
    settings,
    config: once(() => {
      const config = configOf(settings());
      if (needs.config === "sound") requireSources(config);
      tellUnusable(context, config);
      return config;
    }),
    openDatabase: (file) => take() ?? context.openDatabase(file),
    close: () => take()?.close(),
  };
}

/** `isRefused` leaves out the fault of the whole file, which the verb's own error reports. */
export function tellFaults(context: Context, file: SiteFile, isRefused = false): void {
  const faults = isRefused ? file.faults.filter((fault) => fault !== file.site.fault) : file.faults;
  printNotes(context, faultNotes({ ...file, faults }));
}

export function tellUnusable(context: Context, { unusable }: Pick<Config, "unusable">): void {
  printNotes(context, unusable.map(unusableText));
}
