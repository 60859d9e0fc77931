/** Paths of a person's documents, relative to the database's root. */
export const openPath = (uid: string): string => `dailyleet/v1/data/${uid}`;
export const closedYearsPath = (uid: string): string => `${openPath(uid)}/years`;
export const closedPath = (uid: string, year: number): string => `${closedYearsPath(uid)}/${year}`;
export const namedPath = (uid: string, table: NamedTable): string => openPath(uid) + NAMED_PATHS[table];

/** A table that is not a year. Its document holds the table in a field of the same name. */
export type NamedTable = "marks" | "settings";

const NAMED_PATHS = { marks: "/practice/marks", settings: "/settings/own" } as const;

export type DataPath =
  | { readonly kind: "open" | NamedTable; readonly uid: string }
  | { readonly kind: "closed"; readonly uid: string; readonly year: number };

/** Reads the path of a person's document; null for any other path. */
export function parseDataPath(path: string): DataPath | null {
  const match = /^dailyleet\/v1\/data\/([^/]{1,128})(?:\/years\/(\d{4})|(\/practice\/marks)|(\/settings\/own))?$/.exec(
    path,
  );
  const [, uid, year, marks, settings] = match ?? [];
  if (uid === undefined) return null;
  if (year !== undefined) return { kind: "closed", uid, year: Number(year) };
  if (marks !== undefined) return { kind: "marks", uid };
  return { kind: settings === undefined ? "open" : "settings", uid };
}

/** The project of the embedded server. Ids with `demo-` are reserved for emulators: no real project has one. */
export const LOCAL_PROJECT_ID = "demo-dailyleet";
