import { existsSync } from "node:fs";
import {
  configFor,
  consentText,
  counted,
  DailyleetError,
  doneCells,
  isRecord,
  isUsable,
  NO_SETTINGS,
  type PersonSettings,
  readFlag,
  SETTING_PARTS,
  type SettingChange,
  type SettingParts,
  type SiteConfig,
  type SourceNumber,
  settingChanges,
  settingOf,
  settingText,
  siteOfSetting,
  sourceOfSetting,
  textsInForce,
  textsOfWords,
  unsetChanges,
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
  loadSite,
  tellFaults,
  tellUnusable,
} from "../files/settings.ts";
import { capabilitiesOf } from "../terminal/capabilities.ts";
import { addVerb, type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { isYes, oneLine, printJson, printNote, writeText } from "../terminal/output.ts";
import { labelled } from "../terminal/width.ts";
import { askSettings, changeSettings, type Settings, type Settled, type Situation } from "../tracker/changeSettings.ts";

interface ConfigOptions extends CommonOptions {
  readonly setting: string | undefined;
  readonly values: readonly string[];
  readonly unset: true | undefined;
}

/** The settings that can be changed here. */
export const CONFIG_KEYS: readonly string[] = [...Object.keys(SETTING_PARTS), ...COMPUTER_KEYS];

/** The settings that only the site decides. */
const SITE_KEYS = ["firebase", "google", "sheet", "icons", "counter", "authTokenSyncUrl"] as const;

const ALL_KEYS: readonly string[] = [...CONFIG_KEYS, ...SITE_KEYS];

export function registerConfig(program: Program, context: Context): void {
  addVerb(program, "config", {
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
  })
    .argument("[setting]", `one of ${CONFIG_KEYS.filter((key) => !/[2-5]$/.test(key)).join(", ")} (to source.5)`)
    .argument("[value...]", "the new value; a source's name and address; or none")
    .addOption(new Option("--unset", "give the default back"))
    .addOption(OPTION.json)
    .action((setting, values, _options, command) => runConfig(context, { ...optionsOf(command), setting, values }));
}

async function runConfig(context: Context, options: ConfigOptions): Promise<void> {
  const { key, words } = readKey(options);
  if (key === null) {
    if (options.unset)
      throw new DailyleetError("usage", "--unset needs a setting, as in 'dailyleet config list --unset'.");
    return showAll(context, options);
  }
  const isUnset = options.unset === true || (words.length === 1 && words[0] === "none");
  if (words.length === 0 && !isUnset) return showOne(context, options, key);
  if (options.unset && words.length > 0) {
    throw new DailyleetError("usage", `--unset takes no value; leave out '${words[0]}', or --unset.`);
  }
  if (key === "plan") {
    throw new DailyleetError(
      "usage",
      `A plan has a command of its own; use 'dailyleet plan ${isUnset ? "none" : words[0]}'.`,
    );
  }
  if (isSiteKey(key)) throw new DailyleetError("usage", siteKeyText(context, key));
  const given = isUnset ? null : words;
  const settled = isComputerKey(key)
    ? await changeComputers(context, key, given)
    : await changeOwn(context, options, key, given);
  if (settled === null) return printNote(context, "Nothing was changed.");
  tell(context, settled.after);
  const [was, now] = [viewOf(settled.before, key), viewOf(settled.after, key)];
  if (options.json) {
    const { saved } = settled;
    return printJson(context, { version: 1, setting: key, ...jsonOf(now), was: was.value, saved });
  }
  writeText(context.stdout, `${key}: ${oneLine(now.text) || "none"} (was ${oneLine(was.text) || "none"})\n`);
}

function tell(context: Context, { site, own }: Settings): void {
  tellFaults(context, { unread: true });
  tellUnusable(context, configFor(site, own));
}

/** 'source 4 …' and 'account leetcode …' name a setting in two words. Throws `usage` for an unknown one. */
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
  throw new DailyleetError("usage", `There is no setting '${key}'; give one of ${CONFIG_KEYS.join(", ")}.`);
}

function siteKeyText(context: Context, key: string): string {
  const { firebase } = loadSite(context).site;
  return firebase
    ? `'${key}' is decided by the site, project ${firebase.projectId}, for all who sign in; ask the person who runs it.`
    : `'${key}' can't be changed here; write it into ${placesOf(context).configFile}.`;
}

function isComputerKey(key: string): key is ComputerKey {
  return COMPUTER_KEYS.some((known) => known === key);
}

function isSiteKey(key: string): key is (typeof SITE_KEYS)[number] {
  return SITE_KEYS.some((known) => known === key);
}

