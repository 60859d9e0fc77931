import { type CivilDate, epochDay, formatDate, readDate } from "../calendar/calendar.ts";
import type { Config } from "../config/config.ts";
import { DailyleetError } from "../errors.ts";
import { LIST_NAMES, listOf } from "../questions/lists.ts";
import { SITE_KEYS, type SiteKey, sourceOfSite } from "../sites/hosts.ts";
import { noSourceText, readAccount, SITES } from "../sites/sites.ts";
import { DEFAULT_SOURCES } from "../ticks/sources.ts";
import { MAX_SETTING_LENGTH, SETTING_PARTS, type SettingChange, type SettingParts, settingCell } from "./settings.ts";
import { isUsable, LAST_PLANNED, WEEKDAYS } from "./values.ts";

interface Situation {
  /** What holds for the person now. */
  readonly config: Config;
  readonly today: CivilDate;
}

interface Allowed {
  /** What a value is: 'a list'. */
  readonly noun: string;
  readonly allowed: string;
}

const ALLOWED: Readonly<Record<string, Allowed>> = {
  list: { noun: "a list", allowed: LIST_NAMES.join(", ") },
  plan: { noun: "a day for a plan", allowed: `a day such as 2027-03-31, no later than ${LAST_PLANNED}` },
  dayEndsAt: { noun: "an end of a day", allowed: "a time from 00:00 to 06:00" },
  "rest.weekdays": { noun: "a list of weekdays", allowed: `some of ${WEEKDAYS.join(",")}, each once` },
  "rest.perMonth": { noun: "a number of rest days", allowed: "one from 0 to 10" },
  "source.name": { noun: "the name of a source", allowed: "a text on one line with a character that can be seen" },
  "source.url": {
    noun: "the address of a source",
    allowed: "an https address without user name, spaces or backslashes",
  },
  problems: { noun: "a choice", allowed: "on or off" },
};

/** The number in 'source.4'; null for another setting. */
export function sourceOfSetting(row: string): number | null {
  const [, number] = /^source\.(\d)$/.exec(row) ?? [];
  return number === undefined ? null : Number(number);
}

/** The site in 'account.leetcode'; null for another setting. */
export function siteOfSetting(row: string): SiteKey | null {
  return SITE_KEYS.find((site) => row === `account.${site}`) ?? null;
}

/**
 * The changes that give a setting these texts, and what follows from that: a plan begins on the day it is made, and again
 * with another list; a source of a known address keeps its zone. Empty texts give the default back. Throws `usage` for
 * texts that are not allowed.
 */
export function settingChanges(row: string, texts: SettingParts, situation: Situation): readonly SettingChange[] {
  const { config, today } = situation;
  const change = (parts: SettingParts, of = row) =>
    Object.entries(parts).map(([part, state]): SettingChange => ({ ...settingCell(of, part), state }));
  if (Object.values(texts).every((text) => text === "")) return unsetChanges(row);
  const site = siteOfSetting(row);
  if (site !== null) return change({ value: accountFrom(site, texts.value ?? "", config) });
  if (sourceOfSetting(row) !== null) return change(sourceTexts(row, texts, config));
  for (const [part, text] of Object.entries(texts)) requireUsable(row, part, text);
  if (row === "plan") {
    requireToCome(texts.until ?? "", today);
    return change({ until: texts.until ?? "", from: formatDate(today) });
  }
  const isReplanned = row === "list" && config.plan !== undefined;
  return [...change(texts), ...(isReplanned ? change({ from: formatDate(today) }, "plan") : [])];
}

/** The changes that give the default of a setting back. */
export function unsetChanges(row: string): readonly SettingChange[] {
  return (SETTING_PARTS[row] ?? []).map((part) => ({ ...settingCell(row, part), state: "" }));
}

function requireUsable(row: string, part: string, text: string): void {
  const { noun, allowed } = ALLOWED[row] ?? (ALLOWED[`source.${part}`] as Allowed);
  if (!isUsable(row, part, text)) throw new DailyleetError("usage", `'${text}' is not ${noun}; give ${allowed}.`);
  if (text.length <= MAX_SETTING_LENGTH) return;
  const size = `has more than ${MAX_SETTING_LENGTH} characters`;
  throw new DailyleetError("usage", `'${text.slice(0, 40)}…' ${size}; give a shorter text for '${row}'.`);
}

function requireToCome(until: string, today: CivilDate): void {
  const day = readDate(until);
  if (day !== null && epochDay(day) >= epochDay(today)) return;
  throw new DailyleetError("usage", `${until} is over; give a day from today on.`);
}

function sourceTexts(row: string, { name = "", url = "" }: SettingParts, { sources }: Config): SettingParts {
  if (name === "" || url === "") {
    throw new DailyleetError("usage", `'${row}' needs a name and an https address; give both, or the default back.`);
  }
  requireUsable(row, "name", name);
  requireUsable(row, "url", url);
  const index = Number(sourceOfSetting(row)) - 1;
  const taken = sources.findIndex(
    (source, at) => at !== index && source.name.trim().toLowerCase() === name.trim().toLowerCase(),
  );
  if (taken !== -1) {
    throw new DailyleetError(
      "usage",
      `Source ${taken + 1} is called '${name}', too; give a name that no other source has.`,
    );
  }
  const known = [...sources, ...DEFAULT_SOURCES].find((source) => source.url === url);
  return { name, url, zone: known?.zone ?? "" };
}

function accountFrom(site: SiteKey, text: string, { sources }: Config): string {
  const { title, allowed, profile } = SITES[site];
  const account = readAccount(site, text);
  if (account === null) {
    const fault = `'${text}' is not an account of ${title}`;
    throw new DailyleetError("usage", `${fault}; give the NAME of ${profile} (${allowed}).`);
  }
  if (sourceOfSite(site, sources) === null) throw new DailyleetError("usage", noSourceText(site));
  return account;
}

/** The texts of a setting that are in force; parts without one are absent. */
export function textsInForce(row: string, config: Config): SettingParts {
  const { plan, dayEndsAt = "00:00", rest = {}, accounts = {}, problems = false } = config;
  const [source, site] = [sourceOfSetting(row), siteOfSetting(row)];
  if (source !== null) return { ...config.sources[source - 1] };
  if (row === "plan") return { ...plan };
  const values: Readonly<Record<string, string | null | undefined>> = {
    list: listOf(config),
    dayEndsAt,
    "rest.weekdays": rest.weekdays?.join(","),
    "rest.perMonth": String(rest.perMonth ?? 0),
    problems: problems ? "on" : "off",
  };
  const value = site === null ? values[row] : accounts[site];
  return value ? { value } : {};
}

/** One line for the texts of a setting: '03:00', 'AtCoder https://atcoder.jp'; empty without one. */
export function settingText(row: string, texts: SettingParts): string {
  if (row === "plan") return texts.until ?? "";
  return [texts.value ?? texts.name, texts.url].filter(Boolean).join(" ");
}
