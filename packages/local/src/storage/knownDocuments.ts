import {
  applyChanges,
  type Fields,
  marksIn,
  type NamedTable,
  namedPath,
  openPath,
  type PersonData,
  type PersonSettings,
  parseDataPath,
  type SettingChange,
  type StoredDocument,
  settingsIn,
  type Ticks,
  ticksIn,
  yearIn,
} from "@dailyleet/core";
import type { Database } from "./database/connection.ts";
import { parseColumn } from "./database/errors.ts";
import { readDocument } from "./documents.ts";

/** The cloud's last answer for the document, which the terminal shows while it is offline. */
export function readKnown({ get, file }: Database, uid: string, path: string): StoredDocument | null {
  const sql = "SELECT fields, update_time AS updateTime FROM known_documents WHERE uid = ? AND path = ?";
  const row = get<{ fields: string; updateTime: string }>(sql, uid, path);
  return row ? { fields: parseColumn<Fields>(file, row.fields), updateTime: row.updateTime } : null;
}

/** Stores the cloud's answer; writes nothing if this version is stored already. */
export function keepKnown(database: Database, uid: string, path: string, document: StoredDocument): void {
  const { fields, updateTime } = document;
  const known = "SELECT 1 FROM known_documents WHERE uid = ? AND path = ? AND update_time = ?";
  if (database.get(known, uid, path, updateTime)) return;
  const sql = "INSERT OR REPLACE INTO known_documents (uid, path, fields, update_time) VALUES (?, ?, ?, ?)";
  database.run(sql, uid, path, JSON.stringify(fields), updateTime);
}

/** Forgets the cloud's answers about the person. */
export function forgetKnown(database: Database, uid: string): void {
  database.run("DELETE FROM known_documents WHERE uid = ?", uid);
}

/** '0' is the character after '/'. */
const DOCUMENTS_OF_PERSON = `
  SELECT path, fields FROM documents WHERE path = ? OR (path > ? || '/' AND path < ? || '0')
  UNION ALL SELECT path, fields FROM known_documents WHERE uid = ? ORDER BY path`;

/** A person's ticks by document, stored here or cached from the cloud; `year` is null where the document has none. */
export function readAllTicks({ all, file }: Database, uid: string): { year: number | null; ticks: Ticks }[] {
  const open = openPath(uid);
  const rows = all<{ path: string; fields: string }>(DOCUMENTS_OF_PERSON, open, open, open, uid);
  return rows.flatMap((row) => {
    const found = parseDataPath(row.path);
    if (found?.kind !== "open" && found?.kind !== "closed") return [];
    const fields = parseColumn<Fields>(file, row.fields);
    return { year: found.kind === "closed" ? found.year : yearIn(fields), ticks: ticksIn(fields) };
  });
}

/** All ticks, marks and settings of a profile. `thisYear` is the year of an open document without a year. */
export function readPersonData(database: Database, uid: string, thisYear: number): PersonData {
  const years = readAllTicks(database, uid).map(({ year, ticks }) => [year ?? thisYear, ticks] as const);
  const fieldsOf = (table: NamedTable) => readDocument(database, namedPath(uid, table))?.fields;
  return {
    ticks: Object.fromEntries(years),
    marks: marksIn(fieldsOf("marks")),
    settings: settingsIn(fieldsOf("settings")),
  };
}

/** A person's settings as this computer knows them: stored here or cached from the cloud, with the unsent changes applied. */
export function readSettings(database: Database, uid: string): PersonSettings {
  const path = namedPath(uid, "settings");
  const { fields } = readDocument(database, path) ?? readKnown(database, uid, path) ?? {};
  const sql = `SELECT "row", "column", state FROM outbox WHERE uid = ? AND "table" = 'settings'`;
  const unsent = database.all<Omit<SettingChange, "table">>(sql, uid);
  return applyChanges(
    settingsIn(fields),
    unsent.map((change) => ({ ...change, table: "settings" })),
  );
}
