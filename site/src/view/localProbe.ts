import { isRecord, parseJson } from "@dailyleet/core";
import { http } from "../session/http.ts";
import { $notice } from "./status.ts";

/** Asks whether the local database has changed (a terminal sends no events), or the server has started or stopped. */
export function createLocalProbe(): () => Promise<boolean> {
  let last: string | null = null;
  return async () => {
    const before = last;
    last = await http({ method: "GET", url: "/changes", server: "the local server" }).then(
      ({ body }) => {
        const found = parseJson(body);
        $notice.set(isRecord(found) && typeof found.notice === "string" ? found.notice : "");
        return body;
      },
      () => null,
    );
    return last !== before;
  };
}
