import type { Fields, StoredDocument } from "@dailyleet/core";
import type { Database } from "./database/connection.ts";
import { parseStored } from "./database/errors.ts";

/** The documents as the cloud last answered them, so that the terminal can show a year while it is offline. */
export interface DocumentCache {
  get(uid: string, path: string): StoredDocument | null;
  /** Writes nothing when this version is kept already. */
  put(uid: string, path: string, document: StoredDocument): void;
  /** Forgets all documents of the person. */
  clear(uid: string): void;
}

export function createDocumentCache(database: Database): DocumentCache {
  return {
    get(uid, path) {
      const row = database.get<{ fields: string; updateTime: string }>(
        "SELECT fields, update_time AS updateTime FROM known_documents WHERE uid = ? AND path = ?",
        uid,
        path,
      );
      return row ? { fields: parseStored<Fields>(database.file, row.fields), updateTime: row.updateTime } : null;
    },

    put(uid, path, { fields, updateTime }) {
      const kept = database.get<{ version: string }>(
        "SELECT update_time AS version FROM known_documents WHERE uid = ? AND path = ?",
        uid,
        path,
      );
      if (kept?.version === updateTime) return;
      database.run(
        "INSERT OR REPLACE INTO known_documents (uid, path, fields, update_time) VALUES (?, ?, ?, ?)",
        uid,
        path,
        JSON.stringify(fields),
        updateTime,
      );
    },

    clear(uid) {
      database.run("DELETE FROM known_documents WHERE uid = ?", uid);
    },
  };
}
