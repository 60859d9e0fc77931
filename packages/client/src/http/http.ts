import { backOff, codeOf, DailyleetError } from "@dailyleet/core";

/** One request as an adapter describes it. */
export interface HttpCall {
  readonly method: "GET" | "POST";
  readonly url: string;
  /** How sentences call the other side: 'the database'. */
  readonly server: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, as JSON or as a form. */
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  /** True when making the request twice does no more than making it once. */
  readonly retry?: boolean;
  /** As `HttpRequest.keepalive`. */
  readonly keepalive?: boolean;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

/**
 * Returns whatever status came in the end. Rejects with `unavailable` when no whole answer came and with
 * `interrupted` when the call's signal fired. No error holds an address, a header or a body.
 */
export type Http = (call: HttpCall) => Promise<HttpResponse>;

export interface HttpPorts {
  readonly transport: Transport;
  readonly wait: Wait;
  /** From 0 to below 1. */
  readonly random?: () => number;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1 << 20;
const MAX_ATTEMPTS = 3;
const FIRST_DELAY_MS = 500;
const MAX_RETRY_AFTER_MS = 10_000;
const TRANSIENT = new Set([408, 429, 500, 502, 503, 504]);

/** The one place that talks HTTP: at most three attempts of ten seconds, where the caller allows repeating. */
export function createHttp({ transport, wait, random = Math.random }: HttpPorts): Http {
  return async (call) => {
    const request = requestOf(call);
    const attempts = call.retry ? MAX_ATTEMPTS : 1;
    for (let attempt = 1; ; attempt++) {
      throwIfInterrupted(call.signal);
      const result = await tryOnce(transport, request);
      throwIfInterrupted(call.signal);
      const delay = attempt < attempts ? retryDelay(result, attempt, random) : null;
      if (delay !== null) await wait(delay, call.signal);
      else if (result instanceof NoAnswer) throw noAnswer(call.server, result, request.maxBytes);
      else return result;
    }
  };
}

/** No whole answer came; `reason` is the system's code such as ECONNREFUSED, where it told one. */
class NoAnswer {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

async function tryOnce(transport: Transport, request: HttpRequest): Promise<HttpResponse | NoAnswer> {
  try {
    return await transport(request);
  } catch (error) {
    const code = codeOf(error);
    return new NoAnswer(/^[A-Z_\d]{1,40}$/.test(code) ? code : "");
  }
}

/** Milliseconds until the next attempt; null when the result stands. */
function retryDelay(result: HttpResponse | NoAnswer, attempt: number, random: () => number): number | null {
  const delay = backOff(attempt, { firstMs: FIRST_DELAY_MS, random });
  if (result instanceof NoAnswer) return result.reason === TOO_LARGE ? null : delay;
  if (!isTransient(result.status)) return null;
  const asked = retryAfter(result.headers);
  return asked > MAX_RETRY_AFTER_MS ? null : Math.max(delay, asked);
}

/** The server has trouble of its own, which may be over in a moment. */
export function isTransient(status: number): boolean {
  return TRANSIENT.has(status);
}

/** In milliseconds; 0 where the server asks for nothing. A date is taken against the server's own clock. */
function retryAfter(headers: HttpResponse["headers"]): number {
  const value = headers["retry-after"] ?? "";
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.parse(headers.date ?? "")) / 1000;
  return seconds > 0 ? seconds * 1000 : 0;
}

function requestOf(call: HttpCall): HttpRequest {
  const body = bodyOf(call);
  return {
    method: call.method,
    url: call.url,
    headers: { ...body?.headers, ...call.headers },
    timeoutMs: call.timeoutMs ?? TIMEOUT_MS,
    maxBytes: call.maxBytes ?? MAX_BYTES,
    ...(body && { body: body.text }),
    ...(call.keepalive && { keepalive: true }),
    ...(call.signal && { signal: call.signal }),
  };
}

function bodyOf({ json, form }: HttpCall): { text: string; headers: Record<string, string> } | null {
  if (json !== undefined) return { text: JSON.stringify(json), headers: { "content-type": "application/json" } };
  if (form === undefined) return null;
  return { text: formEncode(form), headers: { "content-type": "application/x-www-form-urlencoded" } };
}

export function formEncode(form: Readonly<Record<string, string>>): string {
  return Object.entries(form)
    .map(([name, value]) => `${urlEncode(name)}=${urlEncode(value)}`)
    .join("&");
}

/** Percent-encoded; half a surrogate pair, which has no encoding, becomes U+FFFD. */
export function urlEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

export function throwIfInterrupted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new DailyleetError("interrupted", "Interrupted; nothing was changed.");
}

function noAnswer(server: string, { reason }: NoAnswer, maxBytes: number): DailyleetError {
  if (reason === TOO_LARGE) {
    const limit = `${maxBytes / 2 ** 20} MB`;
    return new DailyleetError(
      "unavailable",
      `The answer from ${server} is larger than ${limit}, the most that is read.`,
    );
  }
  const why = reason === "" ? "" : ` (${reason})`;
  return new DailyleetError("unavailable", `No answer from ${server}${why}; check your connection and try again.`);
}

/**
 * One HTTP exchange. The browser's adapter uses `fetch`, the terminal's `node:https`. It resolves to whatever
 * status came and **never follows redirects**; it rejects on a network failure, when `timeoutMs` have passed
 * before the body was complete, when the body is longer than `maxBytes` or shorter than
 * announced, and when `signal` fires. Too long has the code `TOO_LARGE`: asking again would not help.
 */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;

/** As an error's `code`. */
export const TOO_LARGE = "EMSGSIZE";

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For the whole exchange, from the connection to the last byte. */
  readonly timeoutMs: number;
  /** The most bytes of the body, decompressed. */
  readonly maxBytes: number;
  /** Sent to its end even if the page that sends it ends before. */
  readonly keepalive?: boolean;
  readonly signal?: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as UTF-8 text. */
  readonly body: string;
}

/** Resolves after `ms` milliseconds, or at once when `signal` fires. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>;
