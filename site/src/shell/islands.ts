/** The page's islands, in one chunk: each entry of a page would be a file of its own. */

import { start } from "./start.ts";

export { default as Counter } from "../counter/Counter.tsx";
export { default as QuestionAccordion } from "../questions/QuestionAccordion.tsx";
export { default as Tracker } from "./Tracker.tsx";

// A script of the page's own would be one more file to wait for.
if (!import.meta.env.SSR) void start();
