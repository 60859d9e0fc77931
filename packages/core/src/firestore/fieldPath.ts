/** Names of nested fields from the outside in: `["64", "3"]` is source 3 of day 64. */
export type FieldPath = readonly string[];

const SIMPLE_SEGMENT = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
const SEGMENT = /`((?:[^`\\]|\\.)*)`|([_a-zA-Z][_a-zA-Z0-9]*)/sy;

/**
 * Quotes a path for a mask: a segment that is no plain identifier stands in back-ticks, with \ and `
 * escaped; day and source numbers always do. Rule: firebase-js-sdk `packages/firestore/src/model/path.ts`.
 */
export function formatFieldPath(path: FieldPath): string {
  return path
    .map((segment) => (SIMPLE_SEGMENT.test(segment) ? segment : `\`${segment.replace(/[\\`]/g, "\\$&")}\``))
    .join(".");
}

/** Reads a quoted path; null when it is malformed. */
export function parseFieldPath(text: string): FieldPath | null {
  const path: string[] = [];
  let at = 0;
  do {
    SEGMENT.lastIndex = at;
    const match = SEGMENT.exec(text);
    if (!match) return null;
    path.push(match[2] ?? (match[1] ?? "").replace(/\\(.)/gs, "$1"));
    at = SEGMENT.lastIndex + 1;
  } while (text[at - 1] === ".");
  return at === text.length + 1 ? path : null;
}
