export {
  cardStatesOf,
  distinctQuestions,
  formatCardStates,
  nextDue,
  parseCardStates,
  practiceOf,
  progressOf,
} from "@dailyleet/core";
export { answerMark, answerReview, countDue, readMarkable } from "../commands/practice/answer.ts";
export { renderMarked } from "../commands/practice/render.ts";
export { answerQuestions, readRows } from "../commands/questions/answer.ts";
export { loadSheet, readKeptQuestions } from "../commands/questions/loadSheet.ts";
