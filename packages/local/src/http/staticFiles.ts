import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { OutgoingHttpHeaders } from "node:http";
import { extname, join } from "node:path";
import { storageError } from "@dailyleet/core";
import type { Answer, Handler } from "./messages.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** The service worker has the page's policy, because it requests the same files. */
const WORKER = "/sw.js";

/**
 * The ending of files that the build compressed. Nothing is compressed at request time: on loopback that costs more
 * than it saves.
 */
const BROTLI = ".br";

/**
 * Serves from memory the files that are in the directory when the server starts. Builds no path from an address, so no
 * request leaves the directory. Does not follow symbolic links. Calls `policyOf` for each page.
 */
export function createStaticFiles(directory: string, policyOf: () => string): Handler {
  const files = new Map(existsSync(directory) ? filesBelow(directory) : []);
  if (!files.has("/index.html")) {
    const way = "build them (npm run build) or install dailyleet again";
    throw storageError(`The pages of the site are not in ${directory}; ${way}.`);
  }
  const answer = (address: string, accepted: string): Answer => {
    const plain = files.get(address);
    if (!plain || (address.endsWith(BROTLI) && files.has(address.slice(0, -BROTLI.length)))) return { status: 404 };
    const compressed = files.get(address + BROTLI);
    const isBrotli = compressed !== undefined && acceptsBrotli(accepted);
    const body = isBrotli ? compressed : plain;
    const headers = {
      ...headersFor(address, policyOf),
      ...(compressed && { Vary: "Accept-Encoding" }),
      ...(isBrotli && { "Content-Encoding": "br" }),
      ETag: `"${createHash("sha256").update(body).digest("base64url")}"`,
    };
    return { status: 200, headers, body };
  };
  return ({ path, headers }) => {
    const found = answer(path.replace(/\/$/, "/index.html"), String(headers["accept-encoding"] ?? ""));
    if (found.status === 404) return { ...answer("/404.html", ""), status: 404 };
    const isKnown = headers["if-none-match"] === found.headers?.ETag;
    return isKnown ? { status: 304, headers: found.headers } : found;
  };
}

/** RFC 9110, 12.5.3. */
function acceptsBrotli(accepted: string): boolean {
  return accepted.split(",").some((item) => /^\s*br\s*(;(?!\s*q=0(\.0*)?\s*$)|$)/i.test(item));
}

/** The files by their addresses. `readdirSync`'s own recursion would follow symbolic links. */
function filesBelow(directory: string, address = "/"): (readonly [string, Buffer])[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return filesBelow(path, `${address}${entry.name}/`);
    return entry.isFile() ? [[address + entry.name, readFileSync(path)] as const] : [];
  });
}

/** Names under `/_astro/` hold a hash of their contents. Browsers revalidate other files, as in `firebase.json`. */
function headersFor(address: string, policyOf: () => string): OutgoingHttpHeaders {
  const type = TYPES[extname(address)] ?? "application/octet-stream";
  const isPage = type.startsWith("text/html") || address === WORKER;
  return {
    "Content-Type": type,
    "Cache-Control": address.startsWith("/_astro/") ? "public, max-age=31536000, immutable" : "no-cache",
    ...(isPage && { "Content-Security-Policy": policyOf() }),
  };
}
