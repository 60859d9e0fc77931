export { answerQuestions } from "../questions/answer.ts";
