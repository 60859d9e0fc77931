export { answerMark, answerReview, countDue } from "../commands/practice/answer.ts";
export { findQuestion } from "../commands/practice/findQuestion.ts";
export { answerQuestions } from "../commands/questions/answer.ts";
export { readKeptQuestions } from "../commands/questions/loadSheet.ts";
