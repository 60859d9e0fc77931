import { type DailyleetError, isRecord, parseJson, unavailableError } from "@dailyleet/core";
import type { HttpResponse } from "./http.ts";

/** The JSON object in a successful answer. Throws `unavailable` for any other body. */
export function readRecord(response: HttpResponse, server: string): Record<string, unknown> {
  const json = parseJson(response.body);
  if (isRecord(json)) return json;
  throw unreadable(server);
}

/** The error for a successful answer whose body breaks the protocol. */
export function unreadable(server: string): DailyleetError {
  return unavailableError(
    `The answer from ${server} could not be understood; if this network has a login page, open it in a browser, then try again.`,
  );
}
