import { existsSync } from "node:fs";
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
import { loadChoices, loadConfig, placesOf } from "../files/directories.ts";
import { writePrivate } from "../files/files.ts";
import { capabilitiesOf } from "../terminal/capabilities.ts";
import { readPlanDay, todayOf } from "../terminal/dates.ts";
import { addVerb, type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { oneLine, printJson, writeText } from "../terminal/output.ts";
import { labelled } from "../terminal/width.ts";

const SETTINGS: readonly (keyof Choices)[] = ["list", "plan"];

interface ConfigOptions extends CommonOptions {
  readonly setting: string | undefined;
  readonly value: string | undefined;
}

export function registerConfig(program: Program, context: Context): void {
  addVerb(program, "config", {
    summary: "show the settings and where files are",
    description: "Show the settings in use and where files are, secrets hidden; or choose your own list and plan.",
    examples: {
      "dailyleet config": "settings and files",
      "dailyleet config list neetcode150": "practise the NeetCode 150",
      "dailyleet config plan 2027-03-31": "plan the list until that day",
      "dailyleet config plan none": "without a plan of your own",
    },
  })
    .addArgument(new Argument("[setting]", "what to choose, over any site's configuration").choices(SETTINGS))
    .argument("[value]", `a list (${LIST_NAMES.join(", ")}), the plan's last day, or none`)
    .addOption(OPTION.json)
    .action((setting, value, _options, command) => runConfig(context, { ...optionsOf(command), setting, value }));
}

async function runConfig(context: Context, options: ConfigOptions): Promise<void> {
  if (options.setting !== undefined) choose(context, options.setting, options.value);
  const loaded = loadConfig(context);
  const { configFile, databaseFile } = placesOf(context);
  const mode = loaded.firebase ? "cloud" : "local";
  const config = { ...masked(loaded), sources: sourcesOf(loaded) };
  const answer = { version: 1, mode, files: { configuration: configFile, database: databaseFile }, config };
  if (options.json) return printJson(context, answer);
  const { columns, measure } = await capabilitiesOf(context, options, [JSON.stringify(answer)]);
  const chosen = Object.keys(loadChoices(context));
  const isThere = existsSync(configFile);
  const originOf = (key: string) => {
    if (chosen.includes(key)) return " (your own)";
    return isThere && key in loaded ? "" : " (default)";
  };
  const rows: [string, string][] = [
    ["mode", mode],
    ["configuration", `${oneLine(configFile)}${isThere ? "" : " (not there)"}`],
    ["database", oneLine(databaseFile)],
    ...Object.entries(config).map(([key, value]): [string, string] => [key + originOf(key), describe(value)]),
  ];
  const width = Math.max(...rows.map(([name]) => name.length)) + GAP.length;
  for (const [name, text] of rows) {
    writeText(context.stdout, `${labelled(name.padEnd(width), width, text, columns, measure)}\n`);
  }
}

/** Throws `usage`. */
function choose(context: Context, setting: string, value: string | undefined): void {
  const choices = loadChoices(context);
  const today = todayOf(context, loadConfig(context));
  const from = formatDate(today);
  const until = setting === "plan" && value !== undefined && value !== "none" ? readPlanDay(value, today) : null;
  // With another list the plan begins again.
  const plan = choices.plan && { ...choices.plan, from };
  const wanted = setting === "plan" ? { until: until && formatDate(until), from } : (value ?? null);
  const text = `${JSON.stringify({ ...choices, plan, [setting]: value === "none" ? undefined : wanted })}\n`;
  try {
    parseChoices(text, "");
  } catch {
    const allowed = setting === "plan" ? "a day such as 12-30 or 2027-03-31" : LIST_NAMES.join(", ");
    const fault =
      value === undefined ? `'dailyleet config ${setting}' needs a value` : `'${value}' is not a ${setting}`;
    throw new DailyleetError("usage", `${fault}; give ${allowed}, or none.`);
  }
  writePrivate(placesOf(context).choicesFile, text);
}

const GAP = "  ";
const MASK = "***";

function masked(config: Config): Config {
  const { firebase, google } = config;
  return {
    ...config,
    ...(firebase && { firebase: { ...firebase, apiKey: MASK } }),
    ...(google && { google: { ...google, clientSecret: MASK } }),
  };
}

function describe(value: unknown): string {
  const sourceText = ({ name, ...others }: Source) => oneLine(`${name}: ${Object.values(others).join(", ")}`);
  if (Array.isArray(value)) return value.map(sourceText).join("\n");
  if (!isRecord(value)) return oneLine(String(value));
  const lines = Object.entries(value).map(([key, entry]) => oneLine(`${key}: ${entry}`));
  return lines.join("\n");
}
