import { DailyleetError } from "@dailyleet/core";
import type { Database } from "./connection.ts";
import { notADatabase, parseStored } from "./errors.ts";
import { APPLICATION_ID, STEPS } from "./steps.ts";

/** Migrates the database to the current version, or closes it when that fails. */
export function migrated(database: Database): Database {
  try {
    if (readVersion(database) === STEPS.length) return database;
    // Of several processes one migrates, the others wait.
    database.transaction(() => {
      for (const step of STEPS.slice(readVersion(database))) database.execute(step);
      database.execute(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${STEPS.length}`);
    });
    // After the tables, so that a new file holds them: an error in moving them there from a log could go unnoticed.
    database.execute("PRAGMA journal_mode = WAL");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

interface Header {
  readonly application: number;
  readonly version: number;
  readonly tables: number;
  /** A JSON list of the statements that made whatever is neither a plain table nor an index. */
  readonly others: string;
}

/** One statement, so that it reads one state: another process may be making the database. */
const HEADER = `
  SELECT application_id AS application, user_version AS version,
    (SELECT count(*) FROM sqlite_schema) AS tables,
    (SELECT json_group_array(sql) FROM sqlite_schema
     WHERE sql NOT GLOB 'CREATE TABLE *' AND sql NOT GLOB 'CREATE INDEX *') AS others
  FROM pragma_application_id, pragma_user_version`;

/**
 * The schema version; 0 for an empty file. Throws for a database of another program, of a newer version, or with a trigger
 * or view of somebody else, which could redirect what is written and read.
 */
function readVersion(database: Database): number {
  const header = database.get<Header>(HEADER) ?? { application: 0, version: 0, tables: 0, others: "[]" };
  const { application, version, tables, others } = header;
  if (application === APPLICATION_ID && version > STEPS.length) throw newer(database.file, version);
  if (application === APPLICATION_ID && version > 0) {
    if (parseStored<string[]>(database.file, others).every(isOurs)) return version;
    throw notADatabase(database.file, "is altered: a trigger or a view in it is not of this program");
  }
  if (application === 0 && version === 0 && tables === 0) return 0;
  throw notADatabase(database.file, "is a database of another program");
}

/** SQLite stores the statement as the step has it. */
function isOurs(statement: string): boolean {
  return STEPS.some((step) => step.includes(statement));
}

function newer(file: string, version: number): DailyleetError {
  return new DailyleetError(
    "newer-database",
    `The database ${file} has version ${version}, but this dailyleet knows versions up to ${STEPS.length}; ` +
      "update dailyleet.",
  );
}
