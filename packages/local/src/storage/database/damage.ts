import { DatabaseSync } from "node:sqlite";
import { STEPS } from "./steps.ts";

interface Entry {
  readonly name: string;
}

/** Whether the file is not what the program wrote: its pages are not in order, or its tables are others. */
export function isDamaged(connection: DatabaseSync): boolean {
  try {
    return !hasSoundPages(connection) || alteredTables(connection).length > 0;
  } catch {
    return true;
  }
}

/** The names of tables, indexes, triggers and views that are missing, or are not as the program makes them. */
export function alteredTables(connection: DatabaseSync): string[] {
  const [found, expected] = [entriesOf(connection), expectedEntries(versionOf(connection))];
  const differing = [...without(found, expected), ...without(expected, found)];
  return [...new Set(differing.map(({ name }) => name))];
}

function hasSoundPages(connection: DatabaseSync): boolean {
  return connection.prepare("PRAGMA integrity_check(1)").get()?.integrity_check === "ok";
}

function versionOf(connection: DatabaseSync): number {
  return Number(connection.prepare("PRAGMA user_version").get()?.user_version);
}

/** Without the statistics that `ANALYZE` makes: they change only how fast an answer is. */
const ENTRIES = `
  SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT GLOB 'sqlite_stat[0-9]' ORDER BY name`;

function entriesOf(connection: DatabaseSync): Entry[] {
  return connection.prepare(ENTRIES).all() as unknown as Entry[];
}

function without(entries: readonly Entry[], others: readonly Entry[]): Entry[] {
  const known = new Set(others.map((entry) => JSON.stringify(entry)));
  return entries.filter((entry) => !known.has(JSON.stringify(entry)));
}

function expectedEntries(version: number): Entry[] {
  const model = new DatabaseSync(":memory:");
  try {
    for (const step of STEPS.slice(0, version)) model.exec(step);
    return entriesOf(model);
  } finally {
    model.close();
  }
}
