import { counted, countMarks, type Marks, marksPath, readMarks } from "@dailyleet/core";
import { type Database, listProfiles, parseStored } from "@dailyleet/local";
import { type Finding, hint, ok } from "./finding.ts";

/** Firestore's limit of a document: https://firebase.google.com/docs/firestore/quotas */
const MAX_BYTES = 1_048_576;
const NEAR = 0.8;

/**
 * How many questions each profile of this computer has marked. Nothing is said of those with none. Throws
 * `not-a-database` where they are damaged.
 */
export function checkLocalMarks(database: Database): Finding[] {
  return listProfiles(database).flatMap(({ uid, name }) => {
    const sql = "SELECT fields FROM documents WHERE path = ?";
    return describeMarks(database, name, database.get<Row>(sql, marksPath(uid)));
  });
}

/** The same of the person in the cloud, as far as this computer knows. */
export function checkCloudMarks(database: Database, uid: string): Finding[] {
  const sql = "SELECT fields FROM known_documents WHERE uid = ? AND path = ?";
  return describeMarks(database, "as last read", database.get<Row>(sql, uid, marksPath(uid)));
}

interface Row {
  /** As JSON. */
  readonly fields: string;
}

function describeMarks(database: Database, name: string, row: Row | undefined): Finding[] {
  const marks = readMarks(row && parseStored(database.file, row.fields));
  const questions = Object.values(marks).filter((dates) => Object.values(dates).some((mark) => mark > 0));
  if (questions.length === 0) return [];
  const found = `${name}: ${counted(questions.length, "question")} marked, ${counted(countMarks(marks), "mark")}`;
  const share = bytesOf(marks) / MAX_BYTES;
  if (share < NEAR) return [ok("practice", found)];
  // Nothing makes the document smaller: a mark that is taken back stays as a 0.
  const advice = "keep a copy (dailyleet export FILE), and look for a newer dailyleet before it is full";
  return [hint("practice", `${found}: ${Math.round(share * 100)} % of what the cloud takes`, advice)];
}

/**
 * By https://firebase.google.com/docs/firestore/storage-size: a name takes its bytes and one more, a mark 8, a map 32.
 * The name of the document and the frame around the marks, under 200 bytes, are left out.
 */
function bytesOf(marks: Marks): number {
  const nameBytes = (name: string) => Buffer.byteLength(name) + 1;
  return Object.entries(marks).reduce((sum, [question, dates]) => {
    return Object.keys(dates).reduce((rest, date) => rest + nameBytes(date) + 8, sum + nameBytes(question) + 32);
  }, 0);
}
