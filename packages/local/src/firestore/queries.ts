import { mayList } from "@dailyleet/core";
import { refuse } from "../http/messages.ts";
import { only } from "./writes.ts";

/** The documents that a `:runQuery` asks for: the first of a collection below `parent`. */
export interface Query {
  readonly collection: string;
  readonly limit: number;
}

/** A query that `uid` may make. What this server does not do is refused, never passed over. */
export function readQuery(parent: string, body: Record<string, unknown>, uid: string): Query {
  const { structuredQuery } = only(body, ["structuredQuery"], "query request");
  const { from, limit = null } = only(structuredQuery, ["from", "limit"], "query");
  if (!Array.isArray(from) || from.length !== 1) return refuse("INVALID_ARGUMENT", "'from' must name one collection.");
  const { collectionId } = only(from[0], ["collectionId"], "collection");
  const collection = `${parent}/${collectionId}`;
  if (limit !== null && !isCount(limit)) return refuse("INVALID_ARGUMENT", "'limit' must be a number, 0 or more.");
  if (limit === null || !mayList(uid, collection, limit))
    return refuse("PERMISSION_DENIED", "No such list is allowed.");
  return { collection, limit };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
