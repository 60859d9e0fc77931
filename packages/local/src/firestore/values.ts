import { type Fields, isRecord, mapValue, type Value } from "@dailyleet/core";
import { refuse } from "../http/messages.ts";

/** Firestore's limits: https://firebase.google.com/docs/firestore/quotas */
const MAX_DEPTH = 20;
const MAX_NAME_BYTES = 1500;

/** Reads the `fields` of an untrusted document: every value of a known kind, in the one form that is kept. */
export function readFields(fields: unknown, depth = 1): Fields {
  if (fields === undefined) return {};
  if (!isRecord(fields)) return invalid("The fields of a document or map must be an object.");
  if (depth > MAX_DEPTH) return invalid(`Maps and arrays may be nested ${MAX_DEPTH} deep.`);
  const entries = Object.entries(fields).map(([name, value]) => [readName(name), readValue(value, depth)] as const);
  return Object.fromEntries(entries);
}

function readName(name: string): string {
  if (name === "") return invalid("A field name is empty.");
  if (/^__.*__$/s.test(name)) return invalid(`The field name ${name.slice(0, 80)} is reserved.`);
  return Buffer.byteLength(name) > MAX_NAME_BYTES ? invalid("A field name is longer than 1500 bytes.") : name;
}

type Reader = (value: unknown, depth: number) => Value | null;

const text =
  (kind: string): Reader =>
  (value) =>
    typeof value === "string" ? { [kind]: value } : null;

const READERS: Readonly<Record<string, Reader>> = {
  nullValue: (value) => (value === null || value === "NULL_VALUE" ? { nullValue: null } : null),
  booleanValue: (value) => (typeof value === "boolean" ? { booleanValue: value } : null),
  integerValue: (value) => (isInt64(value) ? { integerValue: String(BigInt(value)) } : null),
  doubleValue: (value) => (isDouble(value) ? { doubleValue: value } : null),
  timestampValue: text("timestampValue"),
  stringValue: text("stringValue"),
  bytesValue: text("bytesValue"),
  referenceValue: text("referenceValue"),
  geoPointValue: (value) => (isGeoPoint(value) ? { geoPointValue: value } : null),
  arrayValue: (value, depth) => (isRecord(value) ? { arrayValue: readArray(value, depth + 1) } : null),
  mapValue: (value, depth) => (isRecord(value) ? mapValue(readFields(value.fields, depth + 1)) : null),
};

function readValue(value: unknown, depth: number): Value {
  const [kind, ...others] = isRecord(value) ? Object.keys(value) : [];
  if (!isRecord(value) || kind === undefined || others.length > 0)
    return invalid("A value must have exactly one kind.");
  const reader = Object.hasOwn(READERS, kind) ? READERS[kind] : undefined;
  return reader?.(value[kind], depth) ?? invalid(`'${kind.slice(0, 80)}' does not have a value of its kind.`);
}

function readArray({ values = [] }: Record<string, unknown>, depth: number): { values?: Value[] } {
  if (!Array.isArray(values) || depth > MAX_DEPTH) return invalid("An array must be a list of values.");
  return values.length === 0 ? {} : { values: values.map((value) => readValue(value, depth)) };
}

function isInt64(value: unknown): value is string | number {
  if (typeof value === "number") return Number.isSafeInteger(value);
  return typeof value === "string" && /^-?\d{1,19}$/.test(value) && BigInt.asIntN(64, BigInt(value)) === BigInt(value);
}

function isGeoPoint(value: unknown): boolean {
  const isCoordinate = ([name, number]: [string, unknown]) => /^l(at|ong)itude$/.test(name) && isDouble(number);
  return isRecord(value) && Object.entries(value).every(isCoordinate);
}

function isDouble(value: unknown): boolean {
  return typeof value === "number" || ["NaN", "Infinity", "-Infinity", "-0"].includes(String(value));
}

function invalid(message: string): never {
  return refuse("INVALID_ARGUMENT", message);
}
