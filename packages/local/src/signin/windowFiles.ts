import { readFileSync } from "node:fs";
import { join } from "node:path";

const read = (name: string) => readFileSync(join(import.meta.dirname, name), "utf8");

/** What the sign-in window loads. The command line's build, which leaves these files behind, puts their texts here. */
export const WINDOW_PAGE = read("window.html");
export const WINDOW_SCRIPT = read("window.js");
export const WINDOW_STYLE = read("window.css");
