import { type DocumentWrite, mayList } from "@dailyleet/core";
import { type Answer, type Handler, json, type Request, readJsonObject, refuse } from "../http/messages.ts";
import type { TokenSigner } from "../identity/tokens.ts";
import { type Commit, createCommitQueue } from "../storage/commitQueue.ts";
import type { Database } from "../storage/database/connection.ts";
import {
  belongsTo,
  type CommitResult,
  type DocumentRecord,
  formatTimestamp,
  listDocuments,
  readDocument,
} from "../storage/documents.ts";
import { isRemoved } from "../storage/profiles.ts";
import { documentName, only, partBelowRoot, pathOfName, readCommit, readPatch } from "./values.ts";

export interface FirestoreOptions {
  readonly database: Database;
  readonly tokens: TokenSigner;
  readonly now: () => number;
}

interface FirestoreContext extends FirestoreOptions {
  readonly makeCommit: Commit;
}

/**
 * The part of Firestore's REST interface that the product uses: batchGet and commit of a person's own documents, and a
 * query that lists their closed years. Beside it get and patch, which no client of ours asks for.
 * https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents
 */
export function createFirestore(options: FirestoreOptions): Handler {
  const context = { ...options, makeCommit: createCommitQueue(options.database) };
  return async (request) => {
    const uid = uidOf(context, request);
    const below = partBelowRoot(request.path);
    switch (`${request.method} ${verbOf(request.method, below)}`) {
      case "GET document":
        return get(context, uid, below.slice(1));
      case "PATCH document":
        return patch(
          context,
          uid,
          readPatch(ownPath(below.slice(1), uid), request.query, readJsonObject(request.body)),
        );
      case "POST :batchGet":
        return batchGet(context, uid, readJsonObject(request.body));
      case "POST :commit":
        return commit(context, uid, readCommit(readJsonObject(request.body)));
      case "POST query":
        return runQuery(context, readQuery(below.replace(QUERY, "$1"), readJsonObject(request.body), uid));
      default:
        return refuse("PERMISSION_DENIED", "Only get, patch, batchGet, commit and runQuery are allowed.");
    }
  };
}

const QUERY = /^\/(.*):runQuery$/;

/** What is asked of the root or, with a query, of the document that it begins at. */
function verbOf(method: string, below: string): string {
  if (below.startsWith(":")) return below;
  return method === "POST" && QUERY.test(below) ? "query" : "document";
}

/** Who asks, by the ID token that every request must carry; one of a removed profile no longer counts. */
function uidOf({ database, tokens }: FirestoreContext, { headers }: Request): string {
  const [, token] = /^Bearer (\S+)$/i.exec(headers.authorization ?? "") ?? [];
  if (token === undefined) return refuse("UNAUTHENTICATED", "The request has no ID token.");
  const { claims, fault } = tokens.verify("id", token);
  if (claims === null) return refuse("UNAUTHENTICATED", `The ID token is ${fault}.`);
  return isRemoved(database, claims.sub) ? refuse("UNAUTHENTICATED", "This profile was removed.") : claims.sub;
}

function ownPath(path: string, uid: string): string {
  return belongsTo(path, uid) ? path : refuse("PERMISSION_DENIED", DENIED);
}

/** Nobody has more; each may have a megabyte. */
const MAX_GOT = 100;
const DENIED = "Missing or insufficient permissions.";

function get({ database }: FirestoreContext, uid: string, path: string): Answer {
  const record = readDocument(database, ownPath(path, uid));
  return record ? json(describe(path, record)) : refuse("NOT_FOUND", `Document (${documentName(path)}) not found.`);
}

function batchGet(
  { database, now }: FirestoreContext,
  uid: string,
  { documents = [] }: Record<string, unknown>,
): Answer {
  if (!Array.isArray(documents)) return refuse("INVALID_ARGUMENT", "'documents' must be a list of names.");
  if (documents.length > MAX_GOT) return refuse("INVALID_ARGUMENT", `At most ${MAX_GOT} documents are read at once.`);
  const paths = new Set(documents.map((name) => ownPath(pathOfName(name), uid)));
  const readTime = formatTimestamp(Math.floor(now() * 1000));
  const found = [...paths].map((path) => {
    const record = readDocument(database, path);
    return record ? { found: describe(path, record), readTime } : { missing: documentName(path), readTime };
  });
  return json(found);
}

function runQuery({ database, now }: FirestoreContext, { collection, limit, offset }: Query): Answer {
  const readTime = formatTimestamp(Math.floor(now() * 1000));
  const documents = listDocuments(database, collection, limit, offset).map((record) => describe(record.path, record));
  return json(documents.length > 0 ? documents.map((document) => ({ document, readTime })) : [{ readTime }]);
}

async function patch(context: FirestoreContext, uid: string, write: DocumentWrite): Promise<Answer> {
  const { documents } = await commitOrRefuse(context, uid, [write]);
  const [record] = documents;
  if (!record) throw new Error("a commit of one write answered no document");
  return json(describe(write.path, record));
}

async function commit(context: FirestoreContext, uid: string, writes: DocumentWrite[]): Promise<Answer> {
  const { documents, committed } = await commitOrRefuse(context, uid, writes);
  const writeResults = documents.map(({ updated }) => ({ updateTime: formatTimestamp(updated) }));
  return json({ writeResults, commitTime: formatTimestamp(committed) });
}

async function commitOrRefuse(
  { makeCommit, now }: FirestoreContext,
  uid: string,
  writes: DocumentWrite[],
): Promise<Extract<CommitResult, { status: "OK" }>> {
  const result = await makeCommit(uid, writes, now());
  switch (result.status) {
    case "OK":
      return result;
    case "PERMISSION_DENIED":
      return refuse("PERMISSION_DENIED", `${DENIED} (${result.reason})`);
    case "ALREADY_EXISTS":
      return refuse("ALREADY_EXISTS", `Document already exists: ${documentName(result.path)}`);
    case "NOT_FOUND":
      return refuse("NOT_FOUND", `No document to update: ${documentName(result.path)}`);
    case "FAILED_PRECONDITION":
      return refuse("FAILED_PRECONDITION", "The stored version does not match the required base version.");
  }
}

/** An empty document has no `fields`. */
function describe(path: string, { fields, created, updated }: DocumentRecord) {
  return {
    name: documentName(path),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
    createTime: formatTimestamp(created),
    updateTime: formatTimestamp(updated),
  };
}

/** The documents that a `:runQuery` asks for: `limit` of a collection after the first `offset`. */
export interface Query {
  readonly collection: string;
  readonly limit: number;
  readonly offset: number;
}

/** A query that `uid` may make. What this server does not do is refused, never passed over. */
export function readQuery(parent: string, body: Record<string, unknown>, uid: string): Query {
  const { structuredQuery } = only(body, ["structuredQuery"], "query request");
  const { from, limit = null, offset = 0 } = only(structuredQuery, ["from", "limit", "offset"], "query");
  if (!Array.isArray(from) || from.length !== 1) return refuse("INVALID_ARGUMENT", "'from' must name one collection.");
  const { collectionId } = only(from[0], ["collectionId"], "collection");
  const collection = `${parent}/${collectionId}`;
  if (limit !== null && !isCount(limit)) return refuse("INVALID_ARGUMENT", "'limit' must be a number, 0 or more.");
  if (!isCount(offset)) return refuse("INVALID_ARGUMENT", "'offset' must be a number, 0 or more.");
  if (limit === null || !mayList(uid, collection, limit))
    return refuse("PERMISSION_DENIED", "No such list is allowed.");
  return { collection, limit, offset };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
