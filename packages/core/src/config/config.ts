import { isRecord } from "../basics.ts";
import { readDate, WEEKDAY_NAMES } from "../calendar/calendar.ts";
import { DailyleetError } from "../errors.ts";
import { LIST_NAMES, type ListName, SHEET_FILE } from "../questions/lists.ts";
import { SITE_KEYS, type SiteKey } from "../sites/hosts.ts";
import { type Accounts, isAccount, SITES } from "../sites/sites.ts";
import type { Rest } from "../statistics/streaks.ts";
import { unicodePattern, webLink } from "../text.ts";
import { DEFAULT_SOURCES, SOURCE_NUMBERS, type Source } from "../ticks/sources.ts";
import { shown } from "../untrusted.ts";

/** The keys of `dailyleet.json`, all optional. */
export interface Config {
  /** Switches cloud mode on. */
  readonly firebase?: { readonly apiKey: string; readonly authDomain: string; readonly projectId: string };
  /** OAuth client of the type 'TVs and Limited Input devices', for `dailyleet login`. */
  readonly google?: { readonly clientId: string; readonly clientSecret: string };
  /** https address of the question sheet in gviz JSON form, or a file beside this one, such as './mine.csv'. */
  readonly sheet?: string;
  /** The list in use; default: `sheet`, else the 75. */
  readonly list?: ListName;
  /** A plan to meet every question of the list by the day `until`, `YYYY-MM-DD`. */
  readonly plan?: { readonly until: string; readonly list?: ListName; readonly from?: string };
  /** Exactly five. */
  readonly sources?: readonly Source[];
  /** Base address of 1.jpg to 5.jpg. */
  readonly icons?: string;
  readonly counter?: { readonly photo?: string; readonly line?: string };
  /** Same-origin path to which the Firebase SDK sends the ID token. */
  readonly authTokenSyncUrl?: string;
  /** In the terminal: whether a change waits for a slow cloud. Default: true. */
  readonly waitForCloud?: boolean;
  /** When the person's day ends, 'HH:MM' from 00:00 to 06:00. Default: 00:00. */
  readonly dayEndsAt?: string;
  readonly rest?: Rest;
  /** Whether the first write of a day makes a backup, or the directory for backups. Default: true. */
  readonly backups?: boolean | string;
  /** Only in the local server's answer: this page belongs to local mode. */
  readonly local?: true;
  /** Likewise: the sites of which the person has named an account. */
  readonly accounts?: readonly SiteKey[];
  /** Likewise: sites are asked for their problem of the day. */
  readonly problems?: true;
  /** In no file: why a file of settings can't be used as it is, so that defaults stand in for some keys. */
  readonly fault?: string;
}

/** Returns the fault of a key's value, or null. */
type Check = (value: unknown, key: string) => string | null;
type Shape = Readonly<Record<string, Check>>;

const must =
  (isAllowed: (value: unknown) => boolean, allowed: string): Check =>
  (value, key) =>
    isAllowed(value) ? null : fault(key, value, allowed);
const isMatch = (pattern: RegExp) => (value: unknown) => typeof value === "string" && pattern.test(value);
const mustMatch = (pattern: RegExp, allowed: string) => must(isMatch(pattern), allowed);

const text = mustMatch(/\S/, "a text that is not empty");
const visible = unicodePattern(String.raw`[\p{L}\p{N}\p{P}\p{S}]`, "u");
/** Whoever shows a name removes other control characters. */
const sourceName = must(
  (value) => isMatch(/^[^\r\n]+$/)(value) && isMatch(visible())(value),
  "a text on one line with a character that can be seen",
);

/** http is allowed on this computer, for a development server. */
function isWebAddress(value: unknown): boolean {
  const url = typeof value === "string" && !/\s/.test(value) && webLink(value) ? URL.parse(value) : null;
  return url !== null && (url.protocol === "https:" || isLoopback(url.hostname));
}
const WEB_ADDRESS = "an https address without user name, spaces or backslashes";
const webAddress = must(isWebAddress, WEB_ADDRESS);

const isPath = isMatch(/^\/(?![/\\])[^\s\\]*$/);
const addressOrPath = must(
  (value) => isPath(value) || isWebAddress(value),
  "an https address or a path that begins with one '/'",
);

const listName = must((value) => LIST_NAMES.some((name) => name === value), `one of ${LIST_NAMES.join(", ")}`);

export const LAST_PLANNED = 2099;
const planDate = must(
  (value) => typeof value === "string" && (readDate(value)?.year ?? Number.POSITIVE_INFINITY) <= LAST_PLANNED,
  `a date such as '2027-03-31', no later than ${LAST_PLANNED}`,
);

