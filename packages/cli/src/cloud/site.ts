import { createHttp } from "@dailyleet/client";
import {
  configError,
  type DailyleetError,
  isLoopback,
  isRecord,
  parseJson,
  parseServedConfig,
  readConfig,
  type SiteConfig,
  usageError,
  webLink,
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import { placesOf } from "../files/directories.ts";
import { readSettingsText, removePrivate, writePrivate } from "../files/files.ts";
import { COMPUTER_KEYS, lockSettings } from "../files/settings.ts";

const FILE = "dailyleet.json";

/**
 * Downloads a site's configuration. Resolves to the configuration, its text as served, and a note if the site
 * redirects. Throws `usage`, `bad-config` and `unavailable`.
 */
export async function fetchSite(context: Context, address: string) {
  const asked = configAddress(address);
  const { url, text } = await download(context, asked);
  const config = parseServedConfig(text, url.href);
  if (config.local || config.firebase === undefined || config.google === undefined) throw notJoinable(url, config);
  if (typeof config.backups === "string") {
    const sentence = `The configuration of ${url.host} names a directory for backups, which only your own may do; ask the person who runs it to take 'backups' out.`;
    throw configError(sentence);
  }
  return { config, text, notes: url === asked ? [] : [`${asked.host} sends on to ${url.host}.`] };
}

/** Follows one redirect, for example to the site's own domain. */
async function download(context: Context, asked: URL): Promise<{ url: URL; text: string }> {
  const fetchFrom = (url: URL) => createHttp(context)({ method: "GET", url: url.href, server: url.host, retry: true });
  let url = asked;
  let answer = await fetchFrom(url);
  const moved = REDIRECTS.has(answer.status) ? movedTo(url, answer.headers.location ?? "") : null;
  if (moved !== null) {
    url = moved;
    answer = await fetchFrom(url);
  }
  const { status, body: text } = answer;
  if (status === 200 && parseJson(text.replace(/^\uFEFF/, "")) !== undefined) return { url, text };
  const isPage = status === 200 || status === NETWORK_LOGIN || REDIRECTS.has(status);
  const said = isPage ? "with a page" : String(status);
  const advice = isPage
    ? "if this network answers with a sign-in page, open it in a browser first; else check the address"
    : "give the address that opens the site in a browser";
  throw configError(`${url.href} answered ${said}; ${advice}.`);
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Network Authentication Required: RFC 6585 section 6. */
const NETWORK_LOGIN = 511;

/** Null for a redirect that must not be followed: to plain HTTP, or from another computer to this one. */
function movedTo(from: URL, location: string): URL | null {
  const to = URL.parse(location, from.href);
  if (to === null || (isLoopback(to.hostname) && !isLoopback(from.hostname))) return null;
  try {
    return configAddress(to.href);
  } catch {
    return null;
  }
}

/** The address of `dailyleet.json`, beside the page. `address` may name a directory, the page or the file itself. */
function configAddress(address: string): URL {
  // People type and paste addresses without a scheme, with half of one, or with blanks around them.
  const typed = address.trim().replace(/^(?:(https?):\/?(?!\/)|\/\/+)/i, (_, scheme = "https") => `${scheme}://`);
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  const link = webLink(text);
  const url = link && new URL(link.href);
  if (url === null || (url.protocol === "http:" && !isLoopback(url.hostname))) {
    const sentence = `'${address}' is not the address of a site; give an https address such as https://my-project.web.app.`;
    throw usageError(sentence);
  }
  // Set the path instead of resolving it: a path that begins with two slashes would name another host.
  url.pathname = `${url.pathname.replace(/\/(index\.html|dailyleet\.json)?$/, "")}/${FILE}`;
  url.search = "";
  url.hash = "";
  return url;
}

function notJoinable({ host }: URL, { local, firebase }: SiteConfig): DailyleetError {
  const fault = local
    ? `The site at ${host} runs in local mode on one computer`
    : `The configuration of ${host} has no '${firebase ? "google" : "firebase"}' section`;
  const sentence = `${fault}, so nobody can sign in to it from here; ask the person who runs it.`;
  return configError(sentence);
}

/** The extension of the copy of the person's own settings, kept while a site's configuration is in force. */
const OWN = "before";

export function differsFromConfig(context: Context, text: string): boolean {
  const known = readSettingsText(placesOf(context).configFile);
  return known === null || known !== withComputerKeys(text, known);
}

/** A configuration's text with this computer's keys taken over from `before`. */
function withComputerKeys(text: string, before: string): string {
  const { document } = readConfig(before, "");
  const kept = COMPUTER_KEYS.filter((key) => document?.[key] !== undefined).map((key) => [key, document?.[key]]);
  const next = parseJson(text);
  if (kept.length === 0 || !isRecord(next)) return text;
  return `${JSON.stringify({ ...next, ...Object.fromEntries(kept) }, null, 2)}\n`;
}

/**
 * Puts a site's configuration into force and keeps the previous one beside it. The notes say where. Throws `storage`.
 */
export function adoptConfig(context: Context, text: string): readonly string[] {
  const { configFile } = placesOf(context);
  const before = readSettingsText(configFile);
  const notes = before === null ? [] : [keepBeside(context, before)];
  writePrivate(configFile, before === null ? text : withComputerKeys(text, before));
  return notes;
}

/**
 * Restores the person's own settings and keeps the site's configuration beside them. Resolves to a note that says
 * where, or null if no site's configuration was in force. Throws `storage`.
 */
export async function restoreOwnConfig(context: Context): Promise<string | null> {
  const { configFile } = placesOf(context);
  // Without a file there is nothing to restore; locking would create its directory.
  if (readSettingsText(configFile) === null) return null;
  return lockSettings(context, () => {
    const found = readSettingsText(configFile);
    if (found === null || kindOf(found).name === OWN) return null;
    const note = keepBeside(context, found);
    const settings = readSettingsText(`${configFile}.${OWN}`);
    if (settings === null || kindOf(settings).name !== OWN) {
      removePrivate(configFile);
    } else {
      writePrivate(configFile, withComputerKeys(settings, found));
      removePrivate(`${configFile}.${OWN}`);
    }
    return note;
  });
}

/** Returns a note that names the copy. */
function keepBeside(context: Context, text: string): string {
  const { name, what } = kindOf(text);
  const file = `${placesOf(context).configFile}.${name}`;
  writePrivate(file, text);
  return `${what} kept as ${file}.`;
}

/** The extension of the copy of a configuration, and words that describe it. */
function kindOf(text: string): { name: string; what: string } {
  const { usable, document } = readConfig(text, "");
  if (document !== null && document.firebase === undefined) return { name: OWN, what: "Your own settings are" };
  const { projectId } = usable.firebase ?? {};
  if (projectId !== undefined) return { name: `of-${projectId}`, what: `The configuration of ${projectId} is` };
  return { name: "unreadable", what: "The configuration, which has a fault, is" };
}
