/**
 * Where a person's documents stand, relative to the database's root.
 * `dailyleet/v1/data/{uid}` is the open year, `dailyleet/v1/data/{uid}/years/{yyyy}` a closed one,
 * `dailyleet/v1/data/{uid}/practice/marks` holds the marks of all questions.
 */
export const openPath = (uid: string): string => `dailyleet/v1/data/${uid}`;
export const closedPath = (uid: string, year: number): string => `${openPath(uid)}/years/${year}`;
export const marksPath = (uid: string): string => `${openPath(uid)}/practice/marks`;

export interface TickPath {
  readonly uid: string;
  /** The closed year, or null for the open document. */
  readonly closedYear: number | null;
}

/** Reads a document path; null when it is none of the two above. */
export function parseTickPath(path: string): TickPath | null {
  const match = /^dailyleet\/v1\/data\/([^/]{1,128})(?:\/years\/(\d{4}))?$/.exec(path);
  if (!match?.[1]) return null;
  return { uid: match[1], closedYear: match[2] === undefined ? null : Number(match[2]) };
}

/** The project that the embedded server answers for. Google never gives a real project a name with `demo-`. */
export const LOCAL_PROJECT_ID = "demo-dailyleet";
