import { DailyleetError, isRecord, parseJson } from "@dailyleet/core";
import type { HttpResponse } from "./http.ts";

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
