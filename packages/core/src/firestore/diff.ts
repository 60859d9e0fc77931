import { own } from "../basics.ts";
import { type Fields, listOf, readBoolean, readMap, type Value } from "./value.ts";

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
