import { DailyleetError, type DocumentStore, type Fields } from "@dailyleet/core";
import { createDocumentStore, type Database } from "@dailyleet/local";

/** One commit that was made. */
export interface CommitRecord {
  readonly uid: string;
  readonly moment: number;
  readonly paths: readonly string[];
}

export type CountingServer = ReturnType<typeof createCountingServer>;

/** The embedded backend, which counts what it is asked for. */
export function createCountingServer(database: Database, now: () => number) {
  const sizes = new WeakMap<Fields, number>();
  const sizeOf = (fields: Fields) => {
    const size = sizes.get(fields) ?? JSON.stringify(fields).length;
    sizes.set(fields, size);
    return size;
  };
  const server = {
    /** Of the documents read, as compact JSON. */
    bytesRead: 0,
    conflicts: 0,
    commits: [] as CommitRecord[],
    /** The server as this person reaches it; no device of the simulation looks back over years. */
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
    /** Puts a document there without counting. */
    seed(path: string, fields: Fields) {
      const sql = "INSERT INTO documents (path, fields, updated) VALUES (?, ?, ?)";
      database.run(sql, path, JSON.stringify(fields), now() * 1000);
    },
    /** All documents by their paths. */
    all(): ReadonlyMap<string, Fields> {
      const rows = database.all<{ path: string; fields: string }>("SELECT path, fields FROM documents");
      return new Map(rows.map(({ path, fields }) => [path, JSON.parse(fields)]));
    },
  };
  return server;
}
