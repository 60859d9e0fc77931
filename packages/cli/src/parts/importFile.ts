export { parseExport } from "@dailyleet/core";
