export { answerQuestions } from "../commands/questions/answer.ts";
