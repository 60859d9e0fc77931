import { own } from "../basics.ts";
import { type Fields, mapValue, readMap, type Value } from "./values.ts";

/** Names of nested fields, outermost first: `["64", "3"]` is source 3 of day 64. */
export type FieldPath = readonly string[];

const SIMPLE_SEGMENT = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
const SEGMENT = /`((?:[^`\\]|\\.)*)`|([_a-zA-Z][_a-zA-Z0-9]*)/sy;

/**
 * Formats a path for a mask. A segment that is no plain identifier, such as a day number, is put in back-ticks, with \
 * and ` escaped. Source: firebase-js-sdk, `packages/firestore/src/model/path.ts`.
 */
export function formatFieldPath(path: FieldPath): string {
  return path
    .map((segment) => (SIMPLE_SEGMENT.test(segment) ? segment : `\`${segment.replace(/[\\`]/g, "\\$&")}\``))
    .join(".");
}

/** Reads `formatFieldPath`'s text; null for malformed text. */
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

/**
 * A document after a masked write. Each path of the mask is replaced by its value in `update`, or deleted if `update`
 * lacks it; other fields stay. Source: `updateMask` of
 * https://firebase.google.com/docs/firestore/reference/rest/v1/Write
 */
export function applyMask(before: Fields, update: Fields, mask: readonly FieldPath[]): Fields {
  // Group the paths by their first name, to copy each map once.
  const after = new Map(Object.entries(before));
  for (const [name, paths] of Map.groupBy(mask, ([name = ""]) => name)) {
    const below = paths.map(([, ...rest]) => rest);
    const value = maskedValue(own(before, name), own(update, name), below);
    if (value === undefined) after.delete(name);
    else after.set(name, value);
  }
  return Object.fromEntries(after);
}

/** Undefined for a deleted value. */
function maskedValue(
  before: Value | undefined,
  update: Value | undefined,
  paths: readonly FieldPath[],
): Value | undefined {
  if (paths.some(({ length }) => length === 0)) return update;
  const [inner, source] = [readMap(before), readMap(update)];
  // Deleting below an absent field must not create it.
  if (inner === null && !paths.some((path) => hasPath(source, path))) return before;
  return mapValue(applyMask(inner ?? {}, source ?? {}, paths));
}

function hasPath(fields: Fields | null, [name, ...rest]: FieldPath): boolean {
  if (fields === null || name === undefined || !Object.hasOwn(fields, name)) return false;
  return rest.length === 0 || hasPath(readMap(fields[name]), rest);
}
