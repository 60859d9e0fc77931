import { own } from "../basics.ts";
import { type CivilDate, epochDay, formatDate, readDate } from "../calendar/calendar.ts";
import { usageError } from "../errors.ts";
import { JUDGES, noSourceText, readAccount } from "../judges/judges.ts";
import { listOf } from "../questions/lists.ts";
import {
  MAX_SETTING_LENGTH,
  SETTING_PARTS,
  type SettingChange,
  type SettingParts,
  settingCell,
} from "../settings/settings.ts";
import { isUsable, LAST_PLANNED, LIST_NAMES, WEEKDAYS } from "../settings/values.ts";
import { JUDGE_KEYS, type JudgeKey, sourceOfJudge } from "../ticks/hosts.ts";
import { DEFAULT_SOURCES } from "../ticks/sources.ts";
import { clip } from "../untrusted.ts";
import type { Config } from "./config.ts";

interface Situation {
  readonly config: Config;
  readonly today: CivilDate;
}

interface Allowed {
  /** What a value of the setting is, such as 'a list'. */
  readonly noun: string;
  readonly allowed: string;
}

const ALLOWED: Readonly<Record<string, Allowed>> = {
  list: { noun: "a list", allowed: LIST_NAMES.join(", ") },
  plan: { noun: "a day for a plan", allowed: `a day such as 2027-03-31, no later than ${LAST_PLANNED}` },
  dayEndsAt: { noun: "an end of a day", allowed: "a time from 00:00 to 06:00, such as 03:00" },
  "rest.weekdays": { noun: "a list of weekdays", allowed: `some of ${WEEKDAYS.join(",")}, each once` },
  "rest.perMonth": { noun: "a number of rest days", allowed: "one from 0 to 10" },
  "source.name": { noun: "the name of a source", allowed: "a text on one line with a character that can be seen" },
  "source.url": {
    noun: "the address of a source",
    allowed: "an https address without user name, spaces or backslashes",
  },
  problems: { noun: "a choice", allowed: "on or off" },
};

/** 4 for 'source.4'; null for other settings. */
export function sourceOfSetting(row: string): number | null {
  const [, number] = /^source\.(\d)$/.exec(row) ?? [];
  return number === undefined ? null : Number(number);
}

/** 'leetcode' for 'account.leetcode'; null for other settings. */
export function judgeOfSetting(row: string): JudgeKey | null {
  return JUDGE_KEYS.find((judge) => row === `account.${judge}`) ?? null;
}

/**
 * The changes that set a setting to these texts, and the changes that follow: a plan begins on the day it is made, and
 * begins again when the list changes; a source with a known address gets the zone of that address. Empty texts restore
 * the default. Throws `usage` for texts that are not allowed.
 */
export function settingChanges(row: string, texts: SettingParts, situation: Situation): readonly SettingChange[] {
  if (Object.values(texts).every((text) => text === "")) return unsetChanges(row, situation);
  return [...changesTo(row, allowedTexts(row, texts, situation)), ...planAnew(row, situation)];
}

/** The changes that restore a setting's default. */
export function unsetChanges(row: string, situation: Situation): readonly SettingChange[] {
  const parts = own(SETTING_PARTS, row) ?? [];
  return [...changesTo(row, Object.fromEntries(parts.map((part) => [part, ""]))), ...planAnew(row, situation)];
}

function changesTo(row: string, texts: SettingParts): SettingChange[] {
  return Object.entries(texts).map(([part, state]) => ({ ...settingCell(row, part), state }));
}

function planAnew(row: string, { config, today }: Situation): SettingChange[] {
  return row === "list" && config.plan !== undefined ? changesTo("plan", { from: formatDate(today) }) : [];
}

function allowedTexts(row: string, texts: SettingParts, { config, today }: Situation): SettingParts {
  const judge = judgeOfSetting(row);
  if (judge !== null) return { value: accountFrom(judge, texts.value ?? "", config) };
  if (sourceOfSetting(row) !== null) return sourceTexts(row, texts, config);
  for (const [part, text] of Object.entries(texts)) requireUsable(row, part, text);
  if (row !== "plan") return texts;
  requireToCome(texts.until ?? "", today);
  return { until: texts.until ?? "", from: formatDate(today) };
}

function requireUsable(row: string, part: string, text: string): void {
  const { noun, allowed } = own(ALLOWED, row) ?? (ALLOWED[`source.${part}`] as Allowed);
  if (Array.from(text).length > MAX_SETTING_LENGTH) {
    const size = `has more than ${MAX_SETTING_LENGTH} characters`;
    throw usageError(`'${clip(text, 40)}' ${size}; give a shorter text for '${row}'.`);
  }
  if (isUsable(row, part, text)) return;
  // Never print the password in an address.
  const found = /\/\/[^/]*@/.test(text) ? "This" : `'${text}'`;
  throw usageError(`${found} is not ${noun}; give ${allowed}.`);
}

/** Throws `usage` for a day (`YYYY-MM-DD`) in the past. */
export function requireToCome(until: string, today: CivilDate): void {
  const day = readDate(until);
  if (day !== null && epochDay(day) >= epochDay(today)) return;
  throw usageError(`${until} is over; give a day from today on.`);
}

function sourceTexts(row: string, { name = "", url = "" }: SettingParts, { sources }: Config): SettingParts {
  if (name === "" || url === "") {
    throw usageError(`'${row}' needs a name and an https address; give both, or the default back.`);
  }
  requireUsable(row, "name", name);
  requireUsable(row, "url", url);
  const index = Number(sourceOfSetting(row)) - 1;
  const taken = sources.findIndex(
    (source, at) => at !== index && source.name.trim().toLowerCase() === name.trim().toLowerCase(),
  );
  if (taken !== -1) {
    throw usageError(`Source ${taken + 1} is called '${name}', too; give a name that no other source has.`);
  }
  const known = [...sources, ...DEFAULT_SOURCES].find((source) => source.url === url);
  return { name, url, zone: known?.zone ?? "" };
}

function accountFrom(judge: JudgeKey, text: string, { sources }: Config): string {
  const { title, allowed, profile } = JUDGES[judge];
  const account = readAccount(judge, text);
  if (account === null) {
    const fault = `'${text}' is not an account of ${title}`;
    throw usageError(`${fault}; give the NAME of ${profile} (${allowed}).`);
  }
  if (sourceOfJudge(judge, sources) === null) throw usageError(noSourceText(judge));
  return account;
}

/** The effective texts of a setting, defaults included; parts without a text are absent. */
export function textsInForce(row: string, config: Config): SettingParts {
  const { plan, dayEndsAt = "00:00", rest = {}, accounts = {}, problems = false } = config;
  const [source, judge] = [sourceOfSetting(row), judgeOfSetting(row)];
  if (source !== null) return { ...config.sources[source - 1] };
  if (row === "plan") return { ...plan };
  const values: Readonly<Record<string, string | null | undefined>> = {
    list: listOf(config),
    dayEndsAt,
    "rest.weekdays": rest.weekdays?.join(","),
    "rest.perMonth": String(rest.perMonth ?? 0),
    problems: problems ? "on" : "off",
  };
  const value = judge === null ? own(values, row) : accounts[judge];
  return value ? { value } : {};
}

/** A setting's texts on one line: '03:00', 'AtCoder https://atcoder.jp'. Empty if there is no text. */
export function settingText(row: string, texts: SettingParts): string {
  if (row === "plan") return texts.until ?? "";
  return [texts.value ?? texts.name, texts.url].filter(Boolean).join(" ");
}
