import { DailyleetError } from "@dailyleet/core";
import { digestAllYears } from "../digests.ts";
import type { Database } from "./connection.ts";
import { notADatabase } from "./errors.ts";
import { APPLICATION_ID, STEPS } from "./steps.ts";

/** The database, brought to the current version, or closed when that fails. */
export function migrated(database: Database): Database {
  try {
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Several processes may do so at once: one does, the others wait. */
function migrate(database: Database): void {
  if (readVersion(database) === STEPS.length) return;
  database.transaction(() => {
    for (const step of STEPS.slice(readVersion(database))) database.execute(step);
    digestAllYears(database);
    database.execute(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${STEPS.length}`);
  });
  // After the tables, which a new file holds by then: what closing brings there from a log may fail unnoticed.
  database.execute("PRAGMA journal_mode = WAL");
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
