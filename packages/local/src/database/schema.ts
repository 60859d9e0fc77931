import { DailyleetError } from "@dailyleet/core";
import type { Database } from "./connection.ts";
import { notADatabase } from "./errors.ts";

/** 'dlyl'; tells our files from other SQLite databases. */
const APPLICATION_ID = 0x64_6c_79_6c;

/** Step N brings a database from version N to N + 1. A step that has been published never changes. */
const STEPS = [
  `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE profiles (
    number INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE TABLE documents (
    path TEXT PRIMARY KEY,
    fields TEXT NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE outbox (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL,
    year INTEGER NOT NULL,
    day INTEGER NOT NULL,
    source INTEGER NOT NULL,
    done INTEGER NOT NULL,
    refused TEXT,
    unanswered TEXT,
    UNIQUE (uid, year, day, source)
  ) STRICT;
  CREATE TABLE known_documents (
    uid TEXT NOT NULL,
    path TEXT NOT NULL,
    fields TEXT NOT NULL,
    update_time TEXT NOT NULL,
    PRIMARY KEY (uid, path)
  ) STRICT;
  CREATE TABLE history (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL,
    changes TEXT NOT NULL
  ) STRICT;
  CREATE INDEX history_of_person ON history (uid, number);
  INSERT INTO profiles (uid, name, folded) VALUES (lower(hex(randomblob(14))), 'You', 'you');
  `,
];

/** Brings the database to the current version. Several processes may do so at once: one does, the others wait. */
export function migrate(database: Database): void {
  if (readVersion(database) === STEPS.length) return;
  database.execute("PRAGMA journal_mode = WAL");
  database.transaction(() => {
    for (const step of STEPS.slice(readVersion(database))) database.execute(step);
    database.execute(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${STEPS.length}`);
  });
}

/** How many steps were made: 0 for an empty file. Throws for what is not ours or newer than this program. */
function readVersion(database: Database): number {
  // One statement, and so one moment: another process may be making the database right now.
  const { application, version, tables } = database.get<{ application: number; version: number; tables: number }>(
    `SELECT application_id AS application, user_version AS version, (SELECT count(*) FROM sqlite_schema) AS tables
     FROM pragma_application_id, pragma_user_version`,
  ) ?? { application: 0, version: 0, tables: 0 };
  if (application === APPLICATION_ID && version > STEPS.length) throw newer(database.file, version);
  if (application === APPLICATION_ID && version > 0) return version;
  if (application === 0 && version === 0 && tables === 0) return 0;
  throw notADatabase(database.file, "is a database of another program");
}

function newer(file: string, version: number): DailyleetError {
  return new DailyleetError(
    "newer-database",
    `The database ${file} has version ${version}, but this dailyleet knows versions up to ${STEPS.length}; ` +
      "update dailyleet.",
  );
}
