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
