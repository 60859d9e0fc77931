import { webLink } from "../text.ts";

const MARKDOWN_LINK = /^\[(.+)\]\(\s*(\S+)\s*\)$/;
/** Longer texts are not read as links: `MARKDOWN_LINK` takes quadratic time. */
const MAX_LINK = 5_000;
const WITHOUT_SCHEME = /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?\/\S*$/i;
const ADDRESS = /^https?:\/\/\S+$/i;

/** Splits a Markdown link into its text and its address; null for any other text. */
export function readMarkdown(text: string): readonly [text: string, link: string] | null {
  if (!text.startsWith("[") || text.length > MAX_LINK) return null;
  const [, name = "", link] = MARKDOWN_LINK.exec(text) ?? [];
  return link === undefined ? null : [name.trim(), link];
}

/** The text that a cell shows: only the text of a Markdown link. */
export function shownText(cell: string): string {
  return readMarkdown(cell)?.[0] ?? cell;
}

/** The address of a Markdown link as written; any other cell unchanged. */
export function linkText(cell: string): string {
  return readMarkdown(cell)?.[1] ?? cell;
}

/** The address in a cell: unwraps a Markdown link and adds a missing scheme. Returns any other text unchanged. */
export function addressIn(cell: string): string {
  const link = linkText(cell);
  return WITHOUT_SCHEME.test(link) ? `https://${link}` : link;
}

export function isAddress(cell: string): boolean {
  return cell !== "" && ADDRESS.test(addressIn(cell));
}

/** A name for a question that has only a link: the text of a Markdown link, or the end of the address in words. */
export function nameOfLink(cell: string): string {
  const [name] = readMarkdown(cell) ?? [];
  if (name !== undefined) return name;
  const address = addressIn(cell);
  const url = webLink(address) && URL.parse(address);
  if (!url) return cell;
  const end = /\/problems\/([^/]+)/.exec(url.pathname)?.[1] ?? url.pathname.split("/").findLast((part) => part !== "");
  const words = end?.replace(/[-_+]+/g, " ").trim() ?? "";
  return words.replace(/(?<=^| )[a-z]/g, (letter) => letter.toUpperCase()) || url.host;
}
