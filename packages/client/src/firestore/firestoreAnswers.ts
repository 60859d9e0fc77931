import { type Fields, isRecord, type ListedDocument, type StoredDocument } from "@dailyleet/core";
import { jsonOf, unreadable } from "../http/answer.ts";
import type { HttpResponse } from "../http/transport.ts";

export const DATABASE_SERVER = "the database";
/** Firestore nests maps 20 deep, and its JSON takes three levels for each. */
const MAX_DEPTH = 100;

/**
 * The one document of a successful `:batchGet`, or null when it is not there. Throws `unavailable` for anything
 * that does not speak of the document asked for.
 */
export function readFound(response: HttpResponse, name: string): StoredDocument | null {
  const json = jsonOf(response);
  const [answer, ...others]: unknown[] = Array.isArray(json) ? json : [];
  if (!isRecord(answer) || others.length > 0) throw unreadable(DATABASE_SERVER);
  const { found, missing } = answer;
  if (found === undefined && missing === name) return null;
  if (missing !== undefined) throw unreadable(DATABASE_SERVER);
  return readDocument(found, name);
}

function readDocument(found: unknown, name: string): StoredDocument {
  if (!isRecord(found) || found.name !== name || !isTimestamp(found.updateTime)) throw unreadable(DATABASE_SERVER);
  // An empty document has no `fields`.
  const fields = found.fields ?? {};
  if (!isRecord(fields) || isDeeperThan(MAX_DEPTH, fields)) throw unreadable(DATABASE_SERVER);
  return { fields: fields as Fields, updateTime: found.updateTime };
}

/**
 * The documents of a successful `:runQuery`, whose names have to begin with `root` and then the collection's path. Throws
 * `unavailable` for anything else.
 */
export function readListed(response: HttpResponse, root: string, collection: string): ListedDocument[] {
  const json = jsonOf(response);
  // Even of no document one answer tells when it was read.
  if (!Array.isArray(json) || json.length === 0) throw unreadable(DATABASE_SERVER);
  return json.flatMap((answer: unknown) => {
    if (!isRecord(answer) || !isTimestamp(answer.readTime)) throw unreadable(DATABASE_SERVER);
    const { document } = answer;
    if (document === undefined) return [];
    const name = isRecord(document) ? String(document.name) : "";
    if (!name.startsWith(`${root}${collection}/`)) throw unreadable(DATABASE_SERVER);
    return [{ path: name.slice(root.length), ...readDocument(document, name) }];
  });
}

/** One update time for each write of a successful commit. Throws `unavailable` for anything else. */
export function readUpdateTimes(response: HttpResponse, count: number): string[] {
  const json = jsonOf(response);
  const results: unknown[] = isRecord(json) && Array.isArray(json.writeResults) ? json.writeResults : [];
  const times = results.map((result) => (isRecord(result) ? result.updateTime : undefined)).filter(isTimestamp);
  if (times.length !== count || results.length !== count) throw unreadable(DATABASE_SERVER);
  return times;
}

/** What is nested deeper than Firestore allows would end in a stack overflow when it is written back. */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

/** RFC 3339 in UTC, as Firestore writes it: up to nine digits of a second. */
function isTimestamp(value: unknown): value is string {
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(value);
}
