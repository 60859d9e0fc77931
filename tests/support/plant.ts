import type { Fields } from "@dailyleet/core";
import type { Database } from "@dailyleet/local";

/** Writes a document past the rules, as another program may have written it. */
export function plant(database: Database, path: string, fields: Fields): void {
  const sql = "INSERT OR REPLACE INTO documents (path, fields, created, updated) VALUES (?, ?, 1, 1)";
  database.run(sql, path, JSON.stringify(fields));
}