/** Changes a setting of this computer. Throws `usage` and `storage`. */
async function changeComputers(context: Context, key: ComputerKey, words: readonly string[] | null): Promise<Settled> {
  const settings = () => ({ site: loadSite(context).site, own: NO_SETTINGS });
  const before = settings();
  await changeComputerSetting(context, key, words ? readFlag(words.join(" ")) : undefined);
  return { before, after: settings(), saved: "local" };
}

/** Changes a setting of the person; null where the person doesn't want that. Throws `usage`. */
function changeOwn(
  context: Context,
  options: ConfigOptions,
  key: string,
  words: readonly string[] | null,
): Promise<Settled | null> {
  return changeSettings(context, { ...options, command: "config" }, async (situation) => {
    const { config, today } = situation;
    const changes = words
      ? settingChanges(key, textsOfWords(key, words, today), situation)
      : unsetChanges(key, situation);
    if (sourceOfSetting(key) !== null && !(await isHistoryAccepted(context, key, changes, situation))) return null;
    const site = siteOfSetting(key);
    const [account] = changes;
    // Naming an account is the person's consent, so the note says what follows.
    if (site !== null && account?.state) printNote(context, consentText(site, account.state, "run 'dailyleet fetch'"));
    if (site !== null && account?.state !== config.accounts?.[site]) removePrivate(placesOf(context).visitsFile);
    if (key === "problems" && account?.state === "") removePrivate(placesOf(context).problemsFile);
    return changes;
  });
}

/**
 * A tick is stored under its source's number. For a source that gets another name or address, says whose ticks will count
 * for it, and asks on a terminal whether to go on.
 */
async function isHistoryAccepted(
  context: Context,
  key: string,
  changes: readonly SettingChange[],
  { site, config, tracker }: Situation,
): Promise<boolean> {
  const number = Number(sourceOfSetting(key)) as SourceNumber;
  const usual = configFor(site, NO_SETTINGS).sources[number - 1];
  const next = Object.fromEntries(changes.flatMap(({ column, state }) => (state === "" ? [] : [[column, state]])));
  const [old, becomes] = [config.sources[number - 1], { ...usual, ...next }].map((one) => `${one?.name} (${one?.url})`);
  const ticks = readAllTicks(tracker.database, tracker.person.uid).flatMap((year) => doneCells(year.ticks));
  const count = ticks.filter(({ column }) => column === number).length;
  if (old === becomes || count === 0) return true;
  const stays = "what is ticked stays, and will count for";
  printNote(context, `Source ${number} has ${counted(count, "tick")} of ${old}; ${stays} ${becomes}.`);
  const reply = await context.ask("Change it all the same? [Y/n] ");
  return reply === null || isYes(reply);
}

type Origin = "person" | "site" | "computer" | "default";

interface SettingView {
  /** As JSON has it: null for none. */
  readonly value: unknown;
  readonly usual: unknown;
  readonly from: Origin;
  /** The value on one line; empty for none. */
  readonly text: string;
}

function viewOf({ site, own }: Settings, key: string): SettingView {
  if (isComputerKey(key)) {
    const value = site[key] ?? true;
    return { value, usual: true, from: site[key] === undefined ? "default" : "computer", text: flagText(value) };
  }
  if (isSiteKey(key)) {
    const value = masked(site)[key] ?? null;
    return { value, usual: null, from: value === null ? "default" : "site", text: describe(value) };
  }
  const textsWith = (settings: PersonSettings) => textsInForce(key, configFor(site, settings));
  const [texts, usual] = [textsWith(own), textsWith(NO_SETTINGS)];
  return {
    value: jsonValue(key, texts),
    usual: jsonValue(key, usual),
    from: originOf({ site, own }, key),
    text: settingText(key, texts),
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

/** A setting of several parts is an object. */
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

async function showOne(context: Context, options: ConfigOptions, key: string): Promise<void> {
  const settings = await askSettings(context, options);
  tell(context, settings);
  const view = viewOf(settings, key);
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

async function showAll(context: Context, options: ConfigOptions): Promise<void> {
  const shown = await askSettings(context, options);
  tell(context, shown);
  const { configFile, databaseFile } = placesOf(context);
  const mode = shown.site.firebase ? "cloud" : "local";
  const views = ALL_KEYS.map((key) => [key, viewOf(shown, key)] as const);
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
      const usual = typeof view.usual === "string" ? `; default ${view.usual}` : "";
      return [[key, `${view.text || "none"} (${ORIGINS[view.from]}${view.from === "default" ? "" : usual})`]];
    }),
  ];
  const width = Math.max(...rows.map(([name]) => name.length)) + GAP.length;
  for (const [name, text] of rows) {
    writeText(context.stdout, `${labelled(name.padEnd(width), width, text, columns, measure)}\n`);
  }
}
