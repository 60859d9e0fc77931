/** Separate chunk: loaded when a configuration has to be checked. */
export { parseServedConfig } from "@dailyleet/core";
