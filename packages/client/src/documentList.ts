import type { DocumentStore } from "@dailyleet/core";
import { authorized, createFirestoreWithoutList, type FirestoreOptions, readListed, rootOf } from "./firestore.ts";

/** Twice the size of `MAX_LISTED` full years. */
const MAX_LIST_BYTES = 16 << 20;

/** The lists of `createFirestore`: a query, because that is what the rules' `request.query` is documented for. */
export function createDocumentList(options: FirestoreOptions): DocumentStore["list"] {
  const { root, nameOf } = rootOf(options);
  return async (collection, limit, offset) => {
    const [, parent, collectionId] = /^(.*)\/(.*)$/.exec(collection) ?? [];
    const response = await authorized(options, {
      method: "POST",
      url: `${root}/${parent}:runQuery`,
      json: { structuredQuery: { from: [{ collectionId }], limit, ...(offset && { offset }) } },
      retry: true,
      maxBytes: MAX_LIST_BYTES,
    });
    return readListed(response, nameOf(""), collection);
  };
}

/**
 * Documents in Firestore over its REST interface.
 * Source: https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents
 */
export function createFirestore(options: FirestoreOptions): DocumentStore {
  return { ...createFirestoreWithoutList(options), list: createDocumentList(options) };
}
