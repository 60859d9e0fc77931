/** The page's islands, in one chunk: each entry of a page would be a file of its own. */

export { default as Tracker } from "../calendar/Tracker.tsx";
export { default as Counter } from "../counter/Counter.tsx";
export { default as QuestionAccordion } from "../questions/QuestionAccordion.tsx";
