import { isRecord } from "../basics.ts";
import { isCivilDate } from "../calendar/calendar.ts";
import { isDayEnd } from "../calendar/today.ts";
import { isZone } from "../calendar/zones.ts";
import { DailyleetError } from "../errors.ts";
import { LIST_NAMES, type ListName } from "../questions/lists.ts";
import { type Rest, WEEKDAY_WORDS } from "../statistics/rest.ts";
import { shown, webLink } from "../text.ts";
import { DEFAULT_SOURCES, SOURCE_NUMBERS, type Source } from "../ticks/sources.ts";

/** What `dailyleet.json` may say; every key is optional. */
export interface Config {
  /** Switches cloud mode on. */
  readonly firebase?: { readonly apiKey: string; readonly authDomain: string; readonly projectId: string };
  /** OAuth client of the type 'TVs and Limited Input devices', for `dailyleet login`. */
  readonly google?: { readonly clientId: string; readonly clientSecret: string };
  /** https address of the question sheet in gviz JSON form, or the name of a file beside this one, as './mine.csv'. */
  readonly sheet?: string;
  /** The list in use; without it `sheet`, else the 75. */
  readonly list?: ListName;
  /** To have met every question of the list by a day, `YYYY-MM-DD`. */
  readonly plan?: { readonly until: string; readonly list?: ListName };
  /** Exactly five. */
  readonly sources?: readonly Source[];
  /** Base address of 1.jpg to 5.jpg. */
  readonly icons?: string;
  readonly counter?: { readonly photo?: string; readonly line?: string };
  /** Same-origin path that the Firebase SDK sends the ID token to. */
  readonly authTokenSyncUrl?: string;
  /** In the terminal: whether a change waits for a cloud that is slow to answer. True where absent. */
  readonly waitForCloud?: boolean;
  /** When the person's day ends, 'HH:MM' from 00:00 to 06:00: before that it is still the day before. 00:00 where absent. */
  readonly dayEndsAt?: string;
  /** The days that a streak needs no tick on; none where absent. */
  readonly rest?: Rest;
  /** Whether the first write of a day keeps a backup, or the directory of the backups. True where absent. */
  readonly backups?: boolean | string;
  /** Only in what the local server answers: this page belongs to local mode. */
  readonly local?: true;
}

type Check = (value: unknown, key: string) => string | null;
type Shape = Readonly<Record<string, { readonly check: Check; readonly required?: true }>>;

const text: Check = (value, key) =>
  typeof value === "string" && value.trim() !== "" ? null : fault(key, value, "a text that is not empty");

/** A name stands in rows of its own; of other controls it is freed where it is shown. */
const oneLine: Check = (value, key) =>
  text(value, key) ?? (/[\r\n]/.test(value as string) ? fault(key, value, "a text on one line") : null);

/** http only on this computer, for a development server. As written: what is shown is where it leads. */
const webAddress: Check = (value, key) => {
  const url = typeof value === "string" && !/\s/.test(value) && webLink(value) ? URL.parse(value) : null;
  const isAllowed = url && (url.protocol === "https:" || isLoopback(url.hostname));
  return isAllowed ? null : fault(key, value, "an https address without user name, spaces or backslashes");
};

/** A path of the site itself or an https address. */
const addressOrPath: Check = (value, key) =>
  samePath(value, key) === null
    ? null
    : webAddress(value, key) && fault(key, value, "an https address or a path that begins with one '/'");

/** Only beside the configuration, so that its name leads nowhere else. */
export const SHEET_FILE = /^\.\/[^/\\\0]+\.(csv|json)$/i;

const sheetPlace: Check = (value, key) =>
  (typeof value === "string" && SHEET_FILE.test(value)) || webAddress(value, key) === null
    ? null
    : fault(
        key,
        value,
        "an https address without user name, spaces or backslashes, or a file beside this one such as './questions.csv'",
      );

const listName: Check = (value, key) =>
  LIST_NAMES.some((name) => name === value) ? null : fault(key, value, `one of ${LIST_NAMES.join(", ")}`);

const LAST_PLANNED = 2099;

const planDate: Check = (value, key) => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(String(value)) ?? [];
  const isDay = isCivilDate({ year: Number(year), month: Number(month), day: Number(day) });
  return isDay && Number(year) <= LAST_PLANNED
    ? null
    : fault(key, value, `a date such as '2027-03-31', until ${LAST_PLANNED}`);
};

const samePath: Check = (value, key) =>
  typeof value === "string" && /^\/(?![/\\])[^\s\\]*$/.test(value)
    ? null
    : fault(key, value, "a path that begins with one '/'");

const projectId: Check = (value, key) =>
  typeof value === "string" && /^[a-z0-9-]{1,64}$/.test(value)
    ? null
    : fault(key, value, "a Firebase project id such as 'my-project'");

const host: Check = (value, key) =>
  typeof value === "string" && /^[a-z0-9.-]+(:\d+)?$/i.test(value)
    ? null
    : fault(key, value, "a host name such as 'my-project.firebaseapp.com'");

const dayEnd: Check = (value, key) =>
  typeof value === "string" && isDayEnd(value) ? null : fault(key, value, "a time of day between '00:00' and '06:00'");

const zone: Check = (value, key) =>
  typeof value === "string" && isZone(value) ? null : fault(key, value, "a time zone such as 'Asia/Kolkata' or 'UTC'");

const weekdays: Check = (value, key) => {
  const words: readonly unknown[] = WEEKDAY_WORDS;
  const isGood = Array.isArray(value) && value.every((word) => words.includes(word));
  const allowed = `a list of weekdays (${words.join(", ")}), each once`;
  return isGood && new Set(value).size === value.length ? null : fault(key, value, allowed);
};

