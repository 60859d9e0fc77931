import { DailyleetError, type DocumentStore, type Fields } from "@dailyleet/core";
import { createDocumentStore, type Database } from "@dailyleet/local";

export interface CommitRecord {
  readonly uid: string;
  readonly moment: number;
  readonly paths: readonly string[];
}

export type CountingServer = ReturnType<typeof createCountingServer>;

/** The embedded backend, with counts of its work. */
export function createCountingServer(database: Database, now: () => number) {
  const sizes = new WeakMap<Fields, number>();
  const sizeOf = (fields: Fields) => {
    const size = sizes.get(fields) ?? JSON.stringify(fields).length;
    sizes.set(fields, size);
    return size;
  };
  const server = {
    /** As compact JSON. */
    bytesRead: 0,
    conflicts: 0,
    commits: [] as CommitRecord[],
    /** The person's documents. Without `list`: no device of the simulation looks back over years. */
    documents(uid: string): Omit<DocumentStore, "list"> {
      const documents = createDocumentStore(database, uid, now);
      return {
        async get(path) {
          const found = await documents.get(path);
          server.bytesRead += found ? sizeOf(found.fields) : 0;
          return found;
        },
        async commit(writes) {
          const times = await documents.commit(writes).catch((error) => {
            if (error instanceof DailyleetError && error.code === "conflict") server.conflicts++;
            throw error;
          });
          server.commits.push({ uid, moment: now(), paths: writes.map(({ path }) => path) });
          return times;
        },
      };
    },
    /** Writes a document without counting it. */
    seed(path: string, fields: Fields) {
      const sql = "INSERT INTO documents (path, fields, updated) VALUES (?, ?, ?)";
      database.run(sql, path, JSON.stringify(fields), now() * 1000);
    },
    /** All documents, by path. */
    all(): ReadonlyMap<string, Fields> {
      const rows = database.all<{ path: string; fields: string }>("SELECT path, fields FROM documents");
      return new Map(rows.map(({ path, fields }) => [path, JSON.parse(fields)]));
    },
  };
  return server;
}
