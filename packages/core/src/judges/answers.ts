import { isRecord, parseJson } from "../basics.ts";
import { type CivilDate, readDate } from "../calendar/calendar.ts";
import {
  any,
  filledText,
  integer,
  list,
  match,
  objectWith,
  pathText,
  type Read,
  text,
  tryRead,
  Unreadable,
} from "../readers.ts";
import type { JudgeKey } from "../ticks/hosts.ts";
import { clip, stripControls } from "../untrusted.ts";

/** The requests to a judge, and how to read its answers. */
export interface JudgeQuery<T> {
  readonly judge: JudgeKey;
  /** Null for the judge's problem of the day. */
  readonly account: string | null;
  /** The next request after these answers; null if no further answer is needed or may be asked for. */
  next(answers: readonly JudgeAnswer[]): JudgeRequest | null;
  /** Takes any text; never throws. */
  read(answers: readonly JudgeAnswer[]): T | JudgeFault;
  /** The time at which the answer may change, in milliseconds since the epoch; null if it may change at any time. */
  endOf(found: T, now: number): number | null;
}

/** The account is the only personal data in a request. */
export interface JudgeRequest {
  /** Includes the query string. */
  readonly path: string;
  /** The body of a POST. */
  readonly json?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface JudgeAnswer {
  readonly status: number;
  readonly body: string;
  /** What the header `Retry-After` asks for, as a whole number; 0 without the header. */
  readonly retryAfterMs: number;
}

export type JudgeFault =
  /** The judge says that it has no such account. */
  | { readonly kind: "unknown-account" }
  /** The judge knows the account, but gives no list of its submissions. */
  | { readonly kind: "withheld" }
  | { readonly kind: "limited"; readonly retryAfterMs: number }
  /** A refusal, a challenge, or a login page: programs are not welcome now. */
  | { readonly kind: "refused" }
  /** The judge has a problem of its own. */
  | { readonly kind: "unavailable"; readonly status: number }
  /** `missing` names the place and the types. It holds no text of the answer, which may contain the account. */
  | { readonly kind: "unknown-form"; readonly missing: string };

export function isFault<T extends object>(reading: T | JudgeFault): reading is JudgeFault {
  return "kind" in reading;
}

/** Returns the value that `read` finds in an answer's JSON, or the answer's fault. Takes any text; never throws. */
export function readAnswer<T>({ status, body, retryAfterMs }: JudgeAnswer, read: (json: unknown) => T): T | JudgeFault {
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

/** Turns every exception into the answer's fault: one judge's odd answer must not stop the others. */
function orFault<T>(read: () => T): T | JudgeFault {
  try {
    return read();
  } catch (error) {
    if (error instanceof JudgeFailure) return error.fault;
    const ending = `the reading ended with a ${error instanceof Error ? error.name : "fault"}`;
    return { kind: "unknown-form", missing: error instanceof Unreadable ? missingIn(error) : ending };
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

class JudgeFailure extends Error {
  readonly fault: JudgeFault;

  constructor(fault: JudgeFault) {
    super(fault.kind);
    this.fault = fault;
  }
}

/** Ends `readAnswer` with a fault; a text says what is missing in an unknown form. */
export function fail(fault: JudgeFault | string): never {
  throw new JudgeFailure(typeof fault === "string" ? { kind: "unknown-form", missing: fault } : fault);
}

function missingIn({ path, found, wanted }: Unreadable): string {
  const names = { undefined: "missing", object: "an object", string: "a text", boolean: "a truth value" };
  const { [typeof found as keyof typeof names]: usual = "a number" } = names;
  const type = found === null ? "null" : Array.isArray(found) ? "a list" : usual;
  return `${pathText(path) || "the answer"} is ${type}, not ${wanted}`;
}

/** Part of an address. */
export const slugText = match(/^[\w-]{1,200}$/, "letters, digits, _ and -");
export const plainDay = dateIn(/^\d{4}-\d\d-\d\d$/, "a date such as 2026-11-24");
/** The date in a time whose zone the judge does not state. */
export const timedDay = dateIn(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, "a time such as 2026-11-24 23:41:07");

function dateIn(pattern: RegExp, wanted: string): Read<CivilDate> {
  return (value) => {
    const [day = ""] = match(pattern, wanted)(value).split(" ");
    const date = readDate(day);
    if (date) return date;
    throw new Unreadable(value, "a day of the calendar");
  };
}

const MAX_NAME = 100;

/** A name on one line, safe to print. */
export const nameText: Read<string> = (value) => {
  const name = stripControls(text(value)).replace(/\s+/g, " ").trim();
  return clip(filledText(name), MAX_NAME);
};

const kept = objectWith({
  /** Null for answers that hold for any account. */
  account: any as Read<string | null>,
  /** When the judge was asked, and from when on it may be asked again; milliseconds since the epoch. */
  asked: integer,
  until: integer,
  answers: list(objectWith({ status: integer, body: text, retryAfterMs: integer })),
});

/** A judge's last answers, unparsed: the readers check them again. */
export type Kept = ReturnType<typeof kept>;

/** The answers in a file, by judge; leaves out damaged ones. */
export function keptAnswers(text: string): Readonly<Record<string, Kept>> {
  const file = parseJson(text);
  const entries = Object.entries(isRecord(file) ? file : {}).flatMap(([judge, value]) => {
    const found = tryRead(kept, value);
    return found instanceof Unreadable ? [] : [[judge, found] as const];
  });
  return Object.fromEntries(entries);
}
