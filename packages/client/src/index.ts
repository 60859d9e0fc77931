export * from "./deviceFlow.ts";
export { createDocumentList, createFirestore } from "./documentList.ts";
export { createFirestoreWithoutList, FIRESTORE_ORIGIN, type FirestoreOptions } from "./firestore.ts";
export * from "./http.ts";
export * from "./identity.ts";
export * from "./sheet.ts";
