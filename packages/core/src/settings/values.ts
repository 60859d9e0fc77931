import { own } from "../basics.ts";
import { readDate, WEEKDAY_NAMES } from "../calendar/calendar.ts";
import { unicodePattern, webLink } from "../text.ts";
import type { JudgeKey } from "../ticks/hosts.ts";

/**
 * The allowed values of settings. Separate from `config/change.ts`, so that a page starts without its error messages.
 */

/** The bundled lists; 'all' combines them with the sheet's questions. */
export const LIST_NAMES = ["dailyleet75", "neetcode150", "all"] as const;
export type ListName = (typeof LIST_NAMES)[number];

/** The names in `rest.weekdays`: 'sun' to 'sat'. */
export const WEEKDAYS = WEEKDAY_NAMES.map((name) => name.slice(0, 3).toLowerCase());

function areWeekdays(words: readonly string[]): boolean {
  return words.every((word) => WEEKDAYS.includes(word)) && new Set(words).size === words.length;
}

export const LAST_PLANNED = 2099;

/** Whether this runtime knows the time zone, such as 'Asia/Kolkata' or 'UTC'. */
export function isZone(name: string): boolean {
  try {
    return /^[a-z][\w+-]*(\/[\w+-]+)*$/i.test(name) && !!new Intl.DateTimeFormat("en", { timeZone: name });
  } catch {
    return false;
  }
}

export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]" || hostname === "::1";
}

/** An https address. On this computer http is allowed as well, for a development server. */
export function isWebAddress(text: string): boolean {
  const url = !/\s/.test(text) && webLink(text) ? URL.parse(text) : null;
  return url !== null && (url.protocol === "https:" || isLoopback(url.hostname));
}

const visible = unicodePattern(String.raw`[\p{L}\p{N}\p{P}\p{S}]`, "u");

/** One line with at least one visible character. It may contain control characters, which the display removes. */
export function isSourceName(text: string): boolean {
  return !/[\r\n]/.test(text) && visible().test(text);
}

function isListName(text: string): text is ListName {
  return LIST_NAMES.some((name) => name === text);
}

function isPlanDay(text: string): boolean {
  return (readDate(text)?.year ?? Number.POSITIVE_INFINITY) <= LAST_PLANNED;
}

const USABLE: Readonly<Record<string, (text: string) => boolean>> = {
  list: isListName,
  "plan.until": isPlanDay,
  "plan.from": isPlanDay,
  dayEndsAt: (text) => /^(0[0-5]:[0-5]\d|06:00)$/.test(text),
  "rest.weekdays": (text) => areWeekdays(text.split(",")),
  "rest.perMonth": (text) => /^(\d|10)$/.test(text),
  "source.name": isSourceName,
  "source.url": isWebAddress,
  "source.zone": isZone,
  /** Safe in a URL path. `JUDGES` has the stricter pattern of each site. */
  account: (text) => /^(?!\.+$)[\w.-]{1,50}$/.test(text),
  problems: (text) => text === "on",
};

/** Whether the text is allowed for a part of a setting. The empty text stands for the default. */
export function isUsable(key: string, part: string, text: string): boolean {
  const name = key.replace(/\.\d$/, "").replace(/^account\..*/, "account");
  const kind = part === "value" ? name : `${name}.${part}`;
  return text === "" || (text.isWellFormed() && own(USABLE, kind)?.(text) === true);
}

/** Site → the person's account there. */
export type Accounts = Readonly<Partial<Record<JudgeKey, string>>>;
