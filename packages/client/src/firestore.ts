import {
  conflictError,
  type DocumentStore,
  type DocumentWrite,
  type Fields,
  formatFieldPath,
  type GetIdToken,
  hasCode,
  isRecord,
  type ListedDocument,
  parseJson,
  type StoredDocument,
} from "@dailyleet/core";
import { unreadable } from "./answers.ts";
import { type Http, type HttpCall, type HttpResponse, isSuccess } from "./http.ts";

export const FIRESTORE_ORIGIN = "https://firestore.googleapis.com";

interface FirestoreOptions {
  readonly http: Http;
  /** Origin of the service; `http://127.0.0.1:PORT` for an emulator or the embedded server. */
  readonly base?: string;
  readonly projectId: string;
  readonly idToken: GetIdToken;
}

/** A document has at most 1 MiB; as indented JSON it takes several times as much. */
const MAX_BYTES = 8 << 20;

/** Twice the size of `MAX_LISTED` full years. */
const MAX_LIST_BYTES = 16 << 20;

/**
 * Documents in Firestore over its REST interface.
 * Source: https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents
 */
export function createFirestore(options: FirestoreOptions): DocumentStore {
  const { base = FIRESTORE_ORIGIN, projectId } = options;
  const database = `projects/${projectId}/databases/(default)/documents`;
  const root = `${base}/v1/${database}`;
  const nameOf = (path: string) => `${database}/${path}`;

  // Use batchGet: a plain GET answers 404 for a missing document, and the browser's console shows an error.
  const get: DocumentStore["get"] = async (path) => {
    const json = { documents: [nameOf(path)] };
    const response = await authorized(options, { method: "POST", url: `${root}:batchGet`, json, retry: true });
    return readFound(response, nameOf(path));
  };

  return {
    get,
    async commit(writes) {
      const json = { writes: writes.map((write) => formatWrite(write, nameOf(write.path))) };
      // A precondition turns a repeated write into a conflict, so a retry after a lost answer is safe.
      const retry = writes.every((write) => write.precondition !== undefined);
      const call = { method: "POST", url: `${root}:commit`, json, retry, keepalive: true } as const;
      const response = await authorized(options, call).catch(async (error) => {
        if (!hasCode(error, "refused") || !(await isOvertaken(get, writes))) throw error;
        throw conflictError("The document changed since it was read; read it again and repeat.");
      });
      return readUpdateTimes(response, writes.length);
    },
    // Use a query: the rules' `request.query` is documented for queries only.
    async list(collection, limit, offset) {
      const [, parent, collectionId] = /^(.*)\/(.*)$/.exec(collection) ?? [];
      const response = await authorized(options, {
        method: "POST",
        url: `${root}/${parent}:runQuery`,
        json: { structuredQuery: { from: [{ collectionId }], limit, ...(offset && { offset }) } },
        retry: true,
        maxBytes: MAX_LIST_BYTES,
      });
      return readListed(response, nameOf(""), collection);
    },
  };
}

type DatabaseCall = Omit<HttpCall, "server" | "headers">;

/**
 * Calls with the person's ID token; after a refusal, once more with a fresh token. Rejects unless the call succeeds.
 */
async function authorized(options: FirestoreOptions, call: DatabaseCall, fresh = false): Promise<HttpResponse> {
  const headers = { authorization: `Bearer ${await options.idToken(fresh)}` };
  const response = await options.http({ maxBytes: MAX_BYTES, ...call, server: DATABASE_SERVER, headers });
  if (isSuccess(response)) return response;
  const error = await import("./failures.ts").then(
    ({ answerError }) => answerError(response, DATABASE_SERVER),
    () => unreadable(DATABASE_SERVER),
  );
  if (fresh || !hasCode(error, "signin-needed")) throw error;
  return authorized(options, call, true);
}

function formatWrite({ fields, mask, precondition }: DocumentWrite, name: string): object {
  return {
    update: { name, fields },
    ...(mask && { updateMask: { fieldPaths: mask.map(formatFieldPath) } }),
    ...(precondition && { currentDocument: precondition }),
  };
}

/**
 * Whether a precondition fails. Firestore checks the rules before the preconditions, so it may refuse an overtaken
 * write because of its effect on the newer document. The refusal counts only if every precondition holds.
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

const DATABASE_SERVER = "the database";

/** The document of a successful `:batchGet`; null if it is missing. Throws `unavailable` for any other answer. */
function readFound(response: HttpResponse, name: string): StoredDocument | null {
  const json = parseJson(response.body);
  const [answer, ...others]: unknown[] = Array.isArray(json) ? json : [];
  if (!isRecord(answer) || others.length > 0) throw unreadable(DATABASE_SERVER);
  if (answer.found === undefined && answer.missing === name) return null;
  if (answer.missing !== undefined) throw unreadable(DATABASE_SERVER);
  return readDocument(answer.found, name);
}

function readDocument(found: unknown, name: string): StoredDocument {
  if (!isRecord(found) || found.name !== name || !isTimestamp(found.updateTime)) throw unreadable(DATABASE_SERVER);
  // An empty document has no `fields`.
  const fields = found.fields ?? {};
  if (!isRecord(fields)) throw unreadable(DATABASE_SERVER);
  return { fields: fields as Fields, updateTime: found.updateTime };
}

/** The documents of a successful `:runQuery` of a collection below `root`. Throws `unavailable` for any other answer. */
function readListed(response: HttpResponse, root: string, collection: string): ListedDocument[] {
  const json = parseJson(response.body);
  // Without documents there is one answer, which has only the time of reading.
  if (!Array.isArray(json) || json.length === 0) throw unreadable(DATABASE_SERVER);
  return json.flatMap((answer: unknown) => {
    if (!isRecord(answer) || !isTimestamp(answer.readTime)) throw unreadable(DATABASE_SERVER);
    const { document } = answer;
    if (document === undefined) return [];
    const name = isRecord(document) ? String(document.name) : "";
    if (!name.startsWith(`${root}${collection}/`)) throw unreadable(DATABASE_SERVER);
    return [{ path: name.slice(root.length), ...readDocument(document, name) }];
  });
}

/** The update times of a successful commit, one for each write. Throws `unavailable` for any other answer. */
function readUpdateTimes(response: HttpResponse, count: number): string[] {
  const json = parseJson(response.body);
  const results: unknown[] = isRecord(json) && Array.isArray(json.writeResults) ? json.writeResults : [];
  const times = results.map((result) => (isRecord(result) ? result.updateTime : undefined)).filter(isTimestamp);
  if (times.length !== count || results.length !== count) throw unreadable(DATABASE_SERVER);
  return times;
}

/** RFC 3339 in UTC, as Firestore writes it: up to nine digits of a second. */
function isTimestamp(value: unknown): value is string {
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(value);
}
