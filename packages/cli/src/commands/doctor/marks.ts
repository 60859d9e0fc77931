import {
  counted,
  countMarks,
  type Fields,
  MAX_DOCUMENT_BYTES,
  marksPath,
  readMarks,
  storedSize,
} from "@dailyleet/core";
import { type Database, listProfiles, parseStored } from "@dailyleet/local";
import { type Finding, hint, ok } from "./finding.ts";

/** The share of what Firestore takes of a document from which on there is something to say. */
const NEAR = 0.8;

/**
 * How many questions each profile of this computer has marked. Nothing is said of those with none. Throws
 * `not-a-database` where they are damaged.
 */
export function checkLocalMarks(database: Database): Finding[] {
  return listProfiles(database).flatMap(({ uid, name }) => {
    const sql = "SELECT fields FROM documents WHERE path = ?";
    return describeMarks(database, name, uid, database.get<Row>(sql, marksPath(uid)));
  });
}

/** The same of the person in the cloud, as far as this computer knows. */
export function checkCloudMarks(database: Database, uid: string): Finding[] {
  const sql = "SELECT fields FROM known_documents WHERE uid = ? AND path = ?";
  return describeMarks(database, "as last read", uid, database.get<Row>(sql, uid, marksPath(uid)));
}

interface Row {
  /** As JSON. */
  readonly fields: string;
}

function describeMarks(database: Database, name: string, uid: string, row: Row | undefined): Finding[] {
  const fields: Fields = row ? parseStored(database.file, row.fields) : {};
  const marks = readMarks(fields);
  const questions = Object.values(marks).filter((dates) => Object.values(dates).some((mark) => mark > 0));
  if (questions.length === 0) return [];
  const found = `${name}: ${counted(questions.length, "question")} marked, ${counted(countMarks(marks), "mark")}`;
  const share = storedSize(marksPath(uid), fields) / MAX_DOCUMENT_BYTES;
  if (share < NEAR) return [ok("practice", found)];
  // Nothing makes the document smaller: a mark that is taken back stays as a 0.
  const advice = "keep a copy (dailyleet export FILE), and look for a newer dailyleet before it is full";
  return [hint("practice", `${found}: ${Math.round(share * 100)} % of what the cloud takes`, advice)];
}
