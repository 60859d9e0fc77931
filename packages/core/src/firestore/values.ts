import { isRecord, own } from "../basics.ts";

/**
 * A value of Firestore's REST API: https://firebase.google.com/docs/firestore/reference/rest/v1/Value
 * The program keeps values of kinds that are not named here as they are.
 */
export type Value =
  | { readonly booleanValue: boolean }
  /** A 64-bit integer as decimal text. */
  | { readonly integerValue: string }
  /** An empty map has no `fields`. */
  | { readonly mapValue: { readonly fields?: Fields } }
  | { readonly [kind: string]: unknown };

export interface Fields {
  readonly [name: string]: Value;
}

export const booleanValue = (value: boolean): Value => ({ booleanValue: value });
export const integerValue = (value: number): Value => ({ integerValue: String(value) });
export const mapValue = (fields: Fields): Value =>
  Object.keys(fields).length === 0 ? { mapValue: {} } : { mapValue: { fields } };

export function readBoolean(value: unknown): boolean | null {
  const read = (value as Partial<Record<string, unknown>> | null | undefined)?.booleanValue;
  return typeof read === "boolean" ? read : null;
}

/** Null for anything but a safe integer. */
export function readInteger(value: unknown): number | null {
  const text = isRecord(value) ? value.integerValue : undefined;
  const isDecimal = typeof text === "number" || (typeof text === "string" && /^-?\d+$/.test(text));
  const number = Number(text);
  return isDecimal && Number.isSafeInteger(number) ? number : null;
}

/** Null for anything but a map. */
export function readMap(value: unknown): Fields | null {
  const map = isRecord(value) ? value.mapValue : undefined;
  if (!isRecord(map)) return null;
  const fields = map.fields ?? {};
  return isRecord(fields) ? (fields as Fields) : null;
}

/** Null for anything but a text. */
export function readString(value: unknown): string | null {
  const text = isRecord(value) ? value.stringValue : undefined;
  return typeof text === "string" ? text : null;
}

/** Null for anything but a list. */
export function readList(value: Value | undefined): readonly Value[] | null {
  const array = value !== undefined && "arrayValue" in value && isRecord(value.arrayValue) ? value.arrayValue : null;
  const list = array && (array.values ?? []);
  return Array.isArray(list) ? (list as Value[]) : null;
}

/**
 * The names of added, removed and changed fields, as `diff().affectedKeys()` in Firestore's rules returns them: NaN
 * equals itself, 1 equals 1.0, and an empty map equals a map whose `fields` are empty.
 */
export function affectedKeys(before: Fields, after: Fields): Set<string> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  for (const name of names) if (sameValue(own(before, name), own(after, name))) names.delete(name);
  return names;
}

function sameValue(a: Value | undefined, b: Value | undefined): boolean {
  // An unchanged day keeps its identity from commit to commit.
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  const done = readBoolean(a);
  if (done !== null) return done === readBoolean(b);
  const [mapA, mapB] = [readMap(a), readMap(b)];
  if (mapA || mapB) return mapA !== null && mapB !== null && affectedKeys(mapA, mapB).size === 0;
  const [listA, listB] = [readList(a), readList(b)];
  if (listA && listB) return listA.length === listB.length && listA.every((item, at) => sameValue(item, listB[at]));
  return sameNumber(a, b) || JSON.stringify(a) === JSON.stringify(b);
}

/** Compares integers as text: a 64-bit integer may be too long for a number. */
function sameNumber(a: Value, b: Value): boolean {
  if ("integerValue" in a && "integerValue" in b) return String(a.integerValue) === String(b.integerValue);
  const number = numberOf(a);
  return number !== null && Object.is(number, numberOf(b));
}

/** The number of an integer or a double; null for anything else. */
export function numberOf(value: Value | undefined): number | null {
  if (value === undefined || !("integerValue" in value || "doubleValue" in value)) return null;
  return Number("integerValue" in value ? value.integerValue : value.doubleValue);
}
