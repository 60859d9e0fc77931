export { examine } from "../commands/doctor/examine.ts";
