import {
  applyMask,
  conflictError,
  type DailyleetError,
  type DocumentStore,
  type DocumentWrite,
  type Fields,
  type ListedDocument,
  mayList,
  parseDataPath,
  refusedError,
  type StoredDocument,
  validationError,
} from "@dailyleet/core";
import type { Database } from "./database/connection.ts";
import { parseColumn } from "./database/errors.ts";
import { isRemoved } from "./profiles.ts";

/** The result of a commit. Statuses are Firestore's; with any but OK nothing was written. */
export type CommitResult =
  | { readonly status: "OK"; readonly versions: string[] }
  | { readonly status: "ALREADY_EXISTS" | "NOT_FOUND" | "FAILED_PRECONDITION"; readonly path: string }
  | { readonly status: "PERMISSION_DENIED"; readonly reason: string };

type Failure = Exclude<CommitResult, { status: "OK" }>;

export function belongsTo(path: string, uid: string): boolean {
  return parseDataPath(path)?.uid === uid;
}

interface Row {
  readonly path: string;
  /** JSON */
  readonly fields: string;
  /** Microseconds since the epoch, the precision of Firestore's update times. */
  readonly updated: number;
}

export function readDocument({ get, file }: Database, path: string): StoredDocument | null {
  const row = get<Row>("SELECT path, fields, updated FROM documents WHERE path = ?", path);
  return row ? documentOf(file, row) : null;
}

/** The documents of a collection in the order of their paths, `limit` of them after the first `offset`. */
export function listDocuments(
  { all, file }: Database,
  collection: string,
  limit: number,
  offset = 0,
): ListedDocument[] {
  const sql = "SELECT path, fields, updated FROM documents WHERE path > ? AND path < ? ORDER BY path LIMIT ? OFFSET ?";
  // '0' is the character after '/'.
  const rows = all<Row>(sql, `${collection}/`, `${collection}0`, limit, offset);
  return rows.map((row) => ({ path: row.path, ...documentOf(file, row) }));
}

function documentOf(file: string, { fields, updated }: Row): StoredDocument {
  return { fields: parseColumn(file, fields), updateTime: formatTimestamp(updated) };
}

/**
 * The update time grows with every write that changes the document, even if the clock goes back. As in Firestore, a
 * write that changes nothing keeps the update time.
 */
const STORE = `
  INSERT INTO documents (path, fields, updated) VALUES (?, ?, ?)
  ON CONFLICT (path) DO UPDATE SET fields = excluded.fields, updated = max(excluded.updated, documents.updated + 1)
  WHERE fields <> excluded.fields`;

/**
 * Makes all of a person's writes or none. Checks preconditions before the rules: an overtaken writer has to read again,
 * and must not be refused. The result has a version for each write.
 */
export function commitWrites(
  database: Database,
  uid: string,
  writes: readonly DocumentWrite[],
  nowMs: number,
): CommitResult {
  const stranger = writes.find((write) => !belongsTo(write.path, uid));
  if (stranger) return { status: "PERMISSION_DENIED", reason: "not a document of this person" };
  return database.transaction(() => {
    if (isRemoved(database, uid)) return { status: "PERMISSION_DENIED", reason: "this profile was removed" };
    const before = new Map(writes.map(({ path }) => [path, readDocument(database, path)]));
    const outcome = applyWrites(before, writes);
    if (!(outcome instanceof Map)) return outcome;
    const changes = [...outcome].map(([path, after]) => ({ path, before: before.get(path)?.fields ?? null, after }));
    const reason = validationError(uid, changes, (path) => readDocument(database, path)?.fields ?? null);
    if (reason !== null) return { status: "PERMISSION_DENIED", reason };
    for (const { path, after } of changes) {
      database.run(STORE, path, JSON.stringify(after), Math.floor(nowMs * 1000));
    }
    return { status: "OK", versions: writes.flatMap(({ path }) => readDocument(database, path)?.updateTime ?? []) };
  });
}

/** The documents after the writes, which are applied in order. */
function applyWrites(
  before: ReadonlyMap<string, StoredDocument | null>,
  writes: readonly DocumentWrite[],
): Map<string, Fields> | Failure {
  const after = new Map<string, Fields>();
  for (const { path, fields, mask, precondition } of writes) {
    const status = failure(precondition, before.get(path) ?? null, after.has(path));
    if (status !== null) return { status, path };
    const current = after.get(path) ?? before.get(path)?.fields ?? {};
    after.set(path, mask ? applyMask(current, fields, mask) : fields);
  }
  return after;
}

function failure(
  precondition: DocumentWrite["precondition"],
  found: StoredDocument | null,
  isWritten: boolean,
): Exclude<Failure["status"], "PERMISSION_DENIED"> | null {
  if (precondition === undefined) return null;
  if ("updateTime" in precondition) {
    return found?.updateTime === precondition.updateTime ? null : "FAILED_PRECONDITION";
  }
  const exists = found !== null || isWritten;
  if (exists === precondition.exists) return null;
  return exists ? "ALREADY_EXISTS" : "NOT_FOUND";
}

/**
 * A person's documents in the database, under the same rules as over HTTP. `now` is in milliseconds since the epoch.
 * Besides the port's errors: `storage` (disk full, not writable) and `busy`; then nothing was written.
 */
export function createDocumentStore(database: Database, uid: string, now: () => number = Date.now): DocumentStore {
  return {
    async get(path) {
      if (!belongsTo(path, uid)) throw refused("not a document of this person");
      return readDocument(database, path);
    },

    async commit(writes) {
      const result = commitWrites(database, uid, writes, now());
      if (result.status !== "OK") throw commitError(result);
      return result.versions;
    },

    async list(collection, limit, offset) {
      if (!mayList(uid, collection, limit)) throw refused("not a list of this person");
      return listDocuments(database, collection, limit, offset);
    },
  };
}

function commitError(result: Failure): DailyleetError {
  if (result.status === "PERMISSION_DENIED") return refused(result.reason);
  return conflictError(`The document ${result.path} changed since it was read; read it again and repeat.`);
}

function refused(reason: string): DailyleetError {
  return refusedError(`The database refused the change: ${reason}; nothing was written.`);
}

/**
 * The version of a document written at `moment`, in microseconds since the epoch: RFC 3339 with six digits of the
 * second, such as '2026-03-05T08:00:00.000001Z'.
 */
export function formatTimestamp(moment: number): string {
  const millis = new Date(Math.floor(moment / 1000)).toISOString().slice(0, -1);
  return `${millis}${String(moment % 1000).padStart(3, "0")}Z`;
}
