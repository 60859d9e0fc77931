import { DailyleetError, type DocumentStore, mayList, type StoredDocument } from "@dailyleet/core";
import type { Database } from "./database/connection.ts";
import { belongsTo, type CommitResult, commitWrites, listDocuments, readDocument, versionOf } from "./documents.ts";

/**
 * A person's documents in the database itself, under the same rules as over HTTP. `now` is in milliseconds since
 * the epoch.
 * Besides the port's errors: `storage` (disk full, not writable) and `busy`; then nothing was written.
 */
export function createDocumentStore(database: Database, uid: string, now: () => number = Date.now): DocumentStore {
  return {
    async get(path): Promise<StoredDocument | null> {
      if (!belongsTo(path, uid)) throw refused("not a document of this person");
      const record = readDocument(database, path);
      return record && { fields: record.fields, updateTime: versionOf(record) };
    },

    async commit(writes) {
      const result = commitWrites(database, uid, writes, now());
      if (result.status !== "OK") throw explain(result);
      return result.documents.map(versionOf);
    },

    async list(collection, limit) {
      if (!mayList(uid, collection, limit)) throw refused("not a list of this person");
      const records = listDocuments(database, collection, limit);
      return records.map((record) => ({ path: record.path, fields: record.fields, updateTime: versionOf(record) }));
    },
  };
}

function explain(result: Exclude<CommitResult, { status: "OK" }>): DailyleetError {
  return result.status === "PERMISSION_DENIED"
    ? refused(result.reason)
    : new DailyleetError(
        "conflict",
        `The document ${result.path} changed since it was read; read it again and repeat.`,
      );
}

function refused(reason: string): DailyleetError {
  return new DailyleetError("refused", `The database refused the change: ${reason}; nothing was written.`);
}
