/** What comes to life in the page. Together, because each entry of a page is a file of its own. */
export { default as Counter } from "./Counter.tsx";
export { default as QuestionAccordion } from "./QuestionAccordion.tsx";
export { default as Tracker } from "./Tracker.tsx";
