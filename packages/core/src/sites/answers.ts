import { isRecord, parseJson } from "../basics.ts";
import { type CivilDate, readDate } from "../calendar/calendar.ts";
import type { SiteKey } from "../ticks/hosts.ts";
import { clip, stripControls } from "../untrusted.ts";

/** What a site is asked, and how its answers are read. */
export interface SiteQuery<T> {
  readonly site: SiteKey;
  /** Null for the site's problem of the day. */
  readonly account: string | null;
  /** The next request after these answers; null where the site has said all, or is not to be asked for more. */
  next(answers: readonly SiteAnswer[]): SiteRequest | null;
  /** Takes any text and throws nothing. */
  read(answers: readonly SiteAnswer[]): T | SiteFault;
  /** Until when the site need not be asked again; null where it may say something else at any time. */
  endOf(found: T, now: number): number | null;
}

/** Of the person, a request holds the account, and nothing else. */
export interface SiteRequest {
  /** With the query. */
  readonly path: string;
  /** The body of a POST. */
  readonly json?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How a site answered one request. */
export interface SiteAnswer {
  readonly status: number;
  readonly body: string;
  /** A whole number: what its `Retry-After` says; 0 without one. */
  readonly retryAfterMs: number;
}

export type SiteFault =
  /** The site says that it has no such account. */
  | { readonly kind: "unknown-account" }
  /** The site knows the account and gives no list of it. */
  | { readonly kind: "withheld" }
  /** Too many requests. */
  | { readonly kind: "limited"; readonly retryAfterMs: number }
  /** A refusal, a challenge, or a login page: programs are not welcome now. */
  | { readonly kind: "refused" }
  /** The site has a problem of its own. */
  | { readonly kind: "unavailable"; readonly status: number }
  /** `missing` names the place and the types, and no text of the answer, which may hold the account. */
  | { readonly kind: "unknown-form"; readonly missing: string };

export function isFault<T extends object>(reading: T | SiteFault): reading is SiteFault {
  return "kind" in reading;
}

/** Returns what `read` makes of an answer's JSON, or the answer's fault. Takes any text and throws nothing. */
export function readAnswer<T>({ status, body, retryAfterMs }: SiteAnswer, read: (json: unknown) => T): T | SiteFault {
  return orFault(() => {
    const json = parseJson(body);
    const isRefusal = status === 401 || status === 403 || (status >= 300 && status < 400);
    if (status === 429) fail({ kind: "limited", retryAfterMs });
    if (isRefusal || CHALLENGE.test(body)) fail({ kind: "refused" });
    // Codeforces and GeeksforGeeks say what failed in the body, with various statuses.
    const { status: said, comment, message } = isRecord(json) ? json : {};
    if (typeof said === "string" && /^failed$/i.test(said)) failAs(comment ?? message);
    if (status >= 500 || status === 408) fail({ kind: "unavailable", status });
    if (status !== 200) fail(`the status is ${status}, not 200`);
    if (/^\s*</.test(body)) fail({ kind: "refused" });
    return read(json);
  });
}

/** Whatever else ends the reading is the answer's fault as well: one site's odd answer must not stop the others. */
function orFault<T>(read: () => T): T | SiteFault {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unreadable) return error.fault;
    return {
      kind: "unknown-form",
      missing: `the reading ended with a ${error instanceof Error ? error.name : "fault"}`,
    };
  }
}

const CHALLENGE = /<title>\s*(?:Just a moment|Attention Required)|\/cdn-cgi\/challenge-platform/i;
export const UNKNOWN_ACCOUNT = /^handles?: .*not found|user not found|valid user details|user does not exist/i;

function failAs(reason: unknown): never {
  const text = typeof reason === "string" ? reason : "";
  if (/limit exceeded/i.test(text)) return fail({ kind: "limited", retryAfterMs: 0 });
  return fail(
    UNKNOWN_ACCOUNT.test(text) ? { kind: "unknown-account" } : "the reason of the status 'failed' is unknown",
  );
}

