export { planImport, plannedChanges } from "@dailyleet/core";
export { MAX_IMPORT_BYTES, readImport } from "../commands/import/readImport.ts";
export { importJson, renderImport } from "../render/import.ts";
