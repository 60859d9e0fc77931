export { readImport } from "../commands/import/readImport.ts";
