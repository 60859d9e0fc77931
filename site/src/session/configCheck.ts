/** Separate chunk, loaded on demand: a stored configuration needs no check. */
export { parseServedConfig } from "@dailyleet/core";