/** Whether this runtime knows the zone: 'Asia/Kolkata', 'UTC'. */
export function isZone(name: string): boolean {
  try {
    return /^[a-z][\w+-]*(\/[\w+-]+)*$/i.test(name) && !!new Intl.DateTimeFormat("en", { timeZone: name });
  } catch {
    return false;
  }
}

/** As `rest.weekdays` names them: 'sun' first. */
export const WEEKDAYS = WEEKDAY_NAMES.map((name) => name.slice(0, 3).toLowerCase());
const areWeekdays = (value: unknown) =>
  Array.isArray(value) && value.every((word) => WEEKDAYS.includes(word)) && new Set(value).size === value.length;

const MAX_REST_DAYS = 10;
const isRestDayCount = (value: unknown) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_REST_DAYS;

const isBoolean = (value: unknown) => typeof value === "boolean";
/** An absolute path: the program runs in any directory. `~` is the home directory. */
const wholePath = unicodePattern(String.raw`^(?:/|~[\\/]|[a-z]:[\\/]|\\\\)\P{Cc}*$`, "iu");

const object =
  (shape: Shape, required: readonly string[] = []): Check =>
  (value, key) =>
    isRecord(value)
      ? checkShape(value, shape, { required, prefix: `${key}.` })
      : fault(key, value, `an object with ${Object.keys(shape).join(", ")}`);

const source = object(
  {
    name: sourceName,
    url: webAddress,
    zone: must((value) => typeof value === "string" && isZone(value), "a time zone such as 'Asia/Kolkata' or 'UTC'"),
  },
  ["name", "url"],
);

const fiveSources: Check = (value, key) => {
  if (!Array.isArray(value) || value.length !== SOURCE_NUMBERS.length) {
    return fault(key, value, "a list of exactly five {name, url}");
  }
  const found = value.map((each, index) => source(each, `${key}[${index}]`)).find((problem) => problem !== null);
  if (found) return found;
  const names = (value as Source[]).map(({ name }) => name.trim().toLowerCase());
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
  return twice === -1 ? null : fault(`${key}[${twice}].name`, value[twice].name, "a name that no other source has");
};

const FILE_SHAPE = {
  firebase: object(
    {
      apiKey: text,
      authDomain: mustMatch(/^[a-z0-9.-]+(:\d+)?$/i, "a host name such as 'my-project.firebaseapp.com'"),
      projectId: mustMatch(/^[a-z0-9-]{1,64}$/, "a Firebase project id such as 'my-project'"),
    },
    ["apiKey", "authDomain", "projectId"],
  ),
  google: object({ clientId: text, clientSecret: text }, ["clientId", "clientSecret"]),
  sheet: must(
    (value) => isMatch(SHEET_FILE)(value) || isWebAddress(value),
    `${WEB_ADDRESS}, or a file beside this one such as './questions.csv'`,
  ),
  list: listName,
  plan: object({ until: planDate, list: listName, from: planDate }, ["until"]),
  sources: fiveSources,
  icons: addressOrPath,
  counter: object({ photo: addressOrPath, line: text }),
  authTokenSyncUrl: must(isPath, "a path that begins with one '/'"),
  waitForCloud: must(isBoolean, "true or false"),
  dayEndsAt: mustMatch(/^(0[0-5]:[0-5]\d|06:00)$/, "a time of day between '00:00' and '06:00'"),
  backups: must(
    (value) => isBoolean(value) || isMatch(wholePath())(value),
    "true, false or a whole path such as '~/Sync/dailyleet'",
  ),
  rest: object({
    weekdays: must(areWeekdays, `a list of weekdays (${WEEKDAYS.join(", ")}), each once`),
    perMonth: must(isRestDayCount, `a whole number from 0 to ${MAX_REST_DAYS}`),
  }),
};

/** The local server serves the questions of a file at its own path. */
const SERVED_SHAPE: Shape = {
  ...FILE_SHAPE,
  sheet: addressOrPath,
  local: must((value) => value === true, "true"),
  accounts: must((value) => Array.isArray(value) && value.every((site) => SITE_KEYS.includes(site)), "a list of sites"),
  problems: must((value) => value === true, "true"),
  fault: text,
};

/** Reads `dailyleet.json` as far as it can be used. The fault calls the file `name`. */
export function readConfig(json: string, name: string): SettingsFile<Config> {
  return readShape(json, name, FILE_SHAPE);
}

/** A person's own choices, which hold on any site. */
export interface Choices extends Pick<Config, "list" | "plan" | "backups"> {
  /** On this computer only: in no site's configuration, no export and no cloud. */
  readonly accounts?: Accounts;
  /** Whether sites are asked for their problem of the day. False where absent. */
  readonly problems?: boolean;
}

const account = (site: SiteKey) =>
  must((value) => isAccount(site, value), `an account of ${SITES[site].title} (${SITES[site].allowed})`);

