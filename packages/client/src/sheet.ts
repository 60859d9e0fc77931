import { sheetError, unavailableError } from "@dailyleet/core";
import { complaintOf } from "./failures.ts";
import { type Http, isSuccess, isTransient } from "./http.ts";

const SERVER = "the question sheet";
const MAX_BYTES = 5 << 20;
const PRIVATE = "share it with everyone who has the link";

/**
 * Downloads a sheet of at most 5 MiB; core parses it. Rejects with `bad-sheet` if the address has no public sheet, and
 * with `unavailable` if no answer came. Separate from `http.ts`, which the page's first view loads.
 */
export async function downloadSheet({ http, url }: { readonly http: Http; readonly url: string }): Promise<string> {
  const response = await http({ method: "GET", url, server: SERVER, retry: true, maxBytes: MAX_BYTES });
  if (isSuccess(response)) return response.body;
  const { status } = response;
  if (isTransient(status)) {
    throw unavailableError(`The answer from ${SERVER} was ${status}; try again later.`);
  }
  if (status === 404 || status === 410) {
    throw sheetError(`There is no question sheet at its address (${status}); correct 'sheet'.`);
  }
  // A private sheet refuses, or sends the visitor to a sign-in page.
  if (status < 400 || status === 401 || status === 403) {
    throw sheetError(`The question sheet is not public (${status}); ${PRIVATE}.`);
  }
  // Take a message only from this computer's server: it names the place of the fault in a person's file.
  const fault = url.startsWith("/") ? complaintOf(response)?.message : undefined;
  throw sheetError(fault || `The question sheet's address answered ${status}; correct 'sheet'.`);
}
