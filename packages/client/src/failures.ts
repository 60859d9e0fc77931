import { DailyleetError, type ErrorCode, isRecord, own, parseJson } from "@dailyleet/core";
import type { HttpResponse } from "./http.ts";

/**
 * Reads the failures of Google's services. Separate from `answers.ts`: a page loads this chunk with its first failure.
 */

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
