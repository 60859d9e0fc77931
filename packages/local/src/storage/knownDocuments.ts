import {
  closedYearsPath,
  type Fields,
  marksPath,
  openPath,
  type PersonData,
  parseDataPath,
  readMarks,
  readTicks,
  readYear,
  type StoredDocument,
  type Ticks,
} from "@dailyleet/core";
import type { Database } from "./database/connection.ts";
import { parseStored } from "./database/errors.ts";
import { listDocuments, readDocument } from "./documents.ts";

/** Documents as the cloud answered them last, so that the terminal can show a year while it is offline. */
export interface KnownDocuments {
  get(uid: string, path: string): StoredDocument | null;
  /** Writes nothing if this version is known. */
  put(uid: string, path: string, document: StoredDocument): void;
  /** Forgets all documents of the person. */
  clear(uid: string): void;
}

export function createKnownDocuments(database: Database): KnownDocuments {
  return {
    get(uid, path) {
      const sql = "SELECT fields, update_time AS updateTime FROM known_documents WHERE uid = ? AND path = ?";
      const row = database.get<{ fields: string; updateTime: string }>(sql, uid, path);
      return row ? { fields: parseStored<Fields>(database.file, row.fields), updateTime: row.updateTime } : null;
    },

    put(uid, path, { fields, updateTime }) {
      const known = "SELECT 1 FROM known_documents WHERE uid = ? AND path = ? AND update_time = ?";
      if (database.get(known, uid, path, updateTime)) return;
      const sql = "INSERT OR REPLACE INTO known_documents (uid, path, fields, update_time) VALUES (?, ?, ?, ?)";
      database.run(sql, uid, path, JSON.stringify(fields), updateTime);
    },

    clear(uid) {
      database.run("DELETE FROM known_documents WHERE uid = ?", uid);
    },
  };
}

/** SQLite's word for no limit: https://www.sqlite.org/lang_select.html#limitoffset */
const ALL = -1;

/** The closed years of all people, stored here or cached from the cloud; the newest first. */
export function listYears(database: Database): number[] {
  const rows = database.all<{ path: string }>("SELECT path FROM documents UNION SELECT path FROM known_documents");
  const years = rows.flatMap((row) => {
    const path = parseDataPath(row.path);
    return path?.kind === "closed" ? path.year : [];
  });
  return [...new Set(years)].sort((a, b) => b - a);
}

/** A person's ticks by document, stored here or cached from the cloud; `year` is null where the document has none. */
export function readAllTicks(database: Database, uid: string): { year: number | null; ticks: Ticks }[] {
  const open = readDocument(database, openPath(uid));
  const documents = [
    ...(open ? [open] : []),
    ...listDocuments(database, closedYearsPath(uid), ALL),
    ...knownDocuments(database, uid),
  ];
  return documents.flatMap(({ path: name, fields }) => {
    const found = parseDataPath(name);
    if (found === null || found.kind === "marks") return [];
    return { year: found.kind === "closed" ? found.year : readYear(fields), ticks: readTicks(fields) };
  });
}

/** All ticks and marks of a profile. `thisYear` is that of an open year without its number. */
export function readPersonData(database: Database, uid: string, thisYear: number): PersonData {
  const years = readAllTicks(database, uid).map(({ year, ticks }) => [year ?? thisYear, ticks] as const);
  return { ticks: Object.fromEntries(years), marks: readMarks(readDocument(database, marksPath(uid))?.fields) };
}

function knownDocuments(database: Database, uid: string): { path: string; fields: Fields }[] {
  const sql = "SELECT path, fields FROM known_documents WHERE uid = ?";
  const rows = database.all<{ path: string; fields: string }>(sql, uid);
  return rows.map(({ path, fields }) => ({ path, fields: parseStored<Fields>(database.file, fields) }));
}
