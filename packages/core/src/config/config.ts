import { isRecord } from "../basics.ts";
import { configError } from "../errors.ts";
import { SHEET_FILE } from "../questions/lists.ts";
import {
  filledText,
  list,
  match,
  must,
  objectWithOnly,
  oneOf,
  optional,
  pathText,
  type Read,
  readAt,
  textThat,
  truth,
  tryRead,
  Unreadable,
} from "../readers.ts";
import type { SettingCell } from "../settings/settings.ts";
import { type Accounts, isSourceName, isWebAddress, isZone, LIST_NAMES, type ListName } from "../settings/values.ts";
import type { Rest } from "../statistics/streaks.ts";
import { unicodePattern } from "../text.ts";
import { SOURCE_NUMBERS, type Source } from "../ticks/sources.ts";
import { shown } from "../untrusted.ts";

/**
 * The keys of `dailyleet.json`, all optional. They configure the site for all its users, or the program on this
 * computer.
 */
export interface SiteConfig {
  /** Enables cloud mode. */
  readonly firebase?: { readonly apiKey: string; readonly authDomain: string; readonly projectId: string };
  /** OAuth client of the type 'TVs and Limited Input devices'. For `dailyleet login`. */
  readonly google?: { readonly clientId: string; readonly clientSecret: string };
  /** https address of the question sheet as gviz JSON, or a file beside `dailyleet.json`, such as './mine.csv'. */
  readonly sheet?: string;
  /** The list of a person who has chosen none. Default: the questions of `sheet`, else 'dailyleet75'. */
  readonly list?: ListName;
  /** Exactly five. */
  readonly sources?: readonly Source[];
  /** Base address of 1.jpg to 5.jpg. */
  readonly icons?: string;
  readonly counter?: { readonly photo?: string; readonly line?: string };
  /** Same-origin path to which the Firebase SDK sends the ID token. */
  readonly authTokenSyncUrl?: string;
  /** For this computer: whether a command that changes data waits for a slow cloud. Default: true. */
  readonly waitForCloud?: boolean;
  /**
   * For this computer: whether the first write of a day makes a backup; or the directory for backups. Default: true.
   */
  readonly backups?: boolean | string;
  /** Set only in the local server's answer: the page runs in local mode. */
  readonly local?: true;
  /**
   * Never in a file. Why the configuration file is partly unusable, so that defaults replace some keys; one sentence.
   */
  readonly fault?: string;
}

/** A person's effective configuration, made by `configFor`. */
export interface Config extends SiteConfig {
  readonly sources: readonly Source[];
  /** A plan to meet every question of the list by `until`. `from` is the day the plan was made. Both `YYYY-MM-DD`. */
  readonly plan?: { readonly until: string; readonly from?: string };
  /** When the person's day ends, 'HH:MM' from 00:00 to 06:00. Default: 00:00. */
  readonly dayEndsAt?: string;
  readonly rest?: Rest;
  readonly accounts?: Accounts;
  /** Ask the sites for their problem of the day. */
  readonly problems?: true;
  /** Stored settings that can't be used; their defaults apply. */
  readonly unusable: readonly SettingCell[];
}

const name = textThat(isSourceName, "a text on one line with a character that can be seen");
const WEB_ADDRESS = "an https address without user name, spaces or backslashes";
const webAddress = textThat(isWebAddress, WEB_ADDRESS);

const PATH = /^\/(?![/\\])[^\s\\]*$/;
const addressOrPath = textThat(
  (text) => PATH.test(text) || isWebAddress(text),
  "an https address or a path that begins with one '/'",
);

/** An absolute path, because the program runs in any directory. `~` is the home directory. */
const wholePath = unicodePattern(String.raw`^(?:/|~[\\/]|[a-z]:[\\/]|\\\\)\P{Cc}*$`, "iu");

const source = objectWithOnly({
  name,
  url: webAddress,
  zone: optional(textThat(isZone, "a time zone such as 'Asia/Kolkata' or 'UTC'")),
});

const isFive = (value: unknown) => Array.isArray(value) && value.length === SOURCE_NUMBERS.length;

function fiveSources(value: unknown): readonly Source[] {
  const sources = list(source)(must(isFive, "a list of exactly five {name, url}")(value));
  const names = sources.map(({ name }) => name.trim().toLowerCase());
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
  if (twice === -1) return sources;
  throw new Unreadable(sources[twice]?.name, "a name that no other source has", [twice, "name"]);
}

