export { closeYear } from "@dailyleet/core";
