import type { FieldPath } from "../firestore/fieldPath.ts";
import { applyMask } from "../firestore/mask.ts";
import { booleanValue, type Fields, integerValue, mapValue, type Value } from "../firestore/value.ts";
import type { DocumentWrite, PersonDocument } from "../ports.ts";
import { readYear } from "../ticks/ticks.ts";
import { type Change, isMarkChange } from "./changes.ts";
import { coalesce } from "./pending.ts";

/** Only the leaf cells, as a masked merge, bound to the version that was read; and what the rules ask for besides. */
export function cellWrite(document: PersonDocument, changes: readonly Change[]): DocumentWrite {
  const leaves = [...coalesce(changes).map(leafOf), ...namesOf(changes), ...yearOf(document)];
  const mask = leaves.map(([path]) => path);
  const fields = leaves.reduce((all, [path, value]) => applyMask(all, nest(path, value), [path]), {} as Fields);
  return { path: document.path, fields, mask, precondition: versionOf(document) };
}

export function versionOf({ version }: PersonDocument): NonNullable<DocumentWrite["precondition"]> {
  return version === null ? { exists: false } : { updateTime: version };
}

type Leaf = readonly [path: FieldPath, value: Value];

function leafOf(change: Change): Leaf {
  return isMarkChange(change)
    ? [["marks", change.question, change.date], integerValue(change.mark)]
    : [[String(change.day), String(change.source)], booleanValue(change.done)];
}

/** The rules find one changed question by themselves, and more of them only by name. */
function namesOf(changes: readonly Change[]): Leaf[] {
  const names = new Set(changes.flatMap((change) => (isMarkChange(change) ? change.question : [])));
  const values = [...names].map((stringValue): Value => ({ stringValue }));
  return values.length > 1 ? [[["changed"], { arrayValue: { values } }]] : [];
}

/** A year's document without its year gets it. */
function yearOf(document: PersonDocument): Leaf[] {
  if ("marks" in document || document.year === null || readYear(document.fields) === document.year) return [];
  return [[["year"], integerValue(document.year)]];
}

/** `value` at `path`, with maps around it. */
function nest(path: FieldPath, value: Value): Fields {
  const [name = "", ...rest] = path;
  return { [name]: rest.length === 0 ? value : mapValue(nest(rest, value)) };
}
