/** What comes to life in the page. Together, because each entry of a page is a file of its own. */

export { default as Tracker } from "../calendar/Tracker.tsx";
export { default as Counter } from "../counter/Counter.tsx";
export { default as QuestionAccordion } from "../questions/QuestionAccordion.tsx";
