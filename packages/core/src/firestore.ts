import { isRecord, own } from "./basics.ts";
import { utf8Length } from "./text.ts";

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

/** The project of the embedded server. No real project has a name with `demo-`. */
export const LOCAL_PROJECT_ID = "demo-dailyleet";

/**
 * A value in the form of Firestore's REST interface: https://firebase.google.com/docs/firestore/reference/rest/v1/Value
 * Only the kinds that this program reads are named; it leaves all other kinds untouched.
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

/** Null for anything but a list. */
export function listOf(value: Value | undefined): readonly Value[] | null {
  const array = value !== undefined && "arrayValue" in value && isRecord(value.arrayValue) ? value.arrayValue : null;
  const list = array && (array.values ?? []);
  return Array.isArray(list) ? (list as Value[]) : null;
}

/**
 * The names that were added, removed or changed, as `diff().affectedKeys()` of Firestore's rules: NaN equals itself, 1
 * equals 1.0, and an empty map equals a map whose `fields` are empty.
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
  const [listA, listB] = [listOf(a), listOf(b)];
  if (listA && listB) return listA.length === listB.length && listA.every((item, at) => sameValue(item, listB[at]));
  return sameNumber(a, b) || JSON.stringify(a) === JSON.stringify(b);
}

/** Integers are compared as text: they may be too long for a number. */
function sameNumber(a: Value, b: Value): boolean {
  if ("integerValue" in a && "integerValue" in b) return String(a.integerValue) === String(b.integerValue);
  const number = numberOf(a);
  return number !== null && Object.is(number, numberOf(b));
}

/** An integer or a double; null for anything else. */
export function numberOf(value: Value | undefined): number | null {
  if (value === undefined || !("integerValue" in value || "doubleValue" in value)) return null;
  return Number("integerValue" in value ? value.integerValue : value.doubleValue);
}

/** https://firebase.google.com/docs/firestore/quotas */
export const MAX_DOCUMENT_BYTES = 1 << 20;

/** The size of a document in bytes: https://firebase.google.com/docs/firestore/storage-size */
export function storedSize(path: string, fields: Fields): number {
  const names = path.split("/").reduce((sum, name) => sum + textSize(name), 16);
  return names + fieldsSize(fields) + 32;
}

function fieldsSize(fields: Fields): number {
  return Object.entries(fields).reduce((sum, [name, value]) => sum + textSize(name) + valueSize(value), 0);
}

/** Exact for the kinds that this program writes; any other kind counts as a number. */
function valueSize(value: Value): number {
  const map = readMap(value);
  if (map) return fieldsSize(map) + 32;
  if ("stringValue" in value) return textSize(String(value.stringValue));
  const list = listOf(value);
  if (list) return list.reduce((sum, item) => sum + valueSize(item), 0);
  return "booleanValue" in value ? 1 : 8;
}

const textSize = (text: string) => utf8Length(text) + 1;

/**
 * The version of a document is its update time: RFC 3339 in UTC, with up to nine digits of a second, which `Date` would
 * cut to three. "" stands for no document, and is the earliest.
 * Source: https://protobuf.dev/reference/protobuf/google.protobuf/#timestamp
 */
export function isLaterVersion(a: string, b: string): boolean {
  return comparable(a) > comparable(b);
}

export function laterVersion(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return isLaterVersion(a, b) ? a : b;
}

function comparable(version: string): string {
  const [seconds, fraction = ""] = version.replace("Z", "").split(".");
  return `${seconds}.${fraction.padEnd(9, "0")}`;
}

/**
 * A document after a masked write: each path of the mask is taken from `update`, or deleted where `update` lacks it;
 * everything else stays. Source: `updateMask` of https://firebase.google.com/docs/firestore/reference/rest/v1/Write
 */
export function applyMask(before: Fields, update: Fields, mask: readonly FieldPath[]): Fields {
  // Each map is copied once, however many paths lead into it.
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

/** Names of nested fields, outermost first: `["64", "3"]` is source 3 of day 64. */
export type FieldPath = readonly string[];

const SIMPLE_SEGMENT = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
const SEGMENT = /`((?:[^`\\]|\\.)*)`|([_a-zA-Z][_a-zA-Z0-9]*)/sy;

/**
 * Quotes a path for a mask: a segment that is no plain identifier, such as a day number, stands in back-ticks, with \ and `
 * escaped. Source: firebase-js-sdk, `packages/firestore/src/model/path.ts`.
 */
export function formatFieldPath(path: FieldPath): string {
  return path
    .map((segment) => (SIMPLE_SEGMENT.test(segment) ? segment : `\`${segment.replace(/[\\`]/g, "\\$&")}\``))
    .join(".");
}

/** Reads `formatFieldPath`; null for malformed text. */
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
