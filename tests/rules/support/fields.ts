import { booleanValue, type Fields, mapValue, type Value } from "@dailyleet/core";

/** A value of Firestore's type "double", which plain numbers without a fraction do not become. */
export const double = (value: number | "NaN"): Value => ({ doubleValue: value });

/** Typed fields of plain values: `{ 64: { 3: true }, year: 2026 }`. Values that are typed already stay. */
export function fields(plain: Readonly<Record<string, unknown>>): Fields {
  return Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, typed(value)]));
}

function typed(value: unknown): Value {
  if (typeof value === "boolean") return booleanValue(value);
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "number") return Number.isInteger(value) ? { integerValue: String(value) } : double(value);
  if (Array.isArray(value)) return { arrayValue: { values: value.map(typed) } };
  if (value === null) return { nullValue: null };
  if ("doubleValue" in (value as object)) return value as Value;
  return mapValue(fields(value as Record<string, unknown>));
}

/** `count` days from `first` on, each with the same cells. */
export function days(first: number, count: number, cells: Record<string, unknown> = { 1: true }): Fields {
  return fields(Object.fromEntries(Array.from({ length: count }, (_, index) => [first + index, cells])));
}

/** A document with every day of a year, of changing patterns, as a diligent person has it on 31 December. */
export function fullYear(year: number): Fields {
  const cells = (day: number) => Object.fromEntries([1, 2, 3, 4, 5].map((source) => [source, day % (source + 1) > 0]));
  return fields({ ...Object.fromEntries(Array.from({ length: 365 }, (_, index) => [index + 1, cells(index)])), year });
}
