import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { OutgoingHttpHeaders } from "node:http";
import { extname, join, relative, sep } from "node:path";
import { DailyleetError } from "@dailyleet/core";
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
};

/** The service worker has the page's policy, because it requests the same files. */
const WORKER = "/sw.js";

/** `brotli` where the build has compressed the file; on loopback any other coding costs more than it saves. */
interface StaticFile {
  readonly plain: Answer;
  readonly brotli?: Answer;
}

const BROTLI = ".br";

/**
 * Serves, from memory, the files that the directory has when the server starts. No path is made of an address, so there is
 * no way out of the directory. Symbolic links are not followed.
 */
export function createStaticFiles(directory: string, policy: string): Handler {
  const files = new Map<string, StaticFile>();
  const found = new Set(existsSync(directory) ? filesBelow(directory) : []);
  for (const file of found) {
    if (file.endsWith(BROTLI) && found.has(file.slice(0, -BROTLI.length))) continue;
    const address = `/${relative(directory, file).split(sep).join("/")}`;
    const served = staticFile(file, found, headersFor(address, policy));
    files.set(address, served);
    if (address.endsWith("/index.html")) files.set(address.slice(0, -"index.html".length), served);
  }
  if (!files.has("/")) {
    const way = "build them (npm run build) or install dailyleet again";
    throw new DailyleetError("storage", `The pages of the site are not in ${directory}; ${way}.`);
  }
  return ({ path, headers }) => {
    const file = files.get(path);
    if (!file) return { ...files.get("/404.html")?.plain, status: 404 };
    const answer = negotiate(file, String(headers["accept-encoding"] ?? ""));
    const isKnown = headers["if-none-match"] === answer.headers?.ETag;
    return isKnown ? { status: 304, headers: answer.headers } : answer;
  };
}

/** RFC 9110, 12.5.3. */
function negotiate({ plain, brotli = plain }: StaticFile, accepted: string): Answer {
  const isAccepted = accepted.split(",").some((item) => /^\s*br\s*(;(?!\s*q=0(\.0*)?\s*$)|$)/i.test(item));
  return isAccepted ? brotli : plain;
}

/** `readdirSync`'s own recursion would follow symbolic links. */
function filesBelow(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

function staticFile(file: string, found: ReadonlySet<string>, headers: OutgoingHttpHeaders): StaticFile {
  const body = readFileSync(file);
  if (!found.has(file + BROTLI)) return { plain: fileAnswer(body, headers) };
  const varied = { ...headers, Vary: "Accept-Encoding" };
  const brotli = fileAnswer(readFileSync(file + BROTLI), { ...varied, "Content-Encoding": "br" });
  return { plain: fileAnswer(body, varied), brotli };
}

function fileAnswer(body: Buffer, headers: OutgoingHttpHeaders): Answer {
  const ETag = `"${createHash("sha256").update(body).digest("base64url")}"`;
  return { status: 200, headers: { ...headers, ETag }, body };
}

/** Names under `/_astro/` hold a hash of their contents. All else is revalidated, as in `firebase.json`. */
function headersFor(address: string, policy: string): OutgoingHttpHeaders {
  const type = TYPES[extname(address)] ?? "application/octet-stream";
  const isPage = type.startsWith("text/html") || address === WORKER;
  return {
    "Content-Type": type,
    "Cache-Control": address.startsWith("/_astro/") ? "public, max-age=31536000, immutable" : "no-cache",
    ...(isPage && { "Content-Security-Policy": policy }),
  };
}
