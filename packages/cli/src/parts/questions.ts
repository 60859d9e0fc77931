export { answerQuestions } from "../commands/questions/answer.ts";
export { readKeptQuestions } from "../commands/questions/loadSheet.ts";
