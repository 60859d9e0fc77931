export * from "./deviceFlow.ts";
export * from "./devicePolling.ts";
export * from "./firestore.ts";
export * from "./http.ts";
export * from "./identity.ts";
export * from "./idTokenSource.ts";
export * from "./sheet.ts";
export * from "./transport.ts";
