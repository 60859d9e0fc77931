import { unicodePattern } from "./text.ts";

export interface WebLink {
  /** The address in normal form, ASCII only: safe as a link's target. */
  readonly href: string;
  /** The host that it really leads to, with the port if it has one; international names as punycode. */
  readonly host: string;
}

const never = unicodePattern(String.raw`[\p{Cc}\\]`, "u");
const BEGINNING = /^https?:\/\//i;

/**
 * Reads an address that somebody else wrote: an http or https address without user name, else null. Control
 * characters and backslashes are refused: URL parsers pass over the ones and take the others for slashes, so that
 * the address is another than it looks (`java\nscript:`, `https://evil.example\@leetcode.com`).
 */
export function webLink(text: string): WebLink | null {
  const address = text.trim();
  if (!BEGINNING.test(address) || never().test(address)) return null;
  const url = URL.parse(address);
  if (url === null || url.username !== "" || url.password !== "") return null;
  return { href: url.href, host: url.host };
}
