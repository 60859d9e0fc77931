export { planImport, plannedChanges } from "@dailyleet/core";
export { readImport } from "../commands/import/readImport.ts";
export { importJson, renderImport } from "../render/import.ts";
