import type { FieldPath } from "./fieldPath.ts";
import { type Fields, mapValue, readMap } from "./value.ts";

/**
 * What a masked write makes of a document: each path of the mask is taken from `update`, or deleted where
 * `update` does not have it; everything else stays. Source: the `updateMask` of
 * https://firebase.google.com/docs/firestore/reference/rest/v1/Write
 */
export function applyMask(before: Fields, update: Fields, mask: readonly FieldPath[]): Fields {
  return mask.reduce((fields, path) => copyPath(fields, update, path), before);
}

function copyPath(into: Fields, from: Fields | null, path: FieldPath): Fields {
  const [name, ...rest] = path;
  if (name === undefined) return into;
  const value = from && Object.hasOwn(from, name) ? from[name] : undefined;
  if (rest.length === 0) return value === undefined ? omit(into, name) : { ...into, [name]: value };
  const inner = Object.hasOwn(into, name) ? readMap(into[name]) : null;
  const source = readMap(value);
  // Deleting below a field that is not there must not create it.
  if (inner === null && !hasPath(source, rest)) return into;
  return { ...into, [name]: mapValue(copyPath(inner ?? {}, source, rest)) };
}

function hasPath(fields: Fields | null, [name, ...rest]: FieldPath): boolean {
  if (fields === null || name === undefined || !Object.hasOwn(fields, name)) return false;
  return rest.length === 0 || hasPath(readMap(fields[name]), rest);
}

function omit(fields: Fields, name: string): Fields {
  const { [name]: _, ...rest } = fields;
  return rest;
}
