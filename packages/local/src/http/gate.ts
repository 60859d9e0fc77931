import type { IncomingMessage } from "node:http";

/** Names under which this computer reaches itself. Any other Host means a page that had its own name rebound to us. */
const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];
const READING = new Set(["GET", "HEAD"]);

/** Why a request is not served. */
export interface Rejection {
  readonly status: 400 | 403 | 405 | 421;
  readonly message: string;
}

/**
 * Decides by the head of a request alone whether it may come from the tracker's own page or from a program of this
 * computer; null when it may. Pages of other origins are refused here, where the browser names the page that asks; no
 * answer ever allows them to read.
 */
export function guardRequest(request: IncomingMessage): Rejection | null {
  const host = onlyHost(request);
  if (host === null || !isOwnName(host, request.socket.localPort)) {
    return { status: 421, message: "This server answers only to the name of this computer with its own port." };
  }
  if (!request.url?.startsWith("/")) return { status: 400, message: "The address must be a path." };
  if (request.headers.upgrade !== undefined) return { status: 400, message: "There is nothing to upgrade to." };
  // OPTIONS asks whether a foreign page may send a request: it may not.
  if (request.method === "OPTIONS") return { status: 403, message: "No other origin may use this server." };
  if (READING.has(request.method ?? "")) return isOwn(request, host) || isVisit(request) ? null : FOREIGN;
  if (request.method === "POST") return isOwn(request, host) ? null : FOREIGN;
  return { status: 405, message: "This method is not served." };
}

const FOREIGN: Rejection = { status: 403, message: "Only the tracker's own page may ask this." };

/** The URL parser leaves out port 80, as browsers do in Host and Origin. */
function isOwnName(host: string, port = 0): boolean {
  return LOOPBACK_NAMES.some((name) => new URL(`http://${name}:${port}`).host === host);
}

/** The one Host of the request; Node's own `headers` would hide a second one. */
function onlyHost({ rawHeaders }: IncomingMessage): string | null {
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "host");
  return hosts.length === 1 ? (hosts[0] ?? null) : null;
}

/** From the page at the same address, or from a program, which sends neither header. */
function isOwn({ headers, method }: IncomingMessage, host: string): boolean {
  const site = headers["sec-fetch-site"];
  const isOwnOrigin = headers.origin === undefined || headers.origin === `http://${host}`;
  // `none`: typed, or opened from a bookmark.
  const isOwnSite = site === undefined || site === "same-origin" || (site === "none" && READING.has(method ?? ""));
  return isOwnOrigin && isOwnSite;
}

/** Somebody follows a link to the tracker in a tab of its own. */
function isVisit({ headers, url, method }: IncomingMessage): boolean {
  return (
    method === "GET" &&
    headers.origin === undefined &&
    headers["sec-fetch-mode"] === "navigate" &&
    headers["sec-fetch-dest"] === "document" &&
    /^\/(\?|$)/.test(url ?? "")
  );
}
