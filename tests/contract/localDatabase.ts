import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Fields } from "@dailyleet/core";
import { openDatabase } from "@dailyleet/local";

export function openTestDatabase() {
  const directory = mkdtempSync(join(tmpdir(), "dailyleet-contract-"));
  const database = openDatabase(join(directory, "dailyleet.db"));
  return {
    database,
    directory,
    /** Straight into the table, as no rule would allow. */
    async plant(path: string, fields: Fields) {
      const micros = Date.now() * 1000;
      const sql = "INSERT OR REPLACE INTO documents (path, fields, created, updated) VALUES (?, ?, ?, ?)";
      database.run(sql, path, JSON.stringify(fields), micros, micros);
    },
    close() {
      database.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
