import { isRecord } from "../basics.ts";
import { clip, stripControls } from "../text.ts";

/** How a site answered one request. */
export interface SiteAnswer {
  readonly status: number;
  readonly body: string;
  /** What its `Retry-After` says; 0 without one. */
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

/** Thrown and caught in this room. */
export class UnknownForm extends Error {}

/** The fault that any site's answer may be; null for one that the site's reader understands. */
export function generalFault({ status, body, retryAfterMs }: SiteAnswer, json: unknown): SiteFault | null {
  if (status === 429) return { kind: "limited", retryAfterMs };
  if (status === 401 || status === 403 || isRedirect(status) || CHALLENGE.test(body)) return { kind: "refused" };
  // Codeforces and GeeksforGeeks say what failed in the body, with various statuses.
  if (isRecord(json) && /^failed$/i.test(String(json.status))) return null;
  if (status >= 500 || status === 408) return { kind: "unavailable", status };
  if (status !== 200) return { kind: "unknown-form", missing: `the status is ${status}, not 200` };
  return /^\s*</.test(body) ? { kind: "refused" } : null;
}

const CHALLENGE = /<title>\s*(?:Just a moment|Attention Required)|\/cdn-cgi\/challenge-platform/i;
const isRedirect = (status: number) => status >= 300 && status < 400;

/** What `read` returns, or the fault that it throws. */
export function orFault<T>(read: () => T): T | SiteFault {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnknownForm) return { kind: "unknown-form", missing: error.message };
    throw error;
  }
}

export function wrong(path: string, value: unknown, wanted: string): UnknownForm {
  return new UnknownForm(`${path} is ${kindOf(value)}, not ${wanted}`);
}

function kindOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  const names: Readonly<Record<string, string>> = { object: "an object", string: "a text", boolean: "a truth value" };
  return names[typeof value] ?? "a number";
}

export function objectAt(path: string, value: unknown): Record<string, unknown> {
  if (isRecord(value)) return value;
  throw wrong(path, value, "an object");
}

export function listAt(path: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw wrong(path, value, "a list");
}

export function integerAt(path: string, value: unknown): number {
  if (Number.isSafeInteger(value)) return value as number;
  throw wrong(path, value, "a whole number");
}

export function matchAt(path: string, value: unknown, pattern: RegExp, wanted: string): string {
  if (typeof value === "string" && pattern.test(value)) return value;
  throw wrong(path, value, wanted);
}

const MAX_NAME = 100;

/** A name on one line, safe to print. */
export function nameAt(path: string, value: unknown): string {
  if (typeof value !== "string") throw wrong(path, value, "a name");
  const name = clip(stripControls(value).replace(/\s+/g, " ").trim(), MAX_NAME);
  if (name !== "") return name;
  throw new UnknownForm(`${path} is empty`);
}

/** Part of an address. */
export const SLUG = /^[\w-]{1,200}$/;
export const A_SLUG = "letters, digits, _ and -";
