import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { DailyleetError } from "@dailyleet/core";
import type { Answer, Handler } from "./messages.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".xml": "application/xml; charset=utf-8",
};

/** The page's service worker asks this server for files, so the page's policy is the worker's, too. */
const WORKER = "/sw.js";
const NOT_FOUND = "/404.html";

/**
 * Serves the files that the directory has when the server starts, from memory: an address is looked up in this
 * list and never made into a path, so there is no way out of the directory. Symbolic links are not followed.
 */
export function createStaticFiles(directory: string, policy: string): Handler {
  const files = new Map<string, Answer>();
  for (const file of listFiles(directory)) {
    const address = `/${relative(directory, file).split(sep).join("/")}`;
    const answer = fileAnswer(file, address, policy);
    files.set(address, answer);
    if (address.endsWith("/index.html")) files.set(address.slice(0, -"index.html".length), answer);
  }
  if (!files.has("/")) throw missing(directory);
  return ({ path, headers }) => {
    const file = files.get(path);
    if (!file) return notFound(files.get(NOT_FOUND));
    const isKnown = headers["if-none-match"] === file.headers?.ETag;
    return isKnown ? { status: 304, headers: file.headers } : file;
  };
}

/** As a static host does it: the site's own page, where it has one. */
function notFound(page: Answer | undefined): Answer {
  if (page) return { ...page, status: 404 };
  return { status: 404, headers: { "Content-Type": "text/plain" }, body: "There is no such page.\n" };
}

function listFiles(directory: string): string[] {
  try {
    return filesBelow(directory);
  } catch (cause) {
    throw missing(directory, cause);
  }
}

/** Not `readdirSync`'s own recursion, which goes through symbolic links. */
function filesBelow(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

function fileAnswer(file: string, address: string, policy: string): Answer {
  const body = readFileSync(file);
  const type = TYPES[extname(file)] ?? "application/octet-stream";
  const headers = {
    "Content-Type": type,
    "Cache-Control": cacheRule(address),
    ETag: `"${createHash("sha256").update(body).digest("base64url")}"`,
    ...(type.startsWith("text/html") || address === WORKER ? { "Content-Security-Policy": policy } : {}),
  };
  return { status: 200, headers, body };
}

/** Names under `/_astro/` hold a hash of their contents. Pages are never kept, so that a new build is seen at once. */
function cacheRule(address: string): string {
  if (address.endsWith(".html")) return "no-store";
  return address.startsWith("/_astro/") ? "public, max-age=31536000, immutable" : "no-cache";
}

function missing(directory: string, cause?: unknown): DailyleetError {
  return new DailyleetError(
    "storage",
    `The pages of the site are not in ${directory}; build them (npm run build) or install dailyleet again.`,
    { cause },
  );
}
