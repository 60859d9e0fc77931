import { gzipSync } from "node:zlib";
import {
  booleanValue,
  DAYS_PER_YEAR,
  type Fields,
  integerValue,
  MAX_DOCUMENT_BYTES,
  mapValue,
  openPath,
  readMap,
  SOURCE_NUMBERS,
  storedSize,
  type Value,
} from "@dailyleet/core";
import { atMost, type Figure } from "../support/figures.ts";

export const UID = "u".repeat(28);

export type DocumentSizes = ReturnType<typeof documentSizes>;

/** The size of the fullest possible year, in bytes. */
export function documentSizes() {
  const fields = fullYear();
  const document = { name: `projects/p/databases/(default)/documents/${PATH}`, fields, updateTime: "" };
  const sent = JSON.stringify(document, null, 2);
  return {
    compact: JSON.stringify(fields).length,
    /** Indented, as the database sends it. */
    sent: sent.length,
    sentCompressed: gzipSync(sent).length,
    stored: storedSize(PATH, fields),
    /** Entries of automatic indexes. */
    indexes: indexSize(fields),
  };
}

export function sizeFigures(sizes: DocumentSizes): Figure[] {
  const size = (measure: string, value: number): Figure => ({ name: `a full year ${measure}`, value, unit: "B" });
  return [
    size("as compact JSON", sizes.compact),
    size("as the database sends it", sizes.sent),
    size("the same, compressed", sizes.sentCompressed),
    { ...size("stored in the database", sizes.stored), target: atMost(MAX_DOCUMENT_BYTES) },
    size("stored for automatic indexes", sizes.indexes),
  ];
}

const PATH = openPath(UID);

function fullYear(): Fields {
  const day = mapValue(Object.fromEntries(SOURCE_NUMBERS.map((source) => [source, booleanValue(true)])));
  const days = Array.from({ length: DAYS_PER_YEAR }, (_, index) => [String(index + 1), day] as const);
  return { year: integerValue(2026), ...Object.fromEntries(days) };
}

/** Each value that is no map has an ascending and a descending entry, unless the collection is exempt. */
function indexSize(fields: Fields): number {
  const parentName = storedSize(PATH.split("/").slice(0, -2).join("/"), {}) - 32;
  const entry = (field: string, value: Value) => storedSize(PATH, { [field]: value }) + parentName;
  const leaves = Object.entries(fields).flatMap(([name, value]) =>
    Object.entries(readMap(value) ?? { "": value }).map(([leaf, inner]) =>
      entry(leaf ? `${name}.${leaf}` : name, inner),
    ),
  );
  return 2 * leaves.reduce((sum, size) => sum + size, 0);
}
