import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Fields } from "@dailyleet/core";
import { openDatabase } from "@dailyleet/local";
import { plantDocument } from "../local/support/database.ts";

export function openTestDatabase() {
  const directory = mkdtempSync(join(tmpdir(), "dailyleet-contract-"));
  const database = openDatabase(join(directory, "dailyleet.db"));
  return {
    database,
    directory,
    plant: async (path: string, fields: Fields) => plantDocument(database, path, fields),
    close() {
      database.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