const CHOICES_SHAPE = {
  list: FILE_SHAPE.list,
  plan: FILE_SHAPE.plan,
  backups: FILE_SHAPE.backups,
  accounts: object(Object.fromEntries(SITE_KEYS.map((site) => [site, account(site)]))),
  problems: must(isBoolean, "true or false"),
};

/** Reads a person's choices as far as they can be used. */
export function readChoices(json: string, name: string): SettingsFile<Choices> {
  return readShape(json, name, CHOICES_SHAPE);
}

/** The first fault of these values of a configuration or of choices, undefined ones left out; null without one. */
export function faultIn(values: Readonly<Record<string, unknown>>): string | null {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return checkShape(Object.fromEntries(given), { ...FILE_SHAPE, ...CHOICES_SHAPE });
}

/** Reads the `dailyleet.json` beside a page, which may have the key `local`. Throws `bad-config`. */
export function parseServedConfig(json: string, name: string): Config {
  const { usable, fault } = readShape(json, name, SERVED_SHAPE);
  if (fault !== null) throw new DailyleetError("bad-config", fault);
  return usable;
}

/** A file of settings, as far as it can be used. */
export interface SettingsFile<T> {
  /** The keys whose values are allowed. */
  readonly usable: T;
  /** The file as it stands; null where it holds no JSON object. */
  readonly document: Readonly<Record<string, unknown>> | null;
  /** The first fault, as a sentence. */
  readonly fault: string | null;
}

function readShape(json: string, name: string, shape: Shape): SettingsFile<Config & Choices> {
  const broken = (fault: string) => ({ usable: {}, document: null, fault });
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\uFEFF/, ""));
  } catch (error) {
    if (json.includes("\0")) return broken(`${name} is in UTF-16; save it as UTF-8.`);
    // Only V8 names the line.
    const [, line] = /\(line (\d+) column \d+\)/.exec(String(error)) ?? [];
    const place = line === undefined ? "" : ` (line ${line})`;
    return broken(`${name} is not valid JSON${place}; correct it or remove it.`);
  }
  if (!isRecord(value)) return broken(`In ${name} there must be one JSON object; correct it or remove it.`);
  const found = checkShape(value, shape) ?? siteSheet(value);
  if (found === null) return { usable: value, document: value, fault: null };
  const isAllowed = ([key, entry]: [string, unknown]) => checkShape({ [key]: entry }, shape) === null;
  const { sheet, ...others }: Config = Object.fromEntries(Object.entries(value).filter(isAllowed));
  const usable = siteSheet({ ...others, sheet }) === null && sheet !== undefined ? { ...others, sheet } : others;
  return { usable, document: value, fault: `In ${name} ${found}; correct it or remove it.` };
}

/** Refuses a file as a site's sheet: people who join get the configuration without the files beside it. */
function siteSheet({ firebase, sheet }: { readonly [Key in "firebase" | "sheet"]?: unknown }): string | null {
  return firebase && sheet !== undefined ? webAddress(sheet, "sheet") : null;
}

function checkShape(
  value: Record<string, unknown>,
  shape: Shape,
  { required = [], prefix = "" }: { readonly required?: readonly string[]; readonly prefix?: string } = {},
): string | null {
  const unknown = Object.keys(value).find((key) => !Object.hasOwn(shape, key));
  if (unknown !== undefined) {
    return `the key '${prefix}${unknown}' is unknown (allowed here: ${Object.keys(shape).join(", ")})`;
  }
  for (const [key, check] of Object.entries(shape)) {
    const isMissing = !Object.hasOwn(value, key);
    if (isMissing && required.includes(key)) return `the key '${prefix}${key}' is missing`;
    const found = isMissing ? null : check(value[key], prefix + key);
    if (found !== null) return found;
  }
  return null;
}

function fault(key: string, value: unknown, allowed: string): string {
  // Never print a secret in the wrong place, or a password in an address.
  const isSecret =
    /secret|key$|^google|^firebase/i.test(key) ||
    [value].flat().some((text) => typeof text === "string" && /\/\/[^/]*@/.test(text));
  const found = isSecret ? "something else" : shown(value, 80);
  return `the key '${key}' is ${found}, but must be ${allowed}`;
}

export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]" || hostname === "::1";
}

export function sourcesOf(config: Config): readonly Source[] {
  return config.sources ?? DEFAULT_SOURCES;
}

/**
 * The sources for whoever adds many ticks by name or address. Throws `bad-config` where a fault may have put the defaults
 * in the place of the person's sources: the ticks would land in other columns.
 */
export function requireSources(config: Config): readonly Source[] {
  if (config.fault !== undefined) throw new DailyleetError("bad-config", config.fault);
  return sourcesOf(config);
}
