export * from "./answers.ts";
export * from "./deviceFlow.ts";
export * from "./failures.ts";
export { createFirestore, FIRESTORE_ORIGIN } from "./firestore.ts";
export * from "./http.ts";
export * from "./identity.ts";
export * from "./judges.ts";
export * from "./sheet.ts";
