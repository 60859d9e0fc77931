import { utf8Length } from "../text.ts";
import { type Fields, readList, readMap, type Value } from "./values.ts";

/** Source: https://firebase.google.com/docs/firestore/quotas */
export const MAX_DOCUMENT_BYTES = 1 << 20;

/** The size of a document in bytes. Source: https://firebase.google.com/docs/firestore/storage-size */
export function storedSize(path: string, fields: Fields): number {
  const names = path.split("/").reduce((sum, name) => sum + textSize(name), 16);
  return names + fieldsSize(fields) + 32;
}

function fieldsSize(fields: Fields): number {
  return Object.entries(fields).reduce((sum, [name, value]) => sum + textSize(name) + valueSize(value), 0);
}

/** Exact for the kinds that this program writes; any other kind counts as a number, 8 bytes. */
function valueSize(value: Value): number {
  const map = readMap(value);
  if (map) return fieldsSize(map) + 32;
  if ("stringValue" in value) return textSize(String(value.stringValue));
  const list = readList(value);
  if (list) return list.reduce((sum, item) => sum + valueSize(item), 0);
  return "booleanValue" in value ? 1 : 8;
}

const textSize = (text: string) => utf8Length(text) + 1;
