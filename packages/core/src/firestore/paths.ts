/** Paths of a person's documents, relative to the database's root: the open year, a closed one, the marks. */
export const openPath = (uid: string): string => `dailyleet/v1/data/${uid}`;
export const closedYearsPath = (uid: string): string => `${openPath(uid)}/years`;
export const closedPath = (uid: string, year: number): string => `${closedYearsPath(uid)}/${year}`;
export const marksPath = (uid: string): string => `${openPath(uid)}/practice/marks`;

type DataPath =
  | { readonly kind: "open" | "marks"; readonly uid: string }
  | { readonly kind: "closed"; readonly uid: string; readonly year: number };

/** Reads a document's path; null for any other. */
export function parseDataPath(path: string): DataPath | null {
  const match = /^dailyleet\/v1\/data\/([^/]{1,128})(?:\/years\/(\d{4})|(\/practice\/marks))?$/.exec(path);
  const [, uid, year, marks] = match ?? [];
  if (uid === undefined) return null;
  if (year !== undefined) return { kind: "closed", uid, year: Number(year) };
  return { kind: marks === undefined ? "open" : "marks", uid };
}

/** The project of the embedded server. Real projects have no names with `demo-`. */
export const LOCAL_PROJECT_ID = "demo-dailyleet";
