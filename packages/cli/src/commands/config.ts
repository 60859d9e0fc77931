import { existsSync } from "node:fs";
import { type Config, isRecord, sourcesOf } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { loadConfig, type Places, placesOf } from "../files/directories.ts";
import { type Capabilities, capabilitiesOf } from "../terminal/capabilities.ts";
import { type CommonOptions, examples, JSON_OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { oneLine, printJson } from "../terminal/output.ts";
import { labelled } from "../terminal/width.ts";

export function registerConfig(program: Program, context: Context): void {
  program
    .command("config")
    .summary("show the settings and where files are")
    .description("Show the settings in use and where files are; secrets are hidden.")
    .addOption(JSON_OPTION)
    .addHelpText("after", examples(["dailyleet config", "settings and files"]))
    .action((_options, command) => runConfig(context, optionsOf(command)));
}

async function runConfig(context: Context, options: CommonOptions): Promise<void> {
  const config = loadConfig(context);
  const view: ConfigView = {
    mode: config.firebase ? "cloud" : "local",
    places: placesOf(context),
    config: { ...masked(config), sources: sourcesOf(config) },
    fromFile: existsSync(placesOf(context).configFile) ? Object.keys(config) : null,
  };
  if (options.json) printJson(context, configJson(view));
  else
    context.stdout.write(
      renderConfig(view, await capabilitiesOf(context, options, [JSON.stringify(configJson(view))])),
    );
}

const MASK = "***";

function masked(config: Config): Config {
  const { firebase, google } = config;
  return {
    ...config,
    ...(firebase && { firebase: { ...firebase, apiKey: MASK } }),
    ...(google && { google: { ...google, clientSecret: MASK } }),
  };
}

export interface ConfigView {
  readonly mode: "local" | "cloud";
  readonly places: Places;
  /** What is in force, secrets masked. */
  readonly config: Config;
  /** The keys that the file sets, the others are defaults; null when there is no file. */
  readonly fromFile: readonly string[] | null;
}

const GAP = "  ";

/** A row for each key; a list or an object takes a line for each of its entries. */
export function renderConfig(
  { mode, places, config, fromFile }: ConfigView,
  { columns, measure }: Capabilities,
): string {
  const keys = Object.entries(config).map(([key, value]): [string, string] => {
    return [fromFile?.includes(key) ? key : `${key} (default)`, describe(value)];
  });
  const rows: [string, string][] = [
    ["mode", mode],
    ["configuration", `${oneLine(places.configFile)}${fromFile === null ? " (not there)" : ""}`],
    ["database", oneLine(places.databaseFile)],
    ...keys,
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows
    .map(([name, text]) => {
      const label = name.padEnd(width) + GAP;
      return `${labelled(label, label.length, text, columns, measure)}\n`;
    })
    .join("");
}

export function configJson({ mode, places, config }: ConfigView): object {
  return { version: 1, mode, files: { configuration: places.configFile, database: places.databaseFile }, config };
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return value.map((entry) => oneLine(Object.values(entry).join(": "))).join("\n");
  if (!isRecord(value)) return oneLine(String(value));
  return Object.entries(value)
    .map(([key, entry]) => oneLine(`${key}: ${entry}`))
    .join("\n");
}
