/** On its own, so that it can be loaded when there is something to check. */
export { parseServedConfig } from "@dailyleet/core";
