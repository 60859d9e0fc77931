import { gzipSync } from "node:zlib";
import {
  booleanValue,
  DAYS_PER_YEAR,
  type Fields,
  integerValue,
  mapValue,
  openPath,
  readMap,
  SOURCE_NUMBERS,
  type Value,
} from "@dailyleet/core";
import { atMost, type Figure } from "../support/figures.ts";

export const UID = "u".repeat(28);
export const MAX_DOCUMENT = 1 << 20;

/** What the fullest possible year weighs, in bytes. */
export interface DocumentSizes {
  readonly compact: number;
  /** Indented, as the database sends it. */
  readonly sent: number;
  readonly sentCompressed: number;
  readonly stored: number;
  /** Entries of automatic indexes. */
  readonly indexes: number;
}

export function documentSizes(): DocumentSizes {
  const fields = fullYear();
  const document = { name: `projects/p/databases/(default)/documents/${PATH}`, fields, updateTime: "" };
  const sent = JSON.stringify(document, null, 2);
  return {
    compact: JSON.stringify(fields).length,
    sent: sent.length,
    sentCompressed: gzipSync(sent).length,
    stored: storedSize(PATH, fields),
    indexes: indexSize(fields),
  };
}

export function sizeFigures(sizes: DocumentSizes): Figure[] {
  const size = (measure: string, value: number): Figure => ({ name: "a full year", measure, value, unit: "B" });
  return [
    size("as compact JSON", sizes.compact),
    size("as the database sends it", sizes.sent),
    size("the same, compressed", sizes.sentCompressed),
    { ...size("stored in the database", sizes.stored), target: atMost(MAX_DOCUMENT) },
    size("stored for automatic indexes", sizes.indexes),
  ];
}

const PATH = openPath(UID);

function fullYear(): Fields {
  const day = mapValue(Object.fromEntries(SOURCE_NUMBERS.map((source) => [source, booleanValue(true)])));
  const days = Array.from({ length: DAYS_PER_YEAR }, (_, index) => [String(index + 1), day] as const);
  return { year: integerValue(2026), ...Object.fromEntries(days) };
}

const stringSize = (text: string) => text.length + 1;
const nameSize = (path: string) => path.split("/").reduce((sum, segment) => sum + stringSize(segment), 16);

/** By the rules of https://firebase.google.com/docs/firestore/storage-size */
export function storedSize(path: string, fields: Fields): number {
  return nameSize(path) + fieldsSize(fields) + 32;
}

function fieldsSize(fields: Fields): number {
  return Object.entries(fields).reduce((sum, [name, value]) => sum + stringSize(name) + valueSize(value), 0);
}

function valueSize(value: Value): number {
  const map = readMap(value);
  if (map) return fieldsSize(map) + 32;
  return "booleanValue" in value ? 1 : 8;
}

/** An entry up and one down for each value that is no map, unless the collection is exempt. */
function indexSize(fields: Fields): number {
  const parent = PATH.split("/").slice(0, -2).join("/");
  const entry = (field: string, value: Value) =>
    nameSize(PATH) + nameSize(parent) + stringSize(field) + valueSize(value) + 32;
  const leaves = Object.entries(fields).flatMap(([name, value]) =>
    Object.entries(readMap(value) ?? { "": value }).map(([leaf, inner]) =>
      entry(leaf ? `${name}.${leaf}` : name, inner),
    ),
  );
  return 2 * leaves.reduce((sum, size) => sum + size, 0);
}
