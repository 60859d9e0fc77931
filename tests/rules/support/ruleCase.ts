import {
  booleanValue,
  type DocumentChange,
  type Fields,
  mapValue,
  namedPath,
  openPath,
  type Value,
  validationError,
} from "@dailyleet/core";

/** The documents of one person by name: `open`, `marks`, `settings`, or a document in `years`. */
export type Documents = Readonly<Record<string, Fields>>;

/** One commit over the stored documents, by `ann` unless `by` names another person. */
export interface RuleCase {
  readonly name: string;
  readonly stored: Documents;
  readonly commit: Documents;
  readonly allowed: boolean;
  readonly by?: string;
}

export const ruleCase = (allowed: boolean, name: string, stored: Documents, commit: Documents): RuleCase => ({
  name,
  stored,
  commit,
  allowed,
});

export function pathOf(uid: string, document: string): string {
  if (document === "marks" || document === "settings") return namedPath(uid, document);
  return document === "open" ? openPath(uid) : `${openPath(uid)}/years/${document}`;
}

/** The reason for which core's own validator refuses the commit, or null. */
export function refusalOf({ stored, commit, by = "ann" }: Pick<RuleCase, "stored" | "commit" | "by">): string | null {
  const before = new Map(Object.entries(stored).map(([name, fields]) => [pathOf("ann", name), fields]));
  const read = (path: string) => before.get(path) ?? null;
  const changes = Object.entries(commit).map(([name, after]): DocumentChange => {
    const path = pathOf("ann", name);
    return { path, before: read(path), after };
  });
  return validationError(by, changes, read);
}

/** A Firestore value of type double; `fields` turns a whole number into an integer. */
export const double = (value: number | "NaN"): Value => ({ doubleValue: value });

/** Typed fields of plain values: `{ 64: { 3: true }, year: 2026 }`. Values that are already typed stay. */
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

/** `count` days from `first`, all with the same cells. */
export function days(first: number, count: number, cells: Record<string, unknown> = { 1: true }): Fields {
  return fields(Object.fromEntries(Array.from({ length: count }, (_, index) => [first + index, cells])));
}

/** A document with every day of a year in varying patterns, as a diligent person's on 31 December. */
export function fullYear(year: number): Fields {
  const cells = (day: number) => Object.fromEntries([1, 2, 3, 4, 5].map((source) => [source, day % (source + 1) > 0]));
  return fields({ ...Object.fromEntries(Array.from({ length: 365 }, (_, index) => [index + 1, cells(index)])), year });
}
