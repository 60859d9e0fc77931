import { type DocumentWrite, type FieldPath, isRecord, parseFieldPath } from "@dailyleet/core";
import { refuse } from "../http/messages.ts";
import { parseTimestamp } from "../storage/timestamps.ts";
import { pathOfName } from "./names.ts";
import { readFields } from "./values.ts";

/** The writes of a `:commit`. What this server does not do is refused, never passed over. */
export function readCommit(body: Record<string, unknown>): DocumentWrite[] {
  const { writes = [] } = only(body, ["writes"], "commit");
  return Array.isArray(writes) ? writes.map(readWrite) : invalid("'writes' must be a list.");
}

function readWrite(write: unknown): DocumentWrite {
  if (isRecord(write) && Object.hasOwn(write, "delete")) return refuse("PERMISSION_DENIED", "Nothing may be deleted.");
  const { update, updateMask, currentDocument } = only(write, ["update", "updateMask", "currentDocument"], "write");
  const { name, fields } = only(update, ["name", "fields", "createTime", "updateTime"], "update");
  return {
    path: pathOfName(name),
    fields: readFields(fields),
    ...(updateMask === undefined ? {} : { mask: readMask(only(updateMask, ["fieldPaths"], "updateMask").fieldPaths) }),
    ...(currentDocument === undefined ? {} : readCondition(only(currentDocument, CONDITIONS, "currentDocument"))),
  };
}

/** The write that a PATCH makes of the document at `path`. */
export function readPatch(path: string, query: URLSearchParams, body: Record<string, unknown>): DocumentWrite {
  const { name, fields } = only(body, ["name", "fields", "createTime", "updateTime"], "document");
  if (name !== undefined && pathOfName(name) !== path) invalid("The document's name is not that of the address.");
  const mask = query.getAll("updateMask.fieldPaths");
  const exists = query.get("currentDocument.exists");
  const updateTime = query.get("currentDocument.updateTime");
  return {
    path,
    fields: readFields(fields),
    ...(mask.length === 0 ? {} : { mask: readMask(mask) }),
    ...readCondition({
      ...(exists === null ? {} : { exists: readFlag(exists) }),
      ...(updateTime === null ? {} : { updateTime }),
    }),
  };
}

const CONDITIONS = ["exists", "updateTime"];

function readCondition(condition: Record<string, unknown>): Pick<DocumentWrite, "precondition"> {
  const { exists, updateTime } = condition;
  const names = Object.keys(condition);
  if (names.length === 0) return {};
  if (names.length === 1 && typeof exists === "boolean") return { precondition: { exists } };
  if (names.length === 1 && typeof updateTime === "string" && parseTimestamp(updateTime) !== null) {
    return { precondition: { updateTime } };
  }
  return invalid("currentDocument must have one of 'exists' (a boolean) and 'updateTime' (a timestamp).");
}

/** Anything else stays a text and is refused as no boolean. */
function readFlag(text: string): boolean | string {
  return text === "true" || text === "false" ? text === "true" : text;
}

function readMask(paths: unknown = []): FieldPath[] {
  return Array.isArray(paths) ? paths.map(readFieldPath) : invalid("'fieldPaths' must be a list.");
}

function readFieldPath(text: unknown): FieldPath {
  const path = typeof text === "string" ? parseFieldPath(text) : null;
  if (path?.every((segment) => segment !== "")) return path;
  return invalid(
    `Invalid property path "${String(text).slice(0, 80)}". Unquoted property paths must match regex ` +
      "([a-zA-Z_][a-zA-Z_0-9]*), and quoted property paths must match regex (`(?:[^`\\\\]|(?:\\\\.))+`)",
  );
}

/** The object, when it has no other keys than these. */
export function only(value: unknown, names: readonly string[], what: string): Record<string, unknown> {
  if (!isRecord(value)) return invalid(`A ${what} must be an object.`);
  const stranger = Object.keys(value).find((name) => !names.includes(name));
  return stranger === undefined ? value : invalid(`Unknown name '${stranger.slice(0, 80)}' in a ${what}.`);
}

function invalid(message: string): never {
  return refuse("INVALID_ARGUMENT", message);
}
