export { createDocumentList } from "@dailyleet/client";
export { closeYear, createReading } from "@dailyleet/core";
