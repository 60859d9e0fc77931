import { existsSync } from "node:fs";
import {
  type Config,
  consentText,
  counted,
  doneCells,
  isRecord,
  isUsable,
  judgeOfSetting,
  NO_SETTINGS,
  own,
  readFlag,
  SETTING_PARTS,
  type SettingParts,
  type SiteConfig,
  type Source,
  type SourceNumber,
  settingChanges,
  settingOf,
  settingText,
  sourceOfSetting,
  textsInForce,
  textsOfWords,
  usageError,
} from "@dailyleet/core";
import { readAllTicks } from "@dailyleet/local";
import { Option } from "commander";
import type { Context } from "../context.ts";
import { placesOf } from "../files/directories.ts";
import { removePrivate } from "../files/files.ts";
import {
  COMPUTER_KEYS,
  type ComputerKey,
  changeComputerSetting,
  configOf,
  loadSite,
  type Settings,
} from "../files/settings.ts";
import { capabilitiesOf } from "../terminal/capabilities.ts";
import { type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { isYes, oneLine, printJson, printNote, writeText } from "../terminal/output.ts";
import { labelled } from "../terminal/width.ts";
import { askSettings, changeSettings, type Settled } from "../tracker/changeSettings.ts";
import type { Tracker } from "../tracker/tracker.ts";
import { addVerb, type CommandContext, tellFaults, tellUnusable } from "../verb.ts";

interface ConfigOptions extends CommonOptions {
  readonly setting: string | undefined;
  readonly values: readonly string[];
  readonly unset: true | undefined;
}

export const CONFIG_KEYS: readonly string[] = [...Object.keys(SETTING_PARTS), ...COMPUTER_KEYS];

/** Settings that only the site's configuration can set. */
const SITE_ONLY = ["firebase", "google", "sheet", "icons", "counter", "authTokenSyncUrl"] as const;

const ALL_KEYS: readonly string[] = [...CONFIG_KEYS, ...SITE_ONLY];

export function registerConfig(program: Program, context: CommandContext): void {
  addVerb(program, context, "config", {
    summary: "show or change settings",
    description:
      "Show every setting with its value, its default and who decides it; show one, or change one of yours or of this computer.",
    examples: {
      "dailyleet config": "all settings, and where files are",
      "dailyleet config dayEndsAt": "the value alone",
      "dailyleet config dayEndsAt 03:00": "ticks until three belong to the day before",
      "dailyleet config dayEndsAt --unset": "the default again, as 'none' does",
      "dailyleet config list neetcode150": "practise the NeetCode 150",
      "dailyleet config rest.weekdays sat,sun": "days that keep a streak",
      "dailyleet config source.4 AtCoder https://atcoder.jp": "another site",
      "dailyleet config account.leetcode NAME": "your account, for 'dailyleet fetch'",
      "dailyleet config problems on": "today's problem by name",
    },
    needs: { config: "own" },
  })
    .argument("[setting]", `one of ${CONFIG_KEYS.filter((key) => !/[2-5]$/.test(key)).join(", ")} (to source.5)`)
    .argument("[value...]", "the new value; a source's name and address; or none")
    .addOption(new Option("--unset", "give the default back"))
    .addOption(OPTION.json)
    .action((setting, values, _options, command) => runConfig(context, { ...optionsOf(command), setting, values }));
}

async function runConfig(context: CommandContext, options: ConfigOptions): Promise<void> {
  const { key, words } = readKey(options);
  if (key === null) {
    if (options.unset) throw usageError("--unset needs a setting, as in 'dailyleet config list --unset'.");
    return showAll(context, options);
  }
  const isUnset = options.unset === true || (words.length === 1 && words[0] === "none");
  if (words.length === 0 && !isUnset) return showOne(context, options, key);
  if (options.unset && words.length > 0) {
    throw usageError(`--unset takes no value; leave out '${words[0]}', or --unset.`);
  }
  if (key === "plan") {
    throw usageError(`A plan has a command of its own; use 'dailyleet plan ${isUnset ? "none" : words[0]}'.`);
  }
  if (isSiteKey(key)) throw usageError(siteKeyText(context, key));
  const given = isUnset ? null : words;
  const settled = isComputerKey(key)
    ? await changeComputers(context, key, given)
    : await changeOwn(context, options, key, given);
  if (settled === null) return printNote(context, "Nothing was changed.");
  tell(context, settled.after);
  const [was, now] = [viewerOf(settled.before)(key), viewerOf(settled.after)(key)];
  if (options.json) {
    const { saved } = settled;
    printJson(context, { version: 1, setting: key, ...jsonOf(now), was: was.value, saved });
  } else writeText(context.stdout, `${key}: ${oneLine(now.text) || "none"} (was ${oneLine(was.text) || "none"})\n`);
  tellUse(context, key, configOf(settled.after));
}

/** Naming an account is consent to its use, so say what it will be used for. */
function tellUse(context: Context, key: string, { accounts }: Config): void {
  const judge = judgeOfSetting(key);
  const account = judge && accounts?.[judge];
  if (account) printNote(context, consentText(judge, account, "run 'dailyleet fetch'"));
}

function tell(context: Context, settings: Settings): void {
  tellFaults(context, settings);
  tellUnusable(context, configOf(settings));
}

/** Accepts two words for 'source 4 …' and 'account leetcode …'. Throws `usage` for an unknown setting. */
function readKey({ setting, values }: ConfigOptions): {
  readonly key: string | null;
  readonly words: readonly string[];
} {
  if (setting === undefined) return { key: null, words: [] };
  const [first = "", ...others] = values;
  const isPair = first !== "" && ["source", "account"].includes(setting.toLowerCase());
  const [key, words] = isPair ? [`${setting}.${first}`, others] : [setting, values];
  const found = ALL_KEYS.find((known) => known.toLowerCase() === key.toLowerCase());
  if (found !== undefined) return { key: found, words };
  throw usageError(`There is no setting '${key}'; give one of ${CONFIG_KEYS.join(", ")}.`);
}

function siteKeyText(context: CommandContext, key: string): string {
  const { firebase } = context.settings().site;
  return firebase
    ? `'${key}' is decided by the site, project ${firebase.projectId}, for all who sign in; ask the person who runs it.`
    : `'${key}' can't be changed here; write it into ${placesOf(context).configFile}.`;
}

function isComputerKey(key: string): key is ComputerKey {
  return COMPUTER_KEYS.some((known) => known === key);
}

function isSiteKey(key: string): key is (typeof SITE_ONLY)[number] {
  return SITE_ONLY.some((known) => known === key);
}

/** The settings of `dailyleet.json`, without the person's own. */
function sharedSettings(context: Context): Settings {
  return { ...loadSite(context), own: NO_SETTINGS };
}

async function changeComputers(context: Context, key: ComputerKey, words: readonly string[] | null): Promise<Settled> {
  const before = sharedSettings(context);
  const copy = await changeComputerSetting(context, key, words ? readFlag(words.join(" ")) : undefined);
  if (copy !== null) printNote(context, `The unreadable file is kept as ${copy}.`);
  return { before, after: sharedSettings(context), saved: "local" };
}

/** Null where the person declines. Throws `usage`. */
async function changeOwn(
  context: CommandContext,
  options: ConfigOptions,
  key: string,
  words: readonly string[] | null,
): Promise<Settled | null> {
  const number = sourceOfSetting(key);
  const settled = await changeSettings(context, options, {
    command: "config",
    changesFor: (situation) => settingChanges(key, words ? textsOfWords(key, words, situation.today) : {}, situation),
    isAccepted: async (before, after, tracker) =>
      number === null || isHistoryAccepted(context, number as SourceNumber, { before, after, tracker }),
  });
  if (settled !== null) followAccount(context, key, settled);
  return settled;
}

/**
 * Ticks are stored under their source's number. If a source gets another name or address, says how many ticks will
 * count for it, and asks on a terminal whether to go on.
 */
async function isHistoryAccepted(
  context: Context,
  number: SourceNumber,
  { before, after, tracker }: { readonly before: Config; readonly after: Config; readonly tracker: Tracker },
): Promise<boolean> {
  const [old, becomes] = [before, after].map(({ sources }) => {
    const { name, url } = sources[number - 1] as Source;
    return `${name} (${url})`;
  });
  const ticks = readAllTicks(tracker.database, tracker.person.uid).flatMap((year) => doneCells(year.ticks));
  const count = ticks.filter(({ column }) => column === number).length;
  if (old === becomes || count === 0) return true;
  const stays = "what is ticked stays, and will count for";
  printNote(context, `Source ${number} has ${counted(count, "tick")} of ${old}; ${stays} ${becomes}.`);
  const reply = await context.ask("Change it all the same? [Y/n] ");
  return reply === null || isYes(reply);
}

/** Deletes the cached answers of the judges when an account changes or `problems` is turned off. */
function followAccount(context: Context, key: string, { before, after }: Settled): void {
  const [old, now] = [before, after].map(configOf);
  const judge = judgeOfSetting(key);
  if (judge !== null && now?.accounts?.[judge] !== old?.accounts?.[judge]) removePrivate(placesOf(context).visitsFile);
  if (key === "problems" && !now?.problems) removePrivate(placesOf(context).problemsFile);
}

type Origin = "person" | "site" | "computer" | "default";

interface SettingView {
  /** As in the JSON output; null for none. */
  readonly value: unknown;
  readonly usual: unknown;
  readonly from: Origin;
  /** Value and default for people, each on one line; empty for none. */
  readonly text: string;
  readonly usualText: string;
}

function viewerOf(settings: Settings): (key: string) => SettingView {
  const { site } = settings;
  const [config, usualConfig] = [configOf(settings), configOf({ site, own: NO_SETTINGS })];
  return (key) => {
    if (isComputerKey(key)) {
      const value = site[key] ?? true;
      const from = site[key] === undefined ? "default" : "computer";
      return { value, usual: true, from, text: flagText(value), usualText: flagText(true) };
    }
    if (isSiteKey(key)) {
      const value = masked(site)[key] ?? null;
      return { value, usual: null, from: value === null ? "default" : "site", text: describe(value), usualText: "" };
    }
    const [texts, usual] = [textsInForce(key, config), textsInForce(key, usualConfig)];
    return {
      value: jsonValue(key, texts),
      usual: jsonValue(key, usual),
      from: originOf(settings, key),
      text: oneLine(settingText(key, texts)),
      usualText: oneLine(settingText(key, usual)),
    };
  };
}

function originOf({ site, own }: Settings, key: string): Origin {
  const isOwn = SETTING_PARTS[key]?.some((column) => {
    const text = settingOf(own, { row: key, column });
    return text !== "" && isUsable(key, column, text);
  });
  if (isOwn) return "person";
  const isOfSite = key === "list" ? (site.list ?? site.sheet) : sourceOfSetting(key) !== null && site.sources;
  return isOfSite ? "site" : "default";
}

/** An object for a setting of several parts. */
function jsonValue(key: string, texts: SettingParts): unknown {
  if (Object.keys(texts).length === 0) return null;
  return SETTING_PARTS[key]?.length === 1 ? texts.value : texts;
}

function flagText(value: boolean | string): string {
  if (typeof value === "string") return oneLine(value);
  return value ? "on" : "off";
}

const MASK = "***";

function masked(site: SiteConfig): SiteConfig {
  const { firebase, google } = site;
  return {
    ...site,
    ...(firebase && { firebase: { ...firebase, apiKey: MASK } }),
    ...(google && { google: { ...google, clientSecret: MASK } }),
  };
}

function describe(value: unknown): string {
  if (!isRecord(value)) return value === null ? "" : oneLine(String(value));
  return Object.entries(value)
    .map(([key, entry]) => oneLine(`${key}: ${entry}`))
    .join("\n");
}

function jsonOf({ value, usual, from }: SettingView) {
  return { value, default: usual, from };
}

async function showOne(context: CommandContext, options: ConfigOptions, key: string): Promise<void> {
  const isOwn = own(SETTING_PARTS, key) !== undefined;
  const settings = isOwn ? await askSettings(context, options) : sharedSettings(context);
  tell(context, settings);
  const view = viewerOf(settings)(key);
  if (options.json) return printJson(context, { version: 1, setting: key, ...jsonOf(view) });
  writeText(context.stdout, `${oneLine(view.text)}\n`);
}

const GAP = "  ";
const ORIGINS: Readonly<Record<Origin, string>> = {
  person: "yours",
  site: "the site's",
  computer: "this computer's",
  default: "default",
};

async function showAll(context: CommandContext, options: ConfigOptions): Promise<void> {
  const shown = await askSettings(context, options);
  tell(context, shown);
  const { configFile, databaseFile } = placesOf(context);
  const mode = shown.site.firebase ? "cloud" : "local";
  const viewOf = viewerOf(shown);
  const views = ALL_KEYS.map((key) => [key, viewOf(key)] as const);
  const settings = Object.fromEntries(views.map(([key, view]) => [key, jsonOf(view)]));
  const files = { configuration: configFile, database: databaseFile };
  const answer = { version: 1, mode, settings, files };
  if (options.json) return printJson(context, answer);
  const { columns, measure } = await capabilitiesOf(context, options, [JSON.stringify(answer)]);
  const rows: [string, string][] = [
    ["mode", mode],
    ["configuration", `${oneLine(configFile)}${existsSync(configFile) ? "" : " (not there)"}`],
    ["database", oneLine(databaseFile)],
    ...views.flatMap(([key, view]): [string, string][] => {
      if (view.text === "" && !CONFIG_KEYS.includes(key)) return [];
      const usual = view.usualText === view.text || view.usualText === "" ? "" : `; default ${view.usualText}`;
      return [[key, `${view.text || "none"} (${ORIGINS[view.from]}${usual})`]];
    }),
  ];
  const width = Math.max(...rows.map(([name]) => name.length)) + GAP.length;
  for (const [name, text] of rows) {
    writeText(context.stdout, `${labelled(name.padEnd(width), width, text, columns, measure)}\n`);
  }
}