class Unreadable extends Error {
  readonly fault: SiteFault;

  constructor(fault: SiteFault) {
    super(fault.kind);
    this.fault = fault;
  }
}

/** Ends `readAnswer` with a fault; a text says what is missing in an unknown form. */
export function fail(fault: SiteFault | string): never {
  throw new Unreadable(typeof fault === "string" ? { kind: "unknown-form", missing: fault } : fault);
}

/** Reads the value at a path of an answer, or fails. */
export type Read<T> = (value: unknown, path: string) => T;

function wrong(path: string, value: unknown, wanted: string): never {
  const names = { undefined: "missing", object: "an object", string: "a text", boolean: "a truth value" };
  const { [typeof value as keyof typeof names]: usual = "a number" } = names;
  const found = value === null ? "null" : Array.isArray(value) ? "a list" : usual;
  return fail(`${path || "the answer"} is ${found}, not ${wanted}`);
}

export const any: Read<unknown> = (value) => value;

/** Reads these keys of an object. */
export function object<S extends Readonly<Record<string, Read<unknown>>>>(
  shape: S,
): Read<{ readonly [Key in keyof S]: ReturnType<S[Key]> }> {
  return (value, path) => {
    if (!isRecord(value)) return wrong(path, value, "an object");
    const read = (key: string) => [key, shape[key]?.(value[key], path === "" ? key : `${path}.${key}`)];
    return Object.fromEntries(Object.keys(shape).map(read));
  };
}

export function list<T>(item: Read<T>): Read<readonly T[]> {
  return (value, path) =>
    Array.isArray(value) ? value.map((each, index) => item(each, `${path}[${index}]`)) : wrong(path, value, "a list");
}

/** Reads the values of an object whose keys have no meaning. */
export function values<T>(item: Read<T>): Read<readonly T[]> {
  return (value, path) => list(item)(isRecord(value) ? Object.values(value) : wrong(path, value, "an object"), path);
}

export const integer: Read<number> = (value, path) =>
  Number.isSafeInteger(value) ? (value as number) : wrong(path, value, "a whole number");

export function match(pattern: RegExp, wanted: string): Read<string> {
  return (value, path) => (typeof value === "string" && pattern.test(value) ? value : wrong(path, value, wanted));
}

/** Part of an address. */
export const slugText = match(/^[\w-]{1,200}$/, "letters, digits, _ and -");
export const dayText = dateIn(/^\d{4}-\d\d-\d\d$/, "a date such as 2026-11-24");
/** The date of a time of an unknown zone. */
export const timeText = dateIn(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, "a time such as 2026-11-24 23:41:07");

function dateIn(pattern: RegExp, wanted: string): Read<CivilDate> {
  return (value, path) => {
    const [day = ""] = match(pattern, wanted)(value, path).split(" ");
    return readDate(day) ?? fail(`${path} is no day of the calendar`);
  };
}

const MAX_NAME = 100;

/** A name on one line, safe to print. */
export const nameText: Read<string> = (value, path) => {
  const text = match(/^/, "a name")(value, path);
  return clip(stripControls(text).replace(/\s+/g, " ").trim(), MAX_NAME) || fail(`${path} is empty`);
};

const kept = object({
  /** Null for answers that hold for any account. */
  account: any as Read<string | null>,
  /** When the site was asked, and until when it is left alone; milliseconds. */
  asked: integer,
  until: integer,
  answers: list(object({ status: integer, body: match(/^/, "a text"), retryAfterMs: integer })),
});

/** What a site answered last, as it came: the readers check it again. */
export type Kept = ReturnType<typeof kept>;

/** The answers that a file keeps, by their site; leaves out damaged ones. */
export function keptAnswers(text: string): Readonly<Record<string, Kept>> {
  const file = parseJson(text);
  const entries = Object.entries(isRecord(file) ? file : {}).flatMap(([site, value]) => {
    const found = orFault(() => kept(value, ""));
    return isFault(found) ? [] : [[site, found] as const];
  });
  return Object.fromEntries(entries);
}
