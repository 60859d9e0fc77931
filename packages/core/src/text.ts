import { once } from "./basics.ts";

/** A pattern with Unicode classes, compiled at first use: as a literal it would slow down the start. */
export function unicodePattern(source: string, flags: string): () => RegExp {
  return once(() => new RegExp(source, flags));
}

/** The normal form for comparing texts: trimmed, lower case, without differences of width (NFKC). */
export function fold(text: string): string {
  return text.trim().normalize("NFKC").toLowerCase();
}

/** '1 day', '2 days' */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

interface WebLink {
  /** The normalized address, ASCII only: safe as a link's target. */
  readonly href: string;
  /** The real host of the link, with its port; international names in Punycode. */
  readonly host: string;
}

const never = unicodePattern(String.raw`[\p{Cc}\\]`, "u");
const BEGINNING = /^https?:\/\//i;

/**
 * Reads an untrusted http or https address; null for other addresses, and for addresses with a user name or password.
 * Refuses control characters and backslashes: URL parsers skip the former and read the latter as slashes, so the
 * address would not be what it seems (`java\nscript:`, `https://evil.example\@leetcode.com`).
 */
export function webLink(text: string): WebLink | null {
  const address = text.trim();
  if (!BEGINNING.test(address) || never().test(address)) return null;
  const url = URL.parse(address);
  if (url === null || url.username !== "" || url.password !== "") return null;
  return { href: url.href, host: url.host };
}

export function utf8Length(text: string): number {
  return encodeURIComponent(text.toWellFormed()).replace(/%../g, "?").length;
}
