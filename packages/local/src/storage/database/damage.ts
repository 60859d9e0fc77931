import { DatabaseSync } from "node:sqlite";
import { STEPS } from "./steps.ts";

/** Whether the file is not what the program wrote: its pages are not in order, or its tables are others. */
export function isDamaged(connection: DatabaseSync): boolean {
  try {
    return !hasSoundPages(connection) || tablesOf(connection) !== expectedTables(versionOf(connection));
  } catch {
    return true;
  }
}

function hasSoundPages(connection: DatabaseSync): boolean {
  return connection.prepare("PRAGMA integrity_check(1)").get()?.integrity_check === "ok";
}

function versionOf(connection: DatabaseSync): number {
  return Number(connection.prepare("PRAGMA user_version").get()?.user_version);
}

function tablesOf(connection: DatabaseSync): string {
  return JSON.stringify(connection.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name").all());
}

function expectedTables(version: number): string {
  const model = new DatabaseSync(":memory:");
  try {
    for (const step of STEPS.slice(0, version)) model.exec(step);
    return tablesOf(model);
  } finally {
    model.close();
  }
}
