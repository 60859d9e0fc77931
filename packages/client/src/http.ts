import {
  backOff,
  codeOf,
  DailyleetError,
  type ErrorCode,
  isDailyleetError,
  isRecord,
  own,
  parseJson,
} from "@dailyleet/core";

export interface HttpCall extends Partial<Omit<HttpRequest, "method" | "url" | "body">> {
  readonly method: "GET" | "POST";
  readonly url: string;
  /** The name of the other side in messages: 'the database'. */
  readonly server: string;
  /** The body, as JSON or as a form. */
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  /** Whether the request may be repeated: making it twice has the effect of making it once. */
  readonly retry?: boolean;
}

/**
 * Resolves to the last answer, whatever its status. Rejects with `unavailable` without a whole answer, and with
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

/** Makes at most three attempts of ten seconds if the call may be repeated. */
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

/** For a failed exchange the system's code, such as ECONNREFUSED, or "". */
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

/** In milliseconds; 0 without the header. Measures a date by the server's own clock. */
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
  if (signal?.aborted) throw new DailyleetError("interrupted", "Interrupted; nothing was changed.");
}

function noAnswer(server: string, reason: Reason, maxBytes: number): DailyleetError {
  const sentence =
    reason === TOO_LARGE
      ? `The answer from ${server} is larger than ${maxBytes / 2 ** 20} MB, the most that is read.`
      : `No answer from ${server}${reason && ` (${reason})`}; check your connection and try again.`;
  return new DailyleetError("unavailable", sentence);
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
  /** Finishes the request even if the page ends before. */
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

/**
 * Reads Google's form of a failure: `{"error": {"code", "status", "message", "details"}}`, alone or in an array. A status is
 * PERMISSION_DENIED, for example. A reason, such as SERVICE_DISABLED, comes from an ErrorInfo in the details. A message is
 * free text; Identity Toolkit's begins with a code. A missing part is "". Null for a body in another form.
 * Sources: https://cloud.google.com/apis/design/errors, https://google.aip.dev/193
 */
export function complaintOf(response: HttpResponse) {
  const json = parseJson(response.body);
  const body: unknown = Array.isArray(json) ? json[0] : json;
  const error = isRecord(body) ? body.error : undefined;
  if (!isRecord(error)) return null;
  const { status, message, details } = error;
  const info: unknown = Array.isArray(details)
    ? details.find((detail) => isRecord(detail) && "reason" in detail)
    : null;
  return {
    status: codeName(status),
    reason: codeName(isRecord(info) && info.reason),
    message: typeof message === "string" ? message : "",
  };
}

function codeName(value: unknown): string {
  return typeof value === "string" && /^[A-Z_]{1,40}$/.test(value) ? value : "";
}

interface Cause {
  /** Matches 'STATUS REASON message'. */
  readonly pattern: RegExp;
  readonly cause: string;
  /** Continues 'whoever runs the site has to'. */
  readonly remedy: string;
}

/**
 * Failures that only the site's owner can repair, in the words of Google's services. The first match counts. Some services
 * send no reason, so some patterns match the beginning of the message.
 */
const OWNERS_CAUSES: readonly Cause[] = [
  {
    pattern: / BILLING_DISABLED |requires billing to be enabled|billing (account )?[^.]{0,80}(disabled|closed)/i,
    cause: "billing of the project is off",
    remedy: "link an open billing account to it",
  },
  {
    pattern: / SERVICE_DISABLED |API has not been used in project/,
    cause: "this API of the project is off",
    remedy: "enable it in the Google Cloud console",
  },
  {
    pattern:
      / CONSUMER_(INVALID|SUSPENDED) |^PERMISSION_DENIED .*(on resource project|Consumer .{1,100} has been suspended)/i,
    cause: "there is no such project, or it is suspended",
    remedy: "correct 'projectId' in the configuration",
  },
  {
    pattern: /^NOT_FOUND .*(database .{1,200} does not exist|does not contain an active)/i,
    cause: "the project has no database",
    remedy: "create its Firestore database '(default)' in the Firebase console",
  },
  {
    pattern: /^FAILED_PRECONDITION .*Datastore Mode/i,
    cause: "the project's database is in Datastore mode",
    remedy: "make one in Native mode, which Firestore needs",
  },
  {
    pattern: /^FAILED_PRECONDITION .*requires an? .{0,40}index/i,
    cause: "an index is missing",
    remedy: "deploy the indexes of this version (deployment guide, step 5)",
  },
  {
    pattern: /^RESOURCE_EXHAUSTED /,
    cause: "a quota of the project is used up",
    remedy: "raise it, unless you wait: daily quotas begin anew at midnight in California",
  },
];

/** Google's own pages, such as the one that switches an API on. */
const CONSOLE = /https:\/\/console\.(?:cloud|developers|firebase)\.google\.com\/[\w./?=&%-]{1,150}/;

/** The canonical statuses that do not pass by themselves, for a write: https://cloud.google.com/apis/design/errors */
const MEANINGS: Readonly<Record<string, ErrorCode>> = {
  INVALID_ARGUMENT: "refused",
  OUT_OF_RANGE: "refused",
  PERMISSION_DENIED: "refused",
  NOT_FOUND: "refused",
  UNIMPLEMENTED: "refused",
  DATA_LOSS: "refused",
  ALREADY_EXISTS: "conflict",
  FAILED_PRECONDITION: "conflict",
  ABORTED: "conflict",
  UNAUTHENTICATED: "signin-needed",
};

const RULES =
  "if you are signed in as the right person, whoever runs the site has to deploy the rules of this version (deployment guide, step 5)";

const ADVICE: Partial<Record<ErrorCode, string>> = {
  refused: "check that you are signed in as the right person and that the program is up to date",
  conflict: "read it again and repeat",
  "signin-needed": "sign in again",
};

/**
 * The error for an answer, by the status, reason and message in its body. An answer without a status may come from a proxy
 * or a login page, so it is `unavailable` unless it is a 401. The error's message takes only codes and an address of
 * Google's console from the body.
 */
export function answerError(response: HttpResponse, server: string): DailyleetError {
  const { status = "", reason = "", message = "" } = complaintOf(response) ?? {};
  const said = `The answer from ${server} was ${response.status} ${status || "and no reason"}`;
  const found = OWNERS_CAUSES.find(({ pattern }) =>
    pattern.test(`${status} ${reason} ${message.slice(0, 1_000).replaceAll("\n", " ")}`),
  );
  if (found) {
    const [page] = CONSOLE.exec(message) ?? [];
    const remedy = `whoever runs the site has to ${found.remedy}${page ? ` (${page})` : ""}`;
    return new DailyleetError("site-fault", `${said}: ${found.cause}; ${remedy}.`);
  }
  const code = own(MEANINGS, status) ?? (response.status === 401 ? "signin-needed" : "unavailable");
  const advice = status === "PERMISSION_DENIED" ? RULES : (ADVICE[code] ?? "try again later");
  return new DailyleetError(code, `${said}; ${advice}.`);
}

/** The JSON object of a success. Throws `unavailable` for any other body. */
export function readRecord(response: HttpResponse, server: string): Record<string, unknown> {
  const json = parseJson(response.body);
  if (isRecord(json)) return json;
  throw unreadable(server);
}

/** The error for a success with a body that breaks the protocol. */
export function unreadable(server: string): DailyleetError {
  return new DailyleetError(
    "unavailable",
    `The answer from ${server} could not be understood; if this network has a login page, open it in a browser, then try again.`,
  );
}
