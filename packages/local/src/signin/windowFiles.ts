import { readFileSync } from "node:fs";
import { join } from "node:path";

const read = (name: string) => readFileSync(join(import.meta.dirname, name), "utf8");

/** The files of the sign-in window. The command line's build inlines their texts in place of this module. */
export const WINDOW_PAGE = read("window.html");
export const WINDOW_SCRIPT = read("window.js");
export const WINDOW_STYLE = read("window.css");
