export * from "./deviceFlow/deviceFlow.ts";
export * from "./deviceFlow/devicePolling.ts";
export * from "./firestore/firestore.ts";
export * from "./http/http.ts";
export * from "./http/transport.ts";
export * from "./identity/identity.ts";
export * from "./identity/idTokenSource.ts";
export * from "./sheet.ts";
