export * from "./deviceFlow/deviceFlow.ts";
export * from "./deviceFlow/devicePolling.ts";
export { createDocumentList, createFirestore } from "./firestore/documentList.ts";
export { createFirestoreWithoutList, FIRESTORE_ORIGIN, type FirestoreOptions } from "./firestore/firestore.ts";
export * from "./http/http.ts";
export * from "./http/http.ts";
export * from "./identity/identity.ts";
export * from "./identity/idTokenSource.ts";
export * from "./sheet.ts";
