import { constants, copyFileSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { hasCode, isRecord, parseDataPath, parseJson } from "@dailyleet/core";
import { connect, type Database } from "./connection.ts";
import { guarded, notADatabase } from "./errors.ts";
import { createPrivateFile, discard, followLinks, setMode } from "./files.ts";
import { migrated } from "./open.ts";

/** Throws `not-a-database` if SQLite finds the file damaged, or if a table differs from the program's. */
export function requireWhole(database: Database): void {
  const found = database.all<{ integrity_check: string }>("PRAGMA integrity_check(3)");
  const damage = found.map((row) => row.integrity_check).filter((text) => text !== "ok");
  const faults = damage.length > 0 ? damage : database.alteredTables();
  if (faults.length > 0) throw notADatabase(database.file, `is damaged (${faults.join(", ")})`);
}

export interface Salvage {
  /** In memory: everything that can be read of the damaged database. */
  readonly database: Database;
  /** Puts `database` in the place of the damaged one; returns the new name of the damaged file. */
  replace(nowMs: number): string;
  close(): void;
}

/** The tables to save, with the key for reading their rows one by one. Other tables hold caches. */
const TABLES = { profiles: "number", documents: "rowid", outbox: "sequence", history: "number" } as const;

/** Reads a damaged database row by row and writes nothing to it. Throws `busy`, and `storage` for a file that can't be read. */
export function salvageDatabase(file: string): Salvage {
  const path = guarded(file, () => followLinks(file));
  const database = migrated(connect(":memory:", file));
  const source = statSync(path, { throwIfNoEntry: false })?.size ? orNull(() => connect(path, file, "damaged")) : null;
  const close = () => {
    source?.close();
    database.close();
  };
  try {
    if (source !== null) copyRows(source, database);
  } catch (error) {
    close();
    throw error;
  }
  return {
    database,
    close,
    replace(nowMs) {
      const aside = `${file}.damaged-${new Date(nowMs).toISOString().replaceAll(/[:.]/g, "-")}`;
      guarded(file, () => putInPlace(database, path, aside));
      return aside;
    },
  };
}

/** Null if the damage makes the read impossible. Throws `busy` while another program uses the file. */
function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (hasCode(error, "busy")) throw error;
    return null;
  }
}

type Row = Record<string, string | number | null>;

function copyRows(source: Database, database: Database): void {
  // Stops other programs from writing until the salvage is closed.
  orNull(() => source.execute("BEGIN IMMEDIATE"));
  const insert = (table: string, row: Row) => {
    const names = Object.keys(row);
    const columns = names.map((name) => `"${name}"`);
    const sql = `INSERT OR REPLACE INTO ${table} (${columns.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
    orNull(() => database.run(sql, ...Object.values(row)));
  };
  for (const row of orNull(() => source.all<Row>("SELECT key, value FROM meta")) ?? []) insert("meta", row);
  const profiles = readRows(source, "profiles");
  if (profiles.length > 0) database.run("DELETE FROM profiles");
  for (const row of profiles) insert("profiles", row);
  for (const row of readRows(source, "documents")) if (isDocument(row)) insert("documents", row);
  for (const table of ["outbox", "history"] as const) for (const row of readRows(source, table)) insert(table, row);
  nameLostProfiles(database);
}

function isDocument({ path, fields }: Row): boolean {
  return parseDataPath(String(path)) !== null && isRecord(parseJson(String(fields)));
}

/** Makes a profile for each uid whose profile can't be read; the first replaces the new database's profile. */
function nameLostProfiles(database: Database): void {
  const uids = database
    .all<{ path: string }>("SELECT path FROM documents")
    .flatMap(({ path }) => parseDataPath(path)?.uid ?? []);
  const isKnown = (uid: string) => database.get("SELECT 1 FROM profiles WHERE uid = ?", uid) !== undefined;
  for (const uid of new Set(uids)) {
    if (isKnown(uid)) continue;
    const isFirst = !uids.some(isKnown);
    if (isFirst) database.run("UPDATE profiles SET uid = ? WHERE number = 1", uid);
    else {
      const name = `Profile ${uid.slice(0, 6)}`;
      database.run(
        "INSERT OR IGNORE INTO profiles (uid, name, folded) VALUES (?, ?, ?)",
        uid,
        name,
        name.toLowerCase(),
      );
    }
  }
}

/** The most ids to try one by one. Each costs a tenth of a millisecond, even if the whole table is lost. */
const MAX_GAP = 2_000;

/** Every readable row: from both ends up to the damage, then one by one in between. */
function readRows(source: Database, table: keyof typeof TABLES): Row[] {
  const key = TABLES[table];
  const read = (condition: string, id: number) =>
    source.get<Row & { id: number }>(`SELECT ${key} AS id, * FROM ${table} WHERE ${key} ${condition} LIMIT 1`, id);
  const found = new Map<number, Row>();
  const keep = ({ id, ...row }: Row & { id: number }) => found.set(id, row);
  /** Returns the last id before the damage; null without damage. */
  const walk = (condition: string, start: number): number | null => {
    for (let at = start; ; ) {
      const row = orNull(() => read(condition, at) ?? "end");
      if (row === "end") return null;
      if (row === null) return at;
      keep(row);
      at = row.id;
    }
  };
  const first = walk(`> ? ORDER BY ${key}`, 0);
  if (first === null) return [...found.values()];
  const last = walk(`< ? ORDER BY ${key} DESC`, Number.MAX_SAFE_INTEGER) ?? first;
  for (let id = first + 1; id < Math.min(last, first + MAX_GAP); id++) {
    const row = orNull(() => read("= ?", id) ?? null);
    if (row !== null) keep(row);
  }
  return [...found.values()];
}

function putInPlace(database: Database, path: string, aside: string): void {
  const unfinished = `${path}.new`;
  const ends = ["", "-journal", "-wal", "-shm"];
  for (const end of ends) discard(unfinished + end);
  createPrivateFile(unfinished);
  database.run("VACUUM INTO ?", unfinished);
  const fresh = connect(unfinished, path);
  fresh.execute("PRAGMA journal_mode = WAL");
  fresh.close();
  for (const end of ends.slice(0, -1).filter((each) => existsSync(path + each))) {
    copyFileSync(path + end, aside + end, constants.COPYFILE_EXCL);
    setMode(aside + end, 0o600);
  }
  // Delete the damaged database's log: SQLite would replay it into the new database.
  for (const end of ends.slice(1)) rmSync(path + end, { force: true });
  renameSync(unfinished, path);
}
