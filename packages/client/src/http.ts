import {
  backOff,
  codeOf,
  type DailyleetError,
  interruptedError,
  isDailyleetError,
  unavailableError,
} from "@dailyleet/core";

export interface HttpCall extends Partial<Omit<HttpRequest, "method" | "url" | "body">> {
  readonly method: "GET" | "POST";
  readonly url: string;
  /** The name of the other side in messages: 'the database'. */
  readonly server: string;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  /** Whether the request is idempotent, so that it may be sent again. */
  readonly retry?: boolean;
}

/**
 * Resolves to the last answer, whatever its status. Rejects with `unavailable` if no complete answer came, and with
 * `interrupted` when the call's signal fires. No error holds an address, a header or a body.
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

/** A call with `retry` gets up to three attempts, by default of ten seconds each. */
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
      else if (typeof result === "string") throw noAnswer(call.server, result, request.maxBytes);
      else return result;
    }
  };
}

/** Why an exchange failed: the system's code, such as ECONNREFUSED, or "". */
type Reason = string;

async function tryOnce(transport: Transport, request: HttpRequest): Promise<HttpResponse | Reason> {
  try {
    return await transport(request);
  } catch (error) {
    if (isDailyleetError(error)) throw error;
    const code = codeOf(error);
    return /^[A-Z_\d]{1,40}$/.test(code) ? code : "";
  }
}

/** Milliseconds until the next attempt; null for a final result. */
function retryDelay(result: HttpResponse | Reason, attempt: number, random: () => number): number | null {
  const delay = backOff(attempt, { firstMs: FIRST_DELAY_MS, random });
  if (typeof result === "string") return result === TOO_LARGE ? null : delay;
  const asked = retryAfter(result.headers);
  return isTransient(result.status) && asked <= MAX_RETRY_AFTER_MS ? Math.max(delay, asked) : null;
}

/** Whether the server has a problem that may pass. */
export function isTransient(status: number): boolean {
  return TRANSIENT.has(status);
}

/**
 * The wait that `Retry-After` asks for, in milliseconds; 0 without it. Measures a date from the server's own `Date`.
 */
export function retryAfter(headers: HttpResponse["headers"]): number {
  const value = headers["retry-after"] ?? "";
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.parse(headers.date ?? "")) / 1000;
  return seconds > 0 ? seconds * 1000 : 0;
}

function requestOf({ server, retry, json, form, headers = {}, ...request }: HttpCall): HttpRequest {
  const common = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, ...request };
  if (json === undefined && form === undefined) return { ...common, headers };
  const [type, body] = form
    ? ["application/x-www-form-urlencoded", formEncode(form)]
    : ["application/json", JSON.stringify(json)];
  return { ...common, headers: { "content-type": type, ...headers }, body };
}

export function formEncode(form: Readonly<Record<string, string>>): string {
  return Object.entries(form)
    .map(([name, value]) => `${urlEncode(name)}=${urlEncode(value)}`)
    .join("&");
}

/** Percent-encodes a text. Half a surrogate pair has no encoding and becomes U+FFFD. */
export function urlEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

export function throwIfInterrupted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw interruptedError("Interrupted; nothing was changed.");
}

function noAnswer(server: string, reason: Reason, maxBytes: number): DailyleetError {
  const sentence =
    reason === TOO_LARGE
      ? `The answer from ${server} is larger than ${maxBytes / 2 ** 20} MB, the most that is read.`
      : `No answer from ${server}${reason && ` (${reason})`}; check your connection and try again.`;
  return unavailableError(sentence);
}

/**
 * One HTTP exchange. The browser's adapter uses `fetch`, the terminal's `node:https`. Resolves to any status and **never
 * follows redirects**. Rejects on a network failure, after `timeoutMs` without the whole body, for a body longer than
 * `maxBytes` (with the code `TOO_LARGE`) or shorter than announced, and when `signal` fires. A `DailyleetError` means that
 * another attempt can't help.
 */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;

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
  /** Finishes the request even if the page closes earlier. */
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

export function isSuccess({ status }: HttpResponse): boolean {
  return status >= 200 && status < 300;
}
