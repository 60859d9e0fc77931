import {
  DailyleetError,
  type DocumentStore,
  type DocumentWrite,
  formatFieldPath,
  type GetIdToken,
  hasCode,
} from "@dailyleet/core";
import { answerError, isSuccess } from "../http/answer.ts";
import type { Http, HttpCall } from "../http/http.ts";
import type { HttpResponse } from "../http/transport.ts";
import { readFound, readUpdateTimes, DATABASE_SERVER as SERVER } from "./firestoreAnswers.ts";

export const FIRESTORE_ORIGIN = "https://firestore.googleapis.com";

export interface FirestoreOptions {
  readonly http: Http;
  /** Origin of the service; an emulator's or the embedded server's is `http://127.0.0.1:PORT`. */
  readonly base?: string;
  readonly projectId: string;
  readonly idToken: GetIdToken;
}

/** A document has at most 1 MiB; as indented JSON it takes several times as much. */
const MAX_BYTES = 8 << 20;

/** Where the documents are: by their names, and by the address of the service. */
export function rootOf({ base = FIRESTORE_ORIGIN, projectId }: FirestoreOptions) {
  const database = `projects/${projectId}/databases/(default)/documents`;
  return { root: `${base}/v1/${database}`, nameOf: (path: string) => `${database}/${path}` };
}

/** As `createFirestore`, without lists: for callers that load them on demand. */
export function createLeanFirestore(options: FirestoreOptions): Omit<DocumentStore, "list"> {
  const { root, nameOf } = rootOf(options);

  // Not the plain GET of a document: its 404 for one that is not there yet is an error on a browser's console.
  const get: DocumentStore["get"] = async (path) => {
    const json = { documents: [nameOf(path)] };
    const response = await authorized(options, { method: "POST", url: `${root}:batchGet`, json, retry: true });
    if (isSuccess(response)) return readFound(response, nameOf(path));
    throw answerError(response, SERVER);
  };

  return {
    get,
    async commit(writes) {
      const json = { writes: writes.map((write) => formatWrite(write, nameOf(write.path))) };
      // A precondition turns a repeated write into a conflict, so repeating after a lost answer is safe.
      const retry = writes.every((write) => write.precondition !== undefined);
      const response = await authorized(options, { method: "POST", url: `${root}:commit`, json, retry });
      if (isSuccess(response)) return readUpdateTimes(response, writes.length);
      const error = answerError(response, SERVER);
      throw hasCode(error, "refused") && (await isOvertaken(get, writes)) ? overtaken() : error;
    },
  };
}

type DatabaseCall = Omit<HttpCall, "server" | "headers">;

/** Sends the call with the person's ID token, and once more with a fresh one when the token is refused. */
export async function authorized({ http, idToken }: FirestoreOptions, call: DatabaseCall): Promise<HttpResponse> {
  const send = (token: string) =>
    http({ maxBytes: MAX_BYTES, ...call, server: SERVER, headers: { authorization: `Bearer ${token}` } });
  const response = await send(await idToken());
  const isRefused = !isSuccess(response) && hasCode(answerError(response, SERVER), "signin-needed");
  return isRefused ? send(await idToken(true)) : response;
}

function formatWrite({ fields, mask, precondition }: DocumentWrite, name: string): object {
  return {
    update: { name, fields },
    ...(mask && { updateMask: { fieldPaths: mask.map(formatFieldPath) } }),
    ...(precondition && { currentDocument: precondition }),
  };
}

/**
 * Firestore asks the rules before it looks at the preconditions, so a write that was overtaken may be refused for
 * what it would do to the newer document. Only when every precondition holds is the refusal about the write itself.
 */
async function isOvertaken(get: DocumentStore["get"], writes: readonly DocumentWrite[]): Promise<boolean> {
  for (const { path, precondition } of writes) {
    if (precondition === undefined) continue;
    const found = await get(path);
    const holds =
      "exists" in precondition
        ? precondition.exists === (found !== null)
        : precondition.updateTime === found?.updateTime;
    if (!holds) return true;
  }
  return false;
}

function overtaken(): DailyleetError {
  return new DailyleetError("conflict", "The document changed since it was read; read it again and repeat.");
}
