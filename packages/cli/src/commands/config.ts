import { existsSync } from "node:fs";
import {
  type Choices,
  type Config,
  consentText,
  counted,
  doneCells,
  isDailyleetError,
  isRecord,
  LIST_NAMES,
  readSite,
  SETTING_KEYS,
  type SettingKey,
  SITE_KEYS,
  SOURCE_NUMBERS,
  type Source,
  type SourceNumber,
  settingPatch,
  sourcesOf,
} from "@dailyleet/core";
import { listProfiles, readAllTicks } from "@dailyleet/local";
import { Argument } from "commander";
import type { Context } from "../context.ts";
import { withDatabase } from "../files/database.ts";
import { placesOf } from "../files/directories.ts";
import { changeSetting, loadChoices, loadConfig, readSettings, tellFaults } from "../files/settings.ts";
import { capabilitiesOf } from "../terminal/capabilities.ts";
import { todayOf } from "../terminal/dates.ts";
import { addVerb, type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { isYes, oneLine, printJson, printNote, writeText } from "../terminal/output.ts";
import { labelled } from "../terminal/width.ts";

interface ConfigOptions extends CommonOptions {
  readonly setting: SettingKey | undefined;
  readonly values: readonly string[];
}

export function registerConfig(program: Program, context: Context): void {
  addVerb(program, "config", {
    summary: "show or change settings",
    description:
      "Show the settings in use and where files are, secrets hidden; or change a setting, and 'none' gives its default back.",
    examples: {
      "dailyleet config": "settings and files",
      "dailyleet config list neetcode150": "practise the NeetCode 150",
      "dailyleet config plan 2027-03-31": "plan the list until that day",
      "dailyleet config dayEndsAt 03:00": "ticks until three belong to the day before",
      "dailyleet config rest.weekdays sat,sun": "days that keep a streak",
      "dailyleet config source 4 AtCoder https://atcoder.jp": "another site",
      "dailyleet config account leetcode NAME": "your account, for 'dailyleet fetch'",
      "dailyleet config problems on": "today's problem by name",
    },
  })
    .addArgument(new Argument("[setting]", "what to change").choices(SETTING_KEYS))
    .argument(
      "[value...]",
      `a list (${LIST_NAMES.join(", ")}), the plan's last day, a time, weekdays, a number, on or off, a path; ` +
        `a source's number, name and address; a site (${SITE_KEYS.join(", ")}) and your account there; or none`,
    )
    .addOption(OPTION.json)
    .action((setting, values, _options, command) => runConfig(context, { ...optionsOf(command), setting, values }));
}

async function runConfig(context: Context, options: ConfigOptions): Promise<void> {
  const { setting, values } = options;
  if (setting === "source" && !(await isHistoryAccepted(context, values))) {
    return printNote(context, "Nothing was changed.");
  }
  if (setting !== undefined) await changeSetting(context, setting, values);
  tellFaults(context);
  const loaded = loadConfig(context);
  const { configFile, databaseFile } = placesOf(context);
  const mode = loaded.firebase ? "cloud" : "local";
  const choices = loadChoices(context);
  if (setting === "account") tellConsent(context, choices, values);
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

/**
 * A tick is stored under its source's number. For a source that gets another name or address, says whose ticks will count
 * for it, and asks on a terminal whether to go on. Throws `usage` for wrong words.
 */
async function isHistoryAccepted(context: Context, words: readonly string[]): Promise<boolean> {
  const settings = readSettings(context);
  const before = sourcesOf(settings.config);
  const patch = settingPatch("source", words, { ...settings, today: todayOf(context, settings.config) });
  const after = sourcesOf(patch as Config);
  const counts = await countBySource(context);
  const sentences = SOURCE_NUMBERS.flatMap((source) => {
    const [old, next] = [before[source - 1], after[source - 1]].map((one) => `${one?.name} (${one?.url})`);
    if (old === next || counts[source] === 0) return [];
    const ticks = `${counted(counts[source], "tick")} of ${old}`;
    return `Source ${source} has ${ticks}; what is ticked stays, and will count for ${next}.`;
  });
  for (const sentence of sentences) printNote(context, sentence);
  const reply = sentences.length > 0 ? await context.ask("Change it all the same? [Y/n] ") : null;
  return reply === null || isYes(reply);
}

/** The done ticks of all profiles; none where the database can't be read, which other verbs report. */
async function countBySource(context: Context): Promise<Record<SourceNumber, number>> {
  const counts = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 };
  try {
    await withDatabase(context, "preview", (database) => {
      const years = listProfiles(database).flatMap(({ uid }) => readAllTicks(database, uid));
      for (const { column } of years.flatMap(({ ticks }) => doneCells(ticks))) counts[column]++;
    });
  } catch (error) {
    if (!isDailyleetError(error)) throw error;
  }
  return counts;
}

/** Setting an account is the person's consent, so the note says what follows. */
function tellConsent(context: Context, { accounts = {} }: Choices, [word, name]: readonly string[]): void {
  const site = readSite(word);
  const account = site === null || name === undefined ? undefined : accounts[site];
  if (site !== null && account !== undefined) printNote(context, consentText(site, account, "run 'dailyleet fetch'"));
}

const GAP = "  ";
const MASK = "***";

function masked({ fault: _, ...config }: Config): Config {
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
