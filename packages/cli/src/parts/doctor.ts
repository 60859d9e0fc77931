export { examine } from "../doctor/examine.ts";
