import {
  type DocumentWrite,
  type FieldPath,
  type Fields,
  isRecord,
  type ListedDocument,
  LOCAL_PROJECT_ID,
  mapValue,
  mayList,
  parseFieldPath,
  type Value,
} from "@dailyleet/core";
import { type Answer, type Handler, json, type Request, readJsonObject, refuse } from "./http/messages.ts";
import type { TokenSigner } from "./identity.ts";
import type { Database } from "./storage/database/connection.ts";
import {
  belongsTo,
  type CommitResult,
  commitWrites,
  formatTimestamp,
  listDocuments,
  readDocument,
} from "./storage/documents.ts";
import { isRemoved } from "./storage/profiles.ts";

export interface TokenContext {
  readonly database: Database;
  readonly tokens: TokenSigner;
}

interface FirestoreContext extends TokenContext {
  readonly now: () => number;
}

/**
 * The part of Firestore's REST interface that the product uses: batchGet and commit of a person's own documents, and a
 * query that lists their closed years.
 * https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents
 */
export function createFirestoreRoutes(context: FirestoreContext): Handler {
  return async (request) => {
    const uid = uidOf(context, request);
    const [, parent = "", verb] = /^(.*):(\w+)$/.exec(partBelowRoot(request.path)) ?? [];
    const body = () => readJsonObject(request.body);
    switch ((parent && "/") + verb) {
      case "batchGet":
        return batchGet(context, uid, body());
      case "commit":
        return commitAnswer(commitWrites(context.database, uid, readCommit(body()), context.now()));
      case "/runQuery":
        return runQuery(context, uid, parent.slice(1), body());
      default:
        return refuse("PERMISSION_DENIED", "Only batchGet, commit and runQuery are allowed.");
    }
  };
}

/** The uid of the ID token that every request must carry. A token of a removed profile is refused. */
export function uidOf({ database, tokens }: TokenContext, { headers }: Request): string {
  const [, token] = /^Bearer (\S+)$/i.exec(headers.authorization ?? "") ?? [];
  if (token === undefined) return refuse("UNAUTHENTICATED", "The request has no ID token.");
  const claims = tokens.verify("id", token);
  if (typeof claims === "string") return refuse("UNAUTHENTICATED", `The ID token is ${claims}.`);
  return isRemoved(database, claims.sub) ? refuse("UNAUTHENTICATED", "This profile was removed.") : claims.sub;
}

/** More documents than a person has; each may have a megabyte, so there is a limit. */
const MAX_GOT = 100;
const DENIED = "Missing or insufficient permissions.";

function batchGet(
  { database, now }: FirestoreContext,
  uid: string,
  { documents = [] }: Record<string, unknown>,
): Answer {
  if (!Array.isArray(documents)) return invalid("'documents' must be a list of names.");
  if (documents.length > MAX_GOT) return invalid(`At most ${MAX_GOT} documents are read at once.`);
  const paths = new Set(documents.map(pathOfName));
  if (![...paths].every((path) => belongsTo(path, uid))) return refuse("PERMISSION_DENIED", DENIED);
  const readTime = formatTimestamp(Math.floor(now() * 1000));
  const found = [...paths].map((path) => {
    const document = readDocument(database, path);
    return document ? { found: describe({ path, ...document }), readTime } : { missing: documentName(path), readTime };
  });
  return json(found);
}

/** Lists what `uid` may list. Refuses what this server does not support; ignores nothing. */
function runQuery({ database, now }: FirestoreContext, uid: string, parent: string, body: Record<string, unknown>) {
  const { structuredQuery } = only(body, ["structuredQuery"], "query request");
  const { from, limit = null, offset = 0 } = only(structuredQuery, ["from", "limit", "offset"], "query");
  if (!Array.isArray(from) || from.length !== 1) return invalid("'from' must name one collection.");
  const { collectionId } = only(from[0], ["collectionId"], "collection");
  const collection = `${parent}/${collectionId}`;
  const [most, skipped] = [limit === null ? null : countOf(limit), countOf(offset)];
  if (most === null || !mayList(uid, collection, most)) return refuse("PERMISSION_DENIED", "No such list is allowed.");
  const readTime = formatTimestamp(Math.floor(now() * 1000));
  const documents = listDocuments(database, collection, most, skipped).map(describe);
  return json(documents.length > 0 ? documents.map((document) => ({ document, readTime })) : [{ readTime }]);
}

function countOf(value: unknown): number {
  if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value);
  return invalid("'limit' and 'offset' must be numbers, 0 or more.");
}

function commitAnswer(result: CommitResult): Answer {
  if (result.status === "PERMISSION_DENIED") return refuse(result.status, `${DENIED} (${result.reason})`);
  if (result.status !== "OK") return refuse(result.status, `${FAILURES[result.status]}: ${documentName(result.path)}`);
  return json({ writeResults: result.versions.map((updateTime) => ({ updateTime })) });
}

const FAILURES = {
  ALREADY_EXISTS: "Document already exists",
  NOT_FOUND: "No document to update",
  FAILED_PRECONDITION: "The stored version does not match the required base version",
};

