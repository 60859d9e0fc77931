import type { DocumentStore } from "@dailyleet/core";
import { createDocumentList } from "./documentList.ts";
import { createLeanFirestore, type FirestoreOptions } from "./leanFirestore.ts";

/**
 * Documents in Firestore over its REST interface.
 * Source: https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents
 */
export function createFirestore(options: FirestoreOptions): DocumentStore {
  return { ...createLeanFirestore(options), list: createDocumentList(options) };
}