const MAX_REST_DAYS = 10;

const perMonth: Check = (value, key) =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_REST_DAYS
    ? null
    : fault(key, value, `a whole number from 0 to ${MAX_REST_DAYS}`);

const isBoolean: Check = (value, key) => (typeof value === "boolean" ? null : fault(key, value, "true or false"));

/** Whole, as a relative one would be another directory wherever somebody stands; `~` is the home directory. */
const WHOLE_PATH = /^(?:\/|~[\\/]|[a-z]:[\\/]|\\\\)[^\r\n]*$/i;

const backupPlace: Check = (value, key) =>
  typeof value === "boolean" || (typeof value === "string" && WHOLE_PATH.test(value))
    ? null
    : fault(key, value, "true, false or a whole path such as '~/Sync/dailyleet'");

const isTrue: Check = (value, key) => (value === true ? null : fault(key, value, "true"));

const object =
  (shape: Shape): Check =>
  (value, key) =>
    isRecord(value)
      ? checkShape(value, shape, `${key}.`)
      : fault(key, value, `an object with ${Object.keys(shape).join(", ")}`);

const sourceShape: Shape = {
  name: { check: oneLine, required: true },
  url: { check: webAddress, required: true },
  zone: { check: zone },
};

const fiveSources: Check = (value, key) => {
  if (!Array.isArray(value) || value.length !== SOURCE_NUMBERS.length) {
    return fault(key, value, "a list of exactly five {name, url}");
  }
  for (const [index, source] of value.entries()) {
    const found = object(sourceShape)(source, `${key}[${index}]`);
    if (found !== null) return found;
  }
  const names = (value as Source[]).map(({ name }) => name.trim().toLowerCase());
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
  return twice === -1 ? null : fault(`${key}[${twice}].name`, value[twice].name, "a name that no other source has");
};

const FILE_SHAPE = {
  firebase: {
    check: object({
      apiKey: { check: text, required: true },
      authDomain: { check: host, required: true },
      projectId: { check: projectId, required: true },
    }),
  },
  google: {
    check: object({ clientId: { check: text, required: true }, clientSecret: { check: text, required: true } }),
  },
  sheet: { check: sheetPlace },
  list: { check: listName },
  plan: { check: object({ until: { check: planDate, required: true }, list: { check: listName } }) },
  sources: { check: fiveSources },
  icons: { check: addressOrPath },
  counter: { check: object({ photo: { check: addressOrPath }, line: { check: text } }) },
  authTokenSyncUrl: { check: samePath },
  waitForCloud: { check: isBoolean },
  dayEndsAt: { check: dayEnd },
  backups: { check: backupPlace },
  rest: { check: object({ weekdays: { check: weekdays }, perMonth: { check: perMonth } }) },
};

/** The local server answers a file's questions at a path of its own. */
const SERVED_SHAPE: Shape = { ...FILE_SHAPE, sheet: { check: addressOrPath }, local: { check: isTrue } };

/** Reads `dailyleet.json`. `name` is how the error calls the file. Throws `bad-config`, naming the first fault. */
export function parseConfig(json: string, name: string): Config {
  return parseShape(json, name, FILE_SHAPE);
}

/** What a person chooses for themselves, over the configuration of whatever site they are on. */
export type Choices = Pick<Config, "list" | "plan">;

/** Reads a person's choices. Throws `bad-config`. */
export function parseChoices(json: string, name: string): Choices {
  const { list, plan } = FILE_SHAPE;
  return parseShape(json, name, { list, plan });
}

/** Reads the `dailyleet.json` that stands beside a page, which may say that it is local. Throws `bad-config`. */
export function parseServedConfig(json: string, name: string): Config {
  return parseShape(json, name, SERVED_SHAPE);
}

function parseShape(json: string, name: string, shape: Shape): Config {
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\uFEFF/, ""));
  } catch (error) {
    // V8 says where, in these words; other engines don't.
    const [, line] = /\(line (\d+) column \d+\)/.exec(String(error)) ?? [];
    const place = line === undefined ? "" : ` (line ${line})`;
    throw new DailyleetError("bad-config", `${name} is not valid JSON${place}; correct it or remove it.`);
  }
  const found = isRecord(value) ? (checkShape(value, shape, "") ?? siteSheet(value)) : "there must be one JSON object";
  if (found !== null) throw new DailyleetError("bad-config", `In ${name} ${found}; correct it or remove it.`);
  return value as Config;
}

/** Everybody who joins a site has its configuration, but no file beside it. */
function siteSheet({ firebase, sheet }: Config): string | null {
  return firebase && sheet !== undefined ? webAddress(sheet, "sheet") : null;
}

function checkShape(value: Record<string, unknown>, shape: Shape, prefix: string): string | null {
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(shape, key)) {
      return `the key '${prefix}${key}' is unknown (allowed here: ${Object.keys(shape).join(", ")})`;
    }
  }
  for (const [key, { check, required }] of Object.entries(shape)) {
    if (!Object.hasOwn(value, key)) {
      if (required) return `the key '${prefix}${key}' is missing`;
      continue;
    }
    const found = check(value[key], prefix + key);
    if (found !== null) return found;
  }
  return null;
}

function fault(key: string, value: unknown, allowed: string): string {
  // A secret in the wrong place must not be printed, nor a password in an address.
  const isSecret =
    /secret|key$|^google|^firebase/i.test(key) || (typeof value === "string" && /\/\/[^/]*@/.test(value));
  const found = isSecret ? "something else" : shown(value, 80);
  return `the key '${key}' is ${found}, but must be ${allowed}`;
}

export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]" || hostname === "::1";
}

export function sourcesOf(config: Config): readonly Source[] {
  return config.sources ?? DEFAULT_SOURCES;
}