/** An empty document has no `fields`. */
function describe({ path, fields, updateTime }: ListedDocument) {
  return { name: documentName(path), ...(Object.keys(fields).length > 0 && { fields }), updateTime };
}

/** Firestore's limits: https://firebase.google.com/docs/firestore/quotas */
const MAX_DEPTH = 20;
const MAX_NAME_BYTES = 1500;

/** Reads the `fields` of an untrusted document. Refuses values of kinds that the program does not write. */
export function readFields(fields: unknown, depth = 1): Fields {
  if (fields === undefined) return {};
  if (!isRecord(fields)) return invalid("The fields of a document or map must be an object.");
  if (depth > MAX_DEPTH) return invalid(`Maps may be nested ${MAX_DEPTH} deep.`);
  const entries = Object.entries(fields).map(([name, value]) => [readName(name), readValue(value, depth)] as const);
  return Object.fromEntries(entries);
}

function readName(name: string): string {
  const isAllowed = name !== "" && !/^__.*__$/s.test(name) && Buffer.byteLength(name) <= MAX_NAME_BYTES;
  return isAllowed ? name : invalid(`A field can't have the name '${name.slice(0, 80)}'.`);
}

function readValue(value: unknown, depth: number): Value {
  const [[kind, content] = [], ...others] = isRecord(value) ? Object.entries(value) : [];
  if (others.length === 0) {
    if (kind === "booleanValue" && typeof content === "boolean") return { booleanValue: content };
    if (kind === "stringValue" && typeof content === "string") return { stringValue: content };
    if (kind === "integerValue" && typeof content === "string" && INTEGER.test(content))
      return { integerValue: content };
    if (kind === "mapValue" && isRecord(content)) return mapValue(readFields(content.fields, depth + 1));
    if (kind === "arrayValue" && isRecord(content) && Array.isArray(content.values) && depth < MAX_DEPTH) {
      return { arrayValue: { values: content.values.map((item) => readValue(item, depth + 1)) } };
    }
  }
  return invalid("A value must be a boolean, an integer, a text, a map or a list.");
}

/** Within the safe integers of JavaScript. */
const INTEGER = /^-?\d{1,15}$/;

function invalid(message: string): never {
  return refuse("INVALID_ARGUMENT", message);
}

/** Reads the writes of a `:commit`. Refuses what this server does not support; ignores nothing. */
function readCommit(body: Record<string, unknown>): DocumentWrite[] {
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

/** Undefined for an empty precondition. */
function readCondition(currentDocument: unknown): DocumentWrite["precondition"] {
  const condition = only(currentDocument, ["exists", "updateTime"], "currentDocument");
  const { exists, updateTime } = condition;
  const count = Object.keys(condition).length;
  if (count === 0) return undefined;
  if (count === 1 && typeof exists === "boolean") return { exists };
  if (count === 1 && typeof updateTime === "string") return { updateTime };
  return invalid("currentDocument must have one of 'exists' (a boolean) and 'updateTime' (a timestamp).");
}

function readMask(updateMask: unknown): FieldPath[] {
  const { fieldPaths = [] } = only(updateMask, ["fieldPaths"], "updateMask");
  return Array.isArray(fieldPaths) ? fieldPaths.map(readFieldPath) : invalid("'fieldPaths' must be a list.");
}

function readFieldPath(text: unknown): FieldPath {
  const path = typeof text === "string" ? parseFieldPath(text) : null;
  if (path?.every((segment) => segment !== "")) return path;
  return invalid(`Invalid property path "${String(text).slice(0, 80)}".`);
}

/** Refuses anything but an object whose keys are all in `names`. */
function only(value: unknown, names: readonly string[], what: string): Record<string, unknown> {
  if (!isRecord(value)) return invalid(`A ${what} must be an object.`);
  const stranger = Object.keys(value).find((name) => !names.includes(name));
  return stranger === undefined ? value : invalid(`Unknown name '${stranger.slice(0, 80)}' in a ${what}.`);
}

const ROOT = `projects/${LOCAL_PROJECT_ID}/databases/(default)/documents`;

/** 'projects/P/databases/(default)/documents/PATH' */
const documentName = (path: string): string => `${ROOT}/${path}`;

/** The path in a document's name. Refuses names of other projects and databases. */
function pathOfName(name: unknown): string {
  const below = typeof name === "string" ? belowRoot(name) : null;
  if (below !== null && /^\/./.test(below)) return below.slice(1);
  return invalid("A document name must be projects/P/databases/(default)/documents/PATH.");
}

/** The part of a request's address after the root, such as ':commit' or '/dailyleet/v1/data/UID'. */
function partBelowRoot(path: string): string {
  const [, name] = /^\/v1\/(.*)$/s.exec(path) ?? [];
  return (name && belowRoot(name)) ?? refuse("NOT_FOUND", "There is no such method.");
}

function belowRoot(name: string): string | null {
  const [, root, below = ""] = /^(projects\/[^/]+\/databases\/[^/]+\/documents)([/:].*)?$/s.exec(name) ?? [];
  // Not 404, which a client reads as a missing document.
  if (root !== undefined && root !== ROOT) refuse("PERMISSION_DENIED", `This server has only ${ROOT}.`);
  return root === undefined ? null : below;
}
