import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, RequestListener } from "node:http";
import { isDailyleetError, isRecord, parseJson } from "@dailyleet/core";

export interface Request {
  readonly method: string;
  /** Percent-decoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

export type Handler = (request: Request) => Answer | Promise<Answer>;

/** Handlers by method for the paths that match a pattern; the handler of GET also answers HEAD. */
export type Area = readonly [path: RegExp, handlers: Readonly<Partial<Record<"GET" | "POST", Handler>>>];

/** Google's words for the HTTP statuses that this server uses. */
const HTTP_STATUS = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;

type Status = keyof typeof HTTP_STATUS;

/** Throw it to end the handling of a request with this answer. */
export class Refusal extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`answered with ${answer.status}`);
    this.answer = answer;
  }
}

/** The error form of Google's interfaces: `{"error": {"code", "message", "status"}}`. */
export function errorAnswer(status: Status, message: string, code: number = HTTP_STATUS[status]): Answer {
  return json({ error: { code, message, status } }, code);
}

export function refuse(...error: Parameters<typeof errorAnswer>): never {
  throw new Refusal(errorAnswer(...error));
}

export function json(value: unknown, status = 200): Answer {
  const headers = { "Content-Type": "application/json; charset=utf-8" };
  return { status, headers, body: `${JSON.stringify(value)}\n` };
}

/** Parses a body as a JSON object, whatever its content type. */
export function readJsonObject(body: string): Record<string, unknown> {
  const value = parseJson(body);
  return isRecord(value) ? value : refuse("INVALID_ARGUMENT", "The body is not a JSON object.");
}

/** Guards a request, reads its body, and sends the answer of `handle`. */
export function createListener(handle: Handler, onError: (error: unknown) => void): RequestListener {
  return async (incoming, response) => {
    const { status, headers, body = "" } = guardRequest(incoming) ?? (await answerTo(incoming, handle, onError));
    response.writeHead(status, { ...COMMON_HEADERS, ...headers, "Content-Length": Buffer.byteLength(body) });
    response.end(incoming.method === "HEAD" || status === 304 ? undefined : body);
  };
}

async function answerTo(
  incoming: IncomingMessage,
  handle: Handler,
  onError: (error: unknown) => void,
): Promise<Answer> {
  try {
    const [path = "", query = ""] = (incoming.url ?? "").split(/\?(.*)/s);
    return await handle({
      method: incoming.method === "HEAD" ? "GET" : (incoming.method ?? ""),
      path: decodeURIComponent(path),
      query: new URLSearchParams(query),
      headers: incoming.headers,
      body: await readBody(incoming),
    });
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    if (isDailyleetError(error)) return errorAnswer("UNAVAILABLE", error.message);
    if (error instanceof URIError) {
      return errorAnswer("INVALID_ARGUMENT", "The address is not percent-encoded as it should be.");
    }
    if (!incoming.destroyed || incoming.complete) onError(error);
    return errorAnswer("INTERNAL", "The local server failed; its terminal says more.");
  }
}

/** Firestore's own limit for a document. */
const MAX_BYTES = 1024 * 1024;

/**
 * Reads the body as text. Reads a body over the limit to its end before refusing it, so that the sender sees the
 * answer; the server's time limit stops an endless body.
 */
async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BYTES) chunks.push(chunk);
  }
  if (size > MAX_BYTES) refuse("INVALID_ARGUMENT", `A request may have at most ${MAX_BYTES} bytes.`, 413);
  return Buffer.concat(chunks).toString("utf8");
}

const COMMON_HEADERS = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Cache-Control": "no-store",
};

/** Any other Host means DNS rebinding: a foreign page whose name resolves to this computer. */
const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];
const READING = new Set(["GET", "HEAD"]);

/**
 * Null for a request of the tracker's own page or of a program on this computer, else the refusal. Reads the head only.
 * Refuses pages of other origins if the browser names the origin. No answer lets other origins read it.
 */
function guardRequest(request: IncomingMessage): Answer | null {
  const { method = "", url, headers } = request;
  const host = onlyHost(request);
  const { localPort = 0 } = request.socket;
  if (host === null || !isOwnName(host, localPort)) {
    const refusal = reject(421, "This server answers only to the name of this computer with its own port.");
    // Test Accept: over http a browser sends Sec-Fetch-Mode to local names only.
    return headers.accept?.includes("text/html") ? { ...refusal, ...otherAddressPage(localPort) } : refusal;
  }
  if (!url?.startsWith("/")) return reject(400, "The address must be a path.");
  if (headers.upgrade !== undefined) return reject(400, "There is nothing to upgrade to.");
  // OPTIONS asks whether a foreign page may send a request; no page may.
  if (method === "OPTIONS") return reject(403, "No other origin may use this server.");
  if (isOwn(request, host) || isVisit(request)) return null;
  return reject(403, "Only the tracker's own page may ask this.");
}

/** A refusal that ends the connection; the rest of the request stays unread. */
function reject(status: number, message: string): Answer {
  const answer = errorAnswer("PERMISSION_DENIED", message, status);
  return { ...answer, headers: { ...answer.headers, Connection: "close" } };
}

/** A page with the right address, for a browser that used another host name or another number of a forwarded port. */
function otherAddressPage(port: number): Pick<Answer, "headers" | "body"> {
  const address = `http://localhost:${port}/`;
  const body = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>dailyleet: another address</title>
<h1>The tracker has another address</h1>
<p>This server answers only at <a href="${address}">${address}</a>. Pages of other addresses must not read your ticks.</p>
<p>From another computer, forward the same port number to the computer where <code>dailyleet serve</code> runs, and open the address above:</p>
<pre>ssh -L ${port}:localhost:${port} HOST</pre>
<p>If that port is taken, choose another number for both:</p>
<pre>dailyleet serve --port PORT
ssh -L PORT:localhost:PORT HOST</pre>
</html>
`;
  return { headers: { "Content-Type": "text/html; charset=utf-8", Connection: "close" }, body };
}

/** The URL parser leaves out port 80, as browsers do in Host and Origin. */
function isOwnName(host: string, port: number): boolean {
  return LOOPBACK_NAMES.some((name) => new URL(`http://${name}:${port}`).host === host);
}

/** The Host; null without one and for several, of which Node's `headers` would show one. */
function onlyHost({ rawHeaders }: IncomingMessage): string | null {
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "host");
  return hosts.length === 1 ? (hosts[0] ?? null) : null;
}

/** Whether the tracker's page or a program sent the request. A program sends neither Sec-Fetch-Site nor Origin. */
function isOwn({ headers, method }: IncomingMessage, host: string): boolean {
  const site = headers["sec-fetch-site"];
  const isOwnOrigin = headers.origin === undefined || headers.origin === `http://${host}`;
  // `none` is a typed address or a bookmark.
  const isOwnSite = site === undefined || site === "same-origin" || (site === "none" && READING.has(method ?? ""));
  return isOwnOrigin && isOwnSite;
}

/** Whether the request opens the tracker in a tab, as from a link. */
function isVisit({ headers, url, method }: IncomingMessage): boolean {
  return (
    method === "GET" &&
    headers.origin === undefined &&
    headers["sec-fetch-mode"] === "navigate" &&
    headers["sec-fetch-dest"] === "document" &&
    /^\/(\?|$)/.test(url ?? "")
  );
}
