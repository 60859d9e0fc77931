import { DailyleetError, type ErrorCode, isRecord, parseJson } from "@dailyleet/core";
import type { HttpResponse } from "./http.ts";

export function isSuccess({ status }: HttpResponse): boolean {
  return status >= 200 && status < 300;
}

/** What Google's services say about a failure; null when the body says nothing of the kind. */
export interface Complaint {
  /** Such as PERMISSION_DENIED. */
  readonly status: string;
  /** Free text; Identity Toolkit begins it with a code of its own. */
  readonly message: string;
}

/** Reads `{"error": {"code", "status", "message"}}`, also as an array of one. */
export function complaintOf(response: HttpResponse): Complaint | null {
  const json = parseJson(response.body);
  const body: unknown = Array.isArray(json) ? json[0] : json;
  const error = isRecord(body) ? body.error : undefined;
  if (!isRecord(error)) return null;
  const { status, code, message } = error;
  const named =
    typeof status === "string" && Object.hasOwn(MEANINGS, status)
      ? status
      : STATUS_OF_CODE.get(code ?? response.status);
  return { status: named ?? "UNKNOWN", message: typeof message === "string" ? message : "" };
}

/** What each canonical status means for a write; source: https://cloud.google.com/apis/design/errors */
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
  UNAVAILABLE: "unavailable",
  RESOURCE_EXHAUSTED: "unavailable",
  DEADLINE_EXCEEDED: "unavailable",
  INTERNAL: "unavailable",
  CANCELLED: "unavailable",
  UNKNOWN: "unavailable",
};

const STATUS_OF_CODE = new Map<unknown, string>([
  [400, "INVALID_ARGUMENT"],
  [401, "UNAUTHENTICATED"],
  [403, "PERMISSION_DENIED"],
  [404, "NOT_FOUND"],
  [409, "ABORTED"],
  [429, "RESOURCE_EXHAUSTED"],
]);

const ADVICE: Partial<Record<ErrorCode, string>> = {
  refused: "check that you are signed in as the right person and that the program is up to date",
  conflict: "read it again and repeat",
  "signin-needed": "sign in again",
};

/**
 * The error that an answer means. The body's `status` decides. Where the body says nothing the answer may come
 * from a proxy or a hotel's login page, so nothing final is concluded from it: all but 401 may pass.
 */
export function answerError(response: HttpResponse, server: string): DailyleetError {
  const complaint = complaintOf(response);
  const code = complaint ? (MEANINGS[complaint.status] ?? "unavailable") : codeWithoutBody(response.status);
  const said = complaint ? `${response.status} ${complaint.status}` : `${response.status} and no reason`;
  return new DailyleetError(code, `The answer from ${server} was ${said}; ${ADVICE[code] ?? "try again later"}.`);
}

function codeWithoutBody(status: number): ErrorCode {
  return status === 401 ? "signin-needed" : "unavailable";
}

/** For a success whose body is not what the protocol says. */
export function unreadable(server: string): DailyleetError {
  return new DailyleetError(
    "unavailable",
    `The answer from ${server} could not be understood; if this network has a login page, open it in a browser, then try again.`,
  );
}
