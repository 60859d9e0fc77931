import {
  type DocumentWrite,
  type FieldPath,
  type Fields,
  isRecord,
  LOCAL_PROJECT_ID,
  mapValue,
  own,
  parseFieldPath,
  type Value,
} from "@dailyleet/core";
import { refuse } from "../http/messages.ts";
import { parseTimestamp } from "../storage/documents.ts";

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

type Guard = (value: unknown) => boolean;
const isText: Guard = (value) => typeof value === "string";
const isDouble: Guard = (value) =>
  typeof value === "number" || ["NaN", "Infinity", "-Infinity", "-0"].includes(String(value));
const isCoordinate = ([name, value]: [string, unknown]) => /^l(at|ong)itude$/.test(name) && isDouble(value);

/** The kinds whose values are kept as they come. */
const GUARDS: Readonly<Record<string, Guard>> = {
  nullValue: (value) => value === null,
  booleanValue: (value) => typeof value === "boolean",
  doubleValue: isDouble,
  timestampValue: isText,
  stringValue: isText,
  bytesValue: isText,
  referenceValue: isText,
  geoPointValue: (value) => isRecord(value) && Object.entries(value).every(isCoordinate),
};

function readValue(value: unknown, depth: number): Value {
  const [[kind, content] = [""], ...others] = isRecord(value) ? Object.entries(value) : [];
  if (!kind || others.length > 0) return invalid("A value must have exactly one kind.");
  if (kind === "integerValue" && isInt64(content)) return { integerValue: String(BigInt(content)) };
  if (kind === "arrayValue" && isRecord(content)) return { arrayValue: readArray(content, depth + 1) };
  if (kind === "mapValue" && isRecord(content)) return mapValue(readFields(content.fields, depth + 1));
  if (own(GUARDS, kind)?.(content)) return { [kind]: content };
  return invalid(`'${kind.slice(0, 80)}' does not have a value of its kind.`);
}

function readArray({ values = [] }: Record<string, unknown>, depth: number): { values?: Value[] } {
  if (!Array.isArray(values) || depth > MAX_DEPTH) return invalid("An array must be a list of values.");
  return values.length === 0 ? {} : { values: values.map((value) => readValue(value, depth)) };
}

function isInt64(value: unknown): value is string | number {
  if (typeof value === "number") return Number.isSafeInteger(value);
  return typeof value === "string" && /^-?\d{1,19}$/.test(value) && BigInt.asIntN(64, BigInt(value)) === BigInt(value);
}

function invalid(message: string): never {
  return refuse("INVALID_ARGUMENT", message);
}

/** Reads the writes of a `:commit`. Refuses what this server does not support; ignores nothing. */
export function readCommit(body: Record<string, unknown>): DocumentWrite[] {
  const { writes = [] } = only(body, ["writes"], "commit");
  return Array.isArray(writes) ? writes.map(readWrite) : invalid("'writes' must be a list.");
}

function readWrite(write: unknown): DocumentWrite {
  if (isRecord(write) && Object.hasOwn(write, "delete")) return refuse("PERMISSION_DENIED", "Nothing may be deleted.");
  const { update, updateMask, currentDocument } = only(write, ["update", "updateMask", "currentDocument"], "write");
  const { name, fields } = only(update, ["name", "fields", "createTime", "updateTime"], "update");
  const precondition = currentDocument === undefined ? undefined : readCondition(currentDocument);
  return {
    path: pathOfName(name),
    fields: readFields(fields),
    ...(updateMask !== undefined && { mask: readMask(updateMask) }),
    ...(precondition && { precondition }),
  };
}

/** Undefined for an empty one. */
function readCondition(currentDocument: unknown): DocumentWrite["precondition"] {
  const condition = only(currentDocument, ["exists", "updateTime"], "currentDocument");
  const { exists, updateTime } = condition;
  const count = Object.keys(condition).length;
  if (count === 0) return undefined;
  if (count === 1 && typeof exists === "boolean") return { exists };
  if (count === 1 && typeof updateTime === "string" && parseTimestamp(updateTime) !== null) return { updateTime };
  return invalid("currentDocument must have one of 'exists' (a boolean) and 'updateTime' (a timestamp).");
}

function readMask(updateMask: unknown): FieldPath[] {
  const { fieldPaths = [] } = only(updateMask, ["fieldPaths"], "updateMask");
  return Array.isArray(fieldPaths) ? fieldPaths.map(readFieldPath) : invalid("'fieldPaths' must be a list.");
}

function readFieldPath(text: unknown): FieldPath {
  const path = typeof text === "string" ? parseFieldPath(text) : null;
  if (path?.every((segment) => segment !== "")) return path;
  return invalid(
    `Invalid property path "${String(text).slice(0, 80)}". Unquoted property paths must match regex ` +
      "([a-zA-Z_][a-zA-Z_0-9]*), and quoted property paths must match regex (`(?:[^`\\\\]|(?:\\\\.))+`)",
  );
}

/** Refuses an object with any other key than these. */
export function only(value: unknown, names: readonly string[], what: string): Record<string, unknown> {
  if (!isRecord(value)) return invalid(`A ${what} must be an object.`);
  const stranger = Object.keys(value).find((name) => !names.includes(name));
  return stranger === undefined ? value : invalid(`Unknown name '${stranger.slice(0, 80)}' in a ${what}.`);
}

const ROOT = `projects/${LOCAL_PROJECT_ID}/databases/(default)/documents`;

/** 'projects/P/databases/(default)/documents/PATH' */
export const documentName = (path: string): string => `${ROOT}/${path}`;

/** The path in a document's name. Refuses names of other projects and databases. */
export function pathOfName(name: unknown): string {
  const below = typeof name === "string" ? belowRoot(name) : null;
  if (below !== null && /^\/./.test(below)) return below.slice(1);
  return invalid("A document name must be projects/P/databases/(default)/documents/PATH.");
}

/** What follows the root in a request's address, such as ':commit' or '/dailyleet/v1/data/UID'. */
export function partBelowRoot(path: string): string {
  const [, name] = /^\/v1\/(.*)$/s.exec(path) ?? [];
  return (name && belowRoot(name)) ?? refuse("NOT_FOUND", "There is no such method.");
}

function belowRoot(name: string): string | null {
  const [, root, below = ""] = /^(projects\/[^/]+\/databases\/[^/]+\/documents)([/:].*)?$/s.exec(name) ?? [];
  // Not 404, which a client reads as an empty document.
  if (root !== undefined && root !== ROOT) refuse("PERMISSION_DENIED", `This server has only ${ROOT}.`);
  return root === undefined ? null : below;
}
