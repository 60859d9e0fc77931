import { existsSync } from "node:fs";
import { dirname } from "node:path";
import {
  type Choices,
  type Config,
  DailyleetError,
  formatDate,
  isRecord,
  LIST_NAMES,
  parseChoices,
  type Source,
  sourcesOf,
} from "@dailyleet/core";
import { Argument } from "commander";
import type { Context } from "../context.ts";
import { loadChoices, loadConfig, type Places, placesOf } from "../files/directories.ts";
import { makePrivateDirectory, writePrivate } from "../files/files.ts";
import { type Capabilities, capabilitiesOf } from "../terminal/capabilities.ts";
import { todayOf } from "../terminal/dates.ts";
import { addVerb, type CommonOptions, JSON_OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { oneLine, printJson } from "../terminal/output.ts";
import { labelled } from "../terminal/width.ts";

interface ConfigOptions extends CommonOptions {
  readonly setting: string | undefined;
  readonly value: string | undefined;
}

const SETTINGS: readonly (keyof Choices)[] = ["list", "plan"];

export function registerConfig(program: Program, context: Context): void {
  addVerb(program, "config", {
    summary: "show the settings and where files are",
    description: "Show the settings in use and where files are, secrets hidden; or choose your own list and plan.",
    examples: [
      ["dailyleet config", "settings and files"],
      ["dailyleet config list neetcode150", "practise the NeetCode 150"],
      ["dailyleet config plan 2027-03-31", "plan the list until that day"],
      ["dailyleet config plan none", "without a plan of your own"],
    ],
  })
    .addArgument(new Argument("[setting]", "what to choose, over any site's configuration").choices(SETTINGS))
    .argument("[value]", `a list (${LIST_NAMES.join(", ")}), the plan's last day, or none`)
    .addOption(JSON_OPTION)
    .action((setting, value, _options, command) => runConfig(context, { ...optionsOf(command), setting, value }));
}

/** Throws `usage`. */
function choose(context: Context, setting: string, value: string | undefined): void {
  const choices = loadChoices(context);
  const from = formatDate(todayOf(context, loadConfig(context)));
  // A plan begins again with another list.
  const plan = choices.plan && { ...choices.plan, from };
  const wanted = setting === "plan" ? { until: value, from } : (value ?? null);
  const text = `${JSON.stringify({ ...choices, plan, [setting]: value === "none" ? undefined : wanted })}\n`;
  try {
    parseChoices(text, "");
  } catch {
    const allowed = setting === "plan" ? "a day such as 2027-03-31, until 2099" : LIST_NAMES.join(", ");
    throw new DailyleetError("usage", `'${value ?? ""}' is no value for ${setting}; give ${allowed}, or none.`);
  }
  const { choicesFile } = placesOf(context);
  makePrivateDirectory(dirname(choicesFile));
  writePrivate(choicesFile, text);
}

async function runConfig(context: Context, options: ConfigOptions): Promise<void> {
  if (options.setting !== undefined) choose(context, options.setting, options.value);
  const config = loadConfig(context);
  const view: ConfigView = {
    mode: config.firebase ? "cloud" : "local",
    places: placesOf(context),
    config: { ...masked(config), sources: sourcesOf(config) },
    fromFile: existsSync(placesOf(context).configFile) ? Object.keys(config) : null,
    chosen: Object.keys(loadChoices(context)),
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
  /** The keys that the person has chosen for themselves. */
  readonly chosen: readonly string[];
}

const GAP = "  ";

/** A row for each key; a list or an object takes a line for each of its entries. */
export function renderConfig(
  { mode, places, config, fromFile, chosen }: ConfigView,
  { columns, measure }: Capabilities,
): string {
  const keys = Object.entries(config).map(([key, value]): [string, string] => {
    const origin = chosen.includes(key) ? " (your own)" : fromFile?.includes(key) ? "" : " (default)";
    return [key + origin, describe(value)];
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

function describeSource({ name, ...others }: Source): string {
  return oneLine(`${name}: ${Object.values(others).join(", ")}`);
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return value.map(describeSource).join("\n");
  if (!isRecord(value)) return oneLine(String(value));
  return Object.entries(value)
    .map(([key, entry]) => oneLine(`${key}: ${entry}`))
    .join("\n");
}
