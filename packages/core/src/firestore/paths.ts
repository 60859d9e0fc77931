/**
 * Where a person's documents stand, relative to the database's root.
 * `dailyleet/v1/data/{uid}` is the open year, `dailyleet/v1/data/{uid}/years/{yyyy}` a closed one,
 * `dailyleet/v1/data/{uid}/practice/marks` holds the marks of all questions.
 */
export const openPath = (uid: string): string => `dailyleet/v1/data/${uid}`;
export const closedYearsPath = (uid: string): string => `${openPath(uid)}/years`;
export const closedPath = (uid: string, year: number): string => `${closedYearsPath(uid)}/${year}`;
export const marksPath = (uid: string): string => `${openPath(uid)}/practice/marks`;

type DataPath =
  | { readonly kind: "open" | "marks"; readonly uid: string }
  | { readonly kind: "closed"; readonly uid: string; readonly year: number };

/** Reads a document path; null when it is none of the three above. */
export function parseDataPath(path: string): DataPath | null {
  const match = /^dailyleet\/v1\/data\/([^/]{1,128})(?:\/years\/(\d{4})|(\/practice\/marks))?$/.exec(path);
  const [, uid, year, marks] = match ?? [];
  if (uid === undefined) return null;
  if (year !== undefined) return { kind: "closed", uid, year: Number(year) };
  return { kind: marks === undefined ? "open" : "marks", uid };
}

/** The project that the embedded server answers for. Google never gives a real project a name with `demo-`. */
export const LOCAL_PROJECT_ID = "demo-dailyleet";
