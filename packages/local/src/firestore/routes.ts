import { setImmediate } from "node:timers/promises";
import { type DocumentWrite, hasCode, mayList } from "@dailyleet/core";
import { type Answer, type Handler, json, type Request, readJsonObject, refuse } from "../http/messages.ts";
import type { TokenSigner } from "../identity/tokens.ts";
import type { Database } from "../storage/database/connection.ts";
import {
  belongsTo,
  type CommitResult,
  commitWrites,
  type DocumentRecord,
  formatTimestamp,
  listDocuments,
  readDocument,
} from "../storage/documents.ts";
import { isRemoved } from "../storage/profiles.ts";
import { documentName, only, partBelowRoot, pathOfName, readCommit } from "./values.ts";

interface FirestoreContext {
  readonly database: Database;
  readonly tokens: TokenSigner;
  readonly now: () => number;
}

/**
 * The part of Firestore's REST interface that the product uses: batchGet and commit of a person's own documents, and a
 * query that lists their closed years.
 * https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents
 */
export function createFirestoreRoutes(context: FirestoreContext): Handler {
  const makeCommit = createCommitQueue(context.database);
  return async (request) => {
    const uid = uidOf(context, request);
    const [, parent = "", verb] = /^(.*):(\w+)$/.exec(partBelowRoot(request.path)) ?? [];
    const body = () => readJsonObject(request.body);
    switch (`${request.method} ${parent && "/"}${verb}`) {
      case "POST batchGet":
        return batchGet(context, uid, body());
      case "POST commit":
        return commitAnswer(await makeCommit(uid, readCommit(body()), context.now()));
      case "POST /runQuery":
        return runQuery(context, readQuery(parent.slice(1), body(), uid));
      default:
        return refuse("PERMISSION_DENIED", "Only batchGet, commit and runQuery are allowed.");
    }
  };
}

/** The uid of the ID token that every request must carry. A token of a removed profile is refused. */
function uidOf({ database, tokens }: FirestoreContext, { headers }: Request): string {
  const [, token] = /^Bearer (\S+)$/i.exec(headers.authorization ?? "") ?? [];
  if (token === undefined) return refuse("UNAUTHENTICATED", "The request has no ID token.");
  const claims = tokens.verify("id", token);
  if (typeof claims === "string") return refuse("UNAUTHENTICATED", `The ID token is ${claims}.`);
  return isRemoved(database, claims.sub) ? refuse("UNAUTHENTICATED", "This profile was removed.") : claims.sub;
}

/** A person has fewer; each may have a megabyte. */
const MAX_GOT = 100;
const DENIED = "Missing or insufficient permissions.";

function batchGet(
  { database, now }: FirestoreContext,
  uid: string,
  { documents = [] }: Record<string, unknown>,
): Answer {
  if (!Array.isArray(documents)) return refuse("INVALID_ARGUMENT", "'documents' must be a list of names.");
  if (documents.length > MAX_GOT) return refuse("INVALID_ARGUMENT", `At most ${MAX_GOT} documents are read at once.`);
  const paths = new Set(documents.map(pathOfName));
  if (![...paths].every((path) => belongsTo(path, uid))) return refuse("PERMISSION_DENIED", DENIED);
  const readTime = formatTimestamp(Math.floor(now() * 1000));
  const found = [...paths].map((path) => {
    const record = readDocument(database, path);
    return record ? { found: describe(record), readTime } : { missing: documentName(path), readTime };
  });
  return json(found);
}

function runQuery({ database, now }: FirestoreContext, { collection, limit, offset }: Query): Answer {
  const readTime = formatTimestamp(Math.floor(now() * 1000));
  const documents = listDocuments(database, collection, limit, offset).map(describe);
  return json(documents.length > 0 ? documents.map((document) => ({ document, readTime })) : [{ readTime }]);
}

function commitAnswer(result: CommitResult): Answer {
  if (result.status === "PERMISSION_DENIED") return refuse(result.status, `${DENIED} (${result.reason})`);
  if (result.status !== "OK") return refuse(result.status, `${FAILURES[result.status]}: ${documentName(result.path)}`);
  return json({
    writeResults: result.documents.map(({ updated }) => ({ updateTime: formatTimestamp(updated) })),
    commitTime: formatTimestamp(result.committed),
  });
}

const FAILURES = {
  ALREADY_EXISTS: "Document already exists",
  NOT_FOUND: "No document to update",
  FAILED_PRECONDITION: "The stored version does not match the required base version",
};

/** An empty document has no `fields`. */
function describe({ path, fields, created, updated }: DocumentRecord) {
  return {
    name: documentName(path),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
    createTime: formatTimestamp(created),
    updateTime: formatTimestamp(updated),
  };
}

interface Query {
  readonly collection: string;
  readonly limit: number;
  readonly offset: number;
}

/** Reads a query that `uid` may make. Refuses what this server does not support; ignores nothing. */
function readQuery(parent: string, body: Record<string, unknown>, uid: string): Query {
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

/** Queues `commitWrites`; resolves once the result is on the disk. */
type Commit = (uid: string, writes: readonly DocumentWrite[], nowMs: number) => Promise<CommitResult>;

/** Commits that arrive at the same time share one transaction, and so one wait for the disk. */
export function createCommitQueue(database: Database): Commit {
  let waiting: (() => CommitResult)[] = [];
  let made: Promise<CommitResult[]> | undefined;
  const makeAll = async (): Promise<CommitResult[]> => {
    await setImmediate();
    const commits = waiting;
    [waiting, made] = [[], undefined];
    return database.transaction(() => commits.map((commit) => commit()));
  };

  return async (uid, writes, nowMs) => {
    const make = () => commitWrites(database, uid, writes, nowMs);
    const place = waiting.push(make) - 1;
    made ??= makeAll();
    try {
      return (await made)[place] as CommitResult;
    } catch (error) {
      // A commit that fails, on a damaged document say, must not fail the others. With a busy database all have waited.
      if (hasCode(error, "busy")) throw error;
      return make();
    }
  };
}
