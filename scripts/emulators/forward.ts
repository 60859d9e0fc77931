import { DailyleetError } from "@dailyleet/core";
import type { Handler } from "@dailyleet/local/server";

/** Hands requests on to the Firestore emulator at `host`, so that the page finds it at its own origin. */
export function forwardTo(host: string): Handler {
  return async ({ method, path, query, headers, body }) => {
    const { authorization = "", "content-type": type = "application/json" } = headers;
    const request = { method, headers: { authorization, "content-type": type }, body: body === "" ? null : body };
    const response = await fetch(`http://${host}${encodeURI(path)}?${query}`, request).catch((cause) => {
      throw new DailyleetError("unavailable", `The Firestore emulator at ${host} gives no answer.`, { cause });
    });
    return { status: response.status, headers: { "Content-Type": "application/json" }, body: await response.text() };
  };
}
