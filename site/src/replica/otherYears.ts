/** Separate chunk: loaded to close a year or to read an earlier one. */
export { createDocumentList } from "@dailyleet/client";
export { closeYear, createReading } from "@dailyleet/core";