const FILE_SHAPE = {
  firebase: optional(
    objectWithOnly({
      apiKey: filledText,
      authDomain: match(/^[a-z0-9.-]+(:\d+)?$/i, "a host name such as 'my-project.firebaseapp.com'"),
      projectId: match(/^[a-z0-9-]{1,64}$/, "a Firebase project id such as 'my-project'"),
    }),
  ),
  google: optional(objectWithOnly({ clientId: filledText, clientSecret: filledText })),
  sheet: optional(
    textThat(
      (text) => SHEET_FILE.test(text) || isWebAddress(text),
      `${WEB_ADDRESS}, or a file beside this one such as './questions.csv'`,
    ),
  ),
  list: optional(oneOf(LIST_NAMES)),
  sources: optional(fiveSources),
  icons: optional(addressOrPath),
  counter: optional(objectWithOnly({ photo: optional(addressOrPath), line: optional(filledText) })),
  authTokenSyncUrl: optional(match(PATH, "a path that begins with one '/'")),
  waitForCloud: optional(truth),
  backups: optional(
    must(
      (value): value is boolean | string =>
        typeof value === "boolean" || (typeof value === "string" && wholePath().test(value)),
      "true, false or a whole path such as '~/Sync/dailyleet'",
    ),
  ),
};

const siteConfig = objectWithOnly(FILE_SHAPE);

/** Refuses a file as the sheet of a cloud site: people who join get the configuration without the files beside it. */
function fileConfig(value: unknown): SiteConfig {
  const config = siteConfig(value);
  if (config.firebase) readAt("sheet", config.sheet, optional(webAddress));
  return config;
}

const servedConfig: Read<SiteConfig> = objectWithOnly({
  ...FILE_SHAPE,
  // The local server serves a sheet file at a path of its own.
  sheet: optional(addressOrPath),
  local: optional(must((value): value is true => value === true, "true")),
  fault: optional(filledText),
});

/** Reads `dailyleet.json`. Never throws; `name` is the file's name in the fault. */
export function readConfig(json: string, name: string): ConfigFile {
  return readAllowed(json, name, fileConfig);
}

/** Reads the `dailyleet.json` that a server sends to its page. It may have `local` and `fault`. Throws `bad-config`. */
export function parseServedConfig(json: string, name: string): SiteConfig {
  const { usable, fault } = readAllowed(json, name, servedConfig);
  if (fault !== null) throw configError(fault);
  return usable;
}

/** The contents of `dailyleet.json`. */
export interface ConfigFile {
  /** The keys that have allowed values. */
  readonly usable: SiteConfig;
  /** The file's JSON object; null if the file holds none. */
  readonly document: Readonly<Record<string, unknown>> | null;
  /** The first fault, as one sentence; null if there is none. */
  readonly fault: string | null;
  /** Keys that are a person's settings, and therefore ignored in the file. */
  readonly personal: readonly string[];
}

/** Keys of the file that name a person's settings. */
const PERSONAL = ["plan", "dayEndsAt", "rest", "accounts", "problems"];

function readAllowed(json: string, name: string, read: Read<SiteConfig>): ConfigFile {
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
  const isPersonal = ([key]: [string, unknown]) => PERSONAL.includes(key);
  const entries = Object.entries(value);
  const personal = entries.filter(isPersonal).map(([key]) => key);
  const given = entries.filter((entry) => !isPersonal(entry));
  const faultOf = (some: typeof entries) => faultIn(tryRead(read, Object.fromEntries(some)));
  const found = faultOf(given);
  const allowed = given.filter((entry) => faultOf([entry]) === null);
  // If every key is allowed alone, the only possible fault is the sheet's, found by `fileConfig`.
  const usable = faultOf(allowed) === null ? allowed : allowed.filter(([key]) => key !== "sheet");
  return {
    usable: Object.fromEntries(usable),
    document: value,
    fault: found && `In ${name} ${found}; correct it or remove it.`,
    personal,
  };
}

function faultIn(reading: SiteConfig | Unreadable): string | null {
  if (!(reading instanceof Unreadable)) return null;
  const { found, wanted, isKey } = reading;
  const key = pathText(reading.path);
  if (isKey) return `the key '${key}' is unknown (allowed here: ${wanted})`;
  if (found === undefined) return `the key '${key}' is missing`;
  // Never print a secret in the wrong place, or a password in an address.
  const isSecret =
    /secret|key$|^google|^firebase/i.test(key) ||
    [found].flat().some((text) => typeof text === "string" && /\/\/[^/]*@/.test(text));
  return `the key '${key}' is ${isSecret ? "something else" : shown(found, 80)}, but must be ${wanted}`;
}

/**
 * The sources, for commands that add many ticks by name or address. Throws `bad-config` if a fault may have replaced
 * the person's sources by the defaults: the ticks would get into the wrong columns.
 */
export function requireSources(config: Config): readonly Source[] {
  const [unusable] = config.unusable.filter(({ row }) => row.startsWith("source."));
  const fault = config.fault ?? (unusable && unusableText(unusable));
  if (fault !== undefined) throw configError(fault);
  return config.sources;
}

export function unusableText({ row, column }: SettingCell): string {
  const part = column === "value" ? "" : ` (${column})`;
  const way = `change it, or give the default back with 'dailyleet config ${row} --unset'`;
  return `The setting '${row}'${part} can't be used, and its default counts; ${way}.`;
}
