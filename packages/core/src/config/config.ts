import { isRecord } from "../basics.ts";
import { DailyleetError } from "../errors.ts";
import { SHEET_FILE } from "../questions/lists.ts";
import type { SettingCell } from "../settings/settings.ts";
import {
  type Accounts,
  isListName,
  isSourceName,
  isWebAddress,
  isZone,
  LIST_NAMES,
  type ListName,
} from "../settings/values.ts";
import type { Rest } from "../statistics/streaks.ts";
import { unicodePattern } from "../text.ts";
import { SOURCE_NUMBERS, type Source } from "../ticks/sources.ts";
import { shown } from "../untrusted.ts";

/** The keys of `dailyleet.json`, all optional: what the site decides for all who use it, and what this computer does. */
export interface SiteConfig {
  /** Switches cloud mode on. */
  readonly firebase?: { readonly apiKey: string; readonly authDomain: string; readonly projectId: string };
  /** OAuth client of the type 'TVs and Limited Input devices', for `dailyleet login`. */
  readonly google?: { readonly clientId: string; readonly clientSecret: string };
  /** https address of the question sheet in gviz JSON form, or a file beside this one, such as './mine.csv'. */
  readonly sheet?: string;
  /** The list for all who choose none; default: `sheet`, else the 75. */
  readonly list?: ListName;
  /** Exactly five. */
  readonly sources?: readonly Source[];
  /** Base address of 1.jpg to 5.jpg. */
  readonly icons?: string;
  readonly counter?: { readonly photo?: string; readonly line?: string };
  /** Same-origin path to which the Firebase SDK sends the ID token. */
  readonly authTokenSyncUrl?: string;
  /** The computer's, in the terminal: whether a change waits for a slow cloud. Default: true. */
  readonly waitForCloud?: boolean;
  /** The computer's: whether the first write of a day makes a backup, or the directory for backups. Default: true. */
  readonly backups?: boolean | string;
  /** Only in the local server's answer: this page belongs to local mode. */
  readonly local?: true;
  /** In no file: why a file of settings can't be used as it is, so that defaults stand in for some keys. */
  readonly fault?: string;
}

/** What holds for a person: `configFor`. */
export interface Config extends SiteConfig {
  readonly sources: readonly Source[];
  /** A plan to meet every question of the list by the day `until`, `YYYY-MM-DD`; `from` is the day it was made. */
  readonly plan?: { readonly until: string; readonly from?: string };
  /** When the person's day ends, 'HH:MM' from 00:00 to 06:00. Default: 00:00. */
  readonly dayEndsAt?: string;
  readonly rest?: Rest;
  readonly accounts?: Accounts;
  /** Sites are asked for their problem of the day. */
  readonly problems?: true;
  /** Stored settings that can't be used: their defaults count. */
  readonly unusable: readonly SettingCell[];
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
const onText = (isAllowed: (text: string) => boolean) => (value: unknown) =>
  typeof value === "string" && isAllowed(value);
const sourceName = must(onText(isSourceName), "a text on one line with a character that can be seen");
const WEB_ADDRESS = "an https address without user name, spaces or backslashes";
const webAddress = must(onText(isWebAddress), WEB_ADDRESS);

const isPath = isMatch(/^\/(?![/\\])[^\s\\]*$/);
const addressOrPath = must(
  (value) => isPath(value) || onText(isWebAddress)(value),
  "an https address or a path that begins with one '/'",
);

const listName = must(onText(isListName), `one of ${LIST_NAMES.join(", ")}`);

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
    zone: must(onText(isZone), "a time zone such as 'Asia/Kolkata' or 'UTC'"),
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
    (value) => isMatch(SHEET_FILE)(value) || onText(isWebAddress)(value),
    `${WEB_ADDRESS}, or a file beside this one such as './questions.csv'`,
  ),
  list: listName,
  sources: fiveSources,
  icons: addressOrPath,
  counter: object({ photo: addressOrPath, line: text }),
  authTokenSyncUrl: must(isPath, "a path that begins with one '/'"),
  waitForCloud: must(isBoolean, "true or false"),
  backups: must(
    (value) => isBoolean(value) || isMatch(wholePath())(value),
    "true, false or a whole path such as '~/Sync/dailyleet'",
  ),
};

/** The local server serves the questions of a file at its own path. */
const SERVED_SHAPE: Shape = {
  ...FILE_SHAPE,
  sheet: addressOrPath,
  local: must((value) => value === true, "true"),
  fault: text,
};

/** Reads `dailyleet.json` as far as it can be used. The fault calls the file `name`. */
export function readConfig(json: string, name: string): ConfigFile {
  return readShape(json, name, FILE_SHAPE);
}

/** Reads the `dailyleet.json` beside a page, which may have the key `local`. Throws `bad-config`. */
export function parseServedConfig(json: string, name: string): SiteConfig {
  const { usable, fault } = readShape(json, name, SERVED_SHAPE);
  if (fault !== null) throw new DailyleetError("bad-config", fault);
  return usable;
}

/** `dailyleet.json`, as far as it can be used. */
export interface ConfigFile {
  /** The keys whose values are allowed. */
  readonly usable: SiteConfig;
  /** The file as it stands; null where it holds no JSON object. */
  readonly document: Readonly<Record<string, unknown>> | null;
  /** The first fault, as a sentence. */
  readonly fault: string | null;
  /** Keys of the file that are a person's settings, and don't count here. */
  readonly personal: readonly string[];
}

/** The keys of a person's settings, by their first words. */
const PERSONAL = ["plan", "dayEndsAt", "rest", "accounts", "problems"];

function readShape(json: string, name: string, shape: Shape): ConfigFile {
  const broken = (fault: string) => ({ usable: {}, document: null, fault, personal: [] });
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
  const document = value;
  const [own, given] = [true, false].map((isPersonal) =>
    Object.entries(document).filter(([key]) => PERSONAL.includes(key) === isPersonal),
  ) as [[string, unknown][], [string, unknown][]];
  const personal = own.map(([key]) => key);
  const site: Record<string, unknown> = Object.fromEntries(given);
  const found = checkShape(site, shape) ?? siteSheet(site);
  if (found === null) return { usable: site, document, fault: null, personal };
  const isAllowed = ([key, entry]: [string, unknown]) => checkShape({ [key]: entry }, shape) === null;
  const { sheet, ...others }: SiteConfig = Object.fromEntries(given.filter(isAllowed));
  const usable = siteSheet({ ...others, sheet }) === null && sheet !== undefined ? { ...others, sheet } : others;
  return { usable, document, fault: `In ${name} ${found}; correct it or remove it.`, personal };
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

/**
 * The sources for whoever adds many ticks by name or address. Throws `bad-config` where a fault may have put the defaults
 * in the place of the person's sources: the ticks would land in other columns.
 */
export function requireSources(config: Config): readonly Source[] {
  const [unusable] = config.unusable.filter(({ row }) => row.startsWith("source."));
  const fault = config.fault ?? (unusable && unusableText(unusable));
  if (fault !== undefined) throw new DailyleetError("bad-config", fault);
  return config.sources;
}

/** Says which setting can't be used, and how to mend it. */
export function unusableText({ row, column }: SettingCell): string {
  const part = column === "value" ? "" : ` (${column})`;
  const way = `change it, or give the default back with 'dailyleet config ${row} --unset'`;
  return `The setting '${row}'${part} can't be used, and its default counts; ${way}.`;
}
