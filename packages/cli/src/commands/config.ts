import { existsSync } from "node:fs";
import {
  type Choices,
  type Config,
  DailyleetError,
  formatDate,
  isAccount,
  isRecord,
  LIST_NAMES,
  parseChoices,
  SITE_KEYS,
  SITES,
  type Source,
  sourcesOf,
} from "@dailyleet/core";
import { Argument } from "commander";
import type { Context } from "../context.ts";
import { loadChoices, loadConfig, placesOf } from "../files/directories.ts";
import { removePrivate, writePrivate } from "../files/files.ts";
import { requireSource } from "../sites/sources.ts";
import { capabilitiesOf } from "../terminal/capabilities.ts";
import { readPlanDay, todayOf } from "../terminal/dates.ts";
import { addVerb, type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { oneLine, printJson, printNote, writeText } from "../terminal/output.ts";
import { labelled } from "../terminal/width.ts";

const SETTINGS = ["list", "plan", "account", "problems"] as const;
type Setting = (typeof SETTINGS)[number];

interface ConfigOptions extends CommonOptions {
  readonly setting: Setting | undefined;
  readonly values: readonly string[];
}

export function registerConfig(program: Program, context: Context): void {
  addVerb(program, "config", {
    summary: "show the settings and where files are",
    description:
      "Show the settings in use and where files are, secrets hidden; or choose your own list and plan, and what your sites are asked.",
    examples: {
      "dailyleet config": "settings and files",
      "dailyleet config list neetcode150": "practise the NeetCode 150",
      "dailyleet config plan 2027-03-31": "plan the list until that day",
      "dailyleet config plan none": "without a plan of your own",
      "dailyleet config account leetcode NAME": "your account, for 'dailyleet fetch'",
      "dailyleet config problems on": "today's problem by name",
    },
  })
    .addArgument(new Argument("[setting]", "what to choose, over any site's configuration").choices(SETTINGS))
    .argument(
      "[value...]",
      `a list (${LIST_NAMES.join(", ")}), the plan's last day, a site (${SITE_KEYS.join(", ")}) and your account there, on or off; or none`,
    )
    .addOption(OPTION.json)
    .action((setting, values, _options, command) => runConfig(context, { ...optionsOf(command), setting, values }));
}

async function runConfig(context: Context, options: ConfigOptions): Promise<void> {
  if (options.setting !== undefined) choose(context, options.setting, options.values);
  const loaded = loadConfig(context);
  const { configFile, databaseFile } = placesOf(context);
  const mode = loaded.firebase ? "cloud" : "local";
  const choices = loadChoices(context);
  const config = { ...masked(loaded), sources: sourcesOf(loaded), ...choices };
  const answer = { version: 1, mode, files: { configuration: configFile, database: databaseFile }, config };
  if (options.json) return printJson(context, answer);
  const { columns, measure } = await capabilitiesOf(context, options, [JSON.stringify(answer)]);
  const isThere = existsSync(configFile);
  const originOf = (key: string) => {
    if (key in choices) return " (your own)";
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
function choose(context: Context, setting: Setting, values: readonly string[]): void {
  const choices = loadChoices(context);
  const config = loadConfig(context);
  if (values.length > (setting === "account" ? 2 : 1)) {
    const fault = `'dailyleet config ${setting}' takes no '${values.at(-1)}'`;
    throw new DailyleetError("usage", `${fault}; see 'dailyleet config --help'.`);
  }
  const chosen =
    setting === "account"
      ? chooseAccount(context, config, choices, values)
      : setting === "problems"
        ? chooseProblems(context, values)
        : choosePractice(context, config, choices, setting, values);
  writePrivate(placesOf(context).choicesFile, `${JSON.stringify({ ...choices, ...chosen })}\n`);
}

function choosePractice(
  context: Context,
  config: Config,
  choices: Choices,
  setting: "list" | "plan",
  [value]: readonly string[],
): Choices {
  const today = todayOf(context, config);
  const from = formatDate(today);
  const until = setting === "plan" && value !== undefined && value !== "none" ? readPlanDay(value, today) : null;
  // With another list the plan begins again.
  const plan = choices.plan && { ...choices.plan, from };
  const wanted = setting === "plan" ? { until: until && formatDate(until), from } : (value ?? null);
  const chosen = { plan, [setting]: value === "none" ? undefined : wanted };
  try {
    parseChoices(JSON.stringify(chosen), "");
  } catch {
    const allowed = setting === "plan" ? "a day such as 12-30 or 2027-03-31" : LIST_NAMES.join(", ");
    throw wrongValue(setting, value, `a ${setting}`, `${allowed}, or none`);
  }
  return chosen as Choices;
}

/** Setting an account is the person's consent, so it says what follows. */
function chooseAccount(
  context: Context,
  config: Config,
  { accounts }: Choices,
  [word, name]: readonly string[],
): Choices {
  const site = SITE_KEYS.find((key) => key === word?.toLowerCase());
  if (site === undefined) throw wrongValue("account", word, "a site that can be asked", SITE_KEYS.join(", "));
  // The answers of a forgotten account go, too.
  removePrivate(placesOf(context).visitsFile);
  if (name === "none") {
    const { [site]: _, ...others } = accounts ?? {};
    return Object.keys(others).length === 0 ? { accounts: undefined } : { accounts: others };
  }
  const { title, allowed, asked, robots } = SITES[site];
  if (!isAccount(site, name))
    throw wrongValue(`account ${site}`, name, `an account of ${title}`, `${allowed}, or none`);
  requireSource(site, config);
  const sentence = `When you run 'dailyleet fetch', this computer asks ${asked} for the public list of ${name}.`;
  printNote(context, robots === undefined ? sentence : `${sentence} ${robots}`);
  return { accounts: { ...accounts, [site]: name } };
}

function chooseProblems(context: Context, [value]: readonly string[]): Choices {
  if (value === "on") return { problems: true };
  if (value !== "off" && value !== "none") throw wrongValue("problems", value, "a choice", "on or off");
  removePrivate(placesOf(context).problemsFile);
  return { problems: undefined };
}

function wrongValue(setting: string, value: string | undefined, noun: string, allowed: string): DailyleetError {
  const fault = value === undefined ? `'dailyleet config ${setting}' needs a value` : `'${value}' is not ${noun}`;
  return new DailyleetError("usage", `${fault}; give ${allowed}.`);
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
