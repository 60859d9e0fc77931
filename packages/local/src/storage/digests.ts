import {
  type Digested,
  type DocumentChange,
  digestYear,
  type Fields,
  marksPath,
  openPath,
  parseDataPath,
  readYearDigest,
  type TicksByYear,
  unpackYear,
} from "@dailyleet/core";
import type { Database } from "./database/connection.ts";
import { parseStored } from "./database/errors.ts";

/*
 * Beside a document stands its digest: what is shown of it, ready to be shown. It is written with the document, in the
 * same transaction, and gone as soon as anything else writes that (the triggers in `database/steps.ts`): a digest that
 * is there belongs to the document. One that is not there costs time and nothing else: the document says it all.
 */

/** `digestMarks` of core, which is handed in because the scheduler is large, and loaded only where marks are written. */
export type DigestMarks = (fields: Fields, before: Digested | null) => string;

/** The digest of what a change makes of a document; null for none. To be asked before the change is written. */
export function digestOf(
  database: Database,
  { path: name, before, after }: DocumentChange,
  digestMarks: DigestMarks | null,
): string | null {
  const path = parseDataPath(name);
  if (path === null) return null;
  const digest = before && readDigest(database, name);
  const known = before && digest !== null ? { fields: before, digest } : null;
  return path.kind === "marks" ? (digestMarks?.(after, known) ?? null) : digestYear(path, after, known);
}

export function keepDigest(database: Database, path: string, digest: string): void {
  database.run("INSERT OR REPLACE INTO digests (path, digest) VALUES (?, ?)", path, digest);
}

function readDigest(database: Database, path: string): string | null {
  return database.get<{ digest: string }>("SELECT digest FROM digests WHERE path = ?", path)?.digest ?? null;
}

/** The digest of the person's marks; null where there is none. */
export function readDigestOfMarks(database: Database, uid: string): string | null {
  return readDigest(database, marksPath(uid));
}

export interface DigestedYears {
  /** The year of the open document. */
  readonly open: number;
  /** Those of the years asked for that anything is kept of. */
  readonly ticks: TicksByYear;
}

/** The open document comes last: should there be an archive of its year, it is the one that counts. */
const YEARS = `
  SELECT documents.path, digest FROM documents LEFT JOIN digests USING (path)
  WHERE documents.path = ? OR documents.path > ? || '/years/' AND documents.path < ? || '/years0'
  ORDER BY documents.path DESC`;

/** These years of the person; null where no year is open, or one of the documents has to be read itself. */
export function readDigestsOfYears(database: Database, uid: string, wanted: readonly number[]): DigestedYears | null {
  const path = openPath(uid);
  const rows = database.all<{ path: string; digest: string | null }>(YEARS, path, path, path);
  const years = rows.map(({ digest }) => readYearDigest(digest ?? ""));
  const open = rows.at(-1)?.path === path ? years.at(-1) : null;
  if (!open || !years.every((year) => year !== null)) return null;
  const found = years.filter(({ year }) => wanted.includes(year));
  return { open: open.year, ticks: Object.fromEntries(found.map(({ year, days }) => [year, unpackYear(days)])) };
}

/** Gives their digests to the years that a program has written which knew of none. */
export function digestAllYears(database: Database): void {
  // What is damaged is reported by whoever reads it.
  const rows = database.all<{ path: string; fields: string }>(
    "SELECT path, fields FROM documents WHERE path NOT LIKE '%/marks' AND json_valid(fields)",
  );
  for (const { path: name, fields } of rows) {
    const path = parseDataPath(name);
    const digest = path && digestYear(path, parseStored<Fields>(database.file, fields));
    if (digest) keepDigest(database, name, digest);
  }
}
