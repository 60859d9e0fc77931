import {
  type Config,
  DailyleetError,
  distinctQuestions,
  fold,
  isMarkable,
  type ListedQuestion,
  type Question,
  questionKey,
  webLink,
} from "@dailyleet/core";
import type { Context } from "../../context.ts";
import { oneLine } from "../../terminal/print.ts";
import { loadSheet } from "../questions/loadSheet.ts";

/**
 * The question that a person names by its number in the list, its link or key, its name or the beginning of its name.
 * Who does not wait for the network has it from the last download, however old. Throws `usage` where it is none, more
 * than one, or one that can have no marks.
 */
export async function findQuestion(
  context: Context,
  config: Config,
  text: string,
  waits: boolean,
): Promise<ListedQuestion> {
  const { questions } = await loadSheet(context, config, waits ? undefined : Number.POSITIVE_INFINITY);
  const found = /^[1-9]\d{0,6}$/.test(text) ? numbered(questions, Number(text)) : named(questions, text);
  if (isMarkable(found.key)) return found;
  const name = oneLine(found.question.name);
  throw new DailyleetError("usage", `'${name}' can have no marks, because its link is too long or not allowed.`);
}

function numbered(questions: readonly Question[], number: number): ListedQuestion {
  const question = questions[number - 1];
  if (question) return { question, number, key: questionKey(question) };
  throw new DailyleetError("usage", `There is no question ${number}; ${wayOn(questions)}.`);
}

function named(questions: readonly Question[], text: string): ListedQuestion {
  const entries = distinctQuestions(questions);
  const key = webLink(text) ? questionKey({ link: text, name: "" }) : text;
  const beginning =
    fold(text) === "" ? [] : entries.filter(({ question }) => fold(question.name).startsWith(fold(text)));
  const choices = [
    entries.filter((entry) => entry.key === key),
    beginning.filter(({ question }) => fold(question.name) === fold(text)),
    beginning,
  ];
  const [found, ...others] = choices.find(({ length }) => length > 0) ?? [];
  if (found === undefined) throw notThere(questions, text);
  if (others.length > 0) throw ambiguous(text, [found, ...others]);
  return found;
}

function notThere(questions: readonly Question[], text: string): DailyleetError {
  const fault = webLink(text) ? "is not the link of a question in the list" : "is not a question of the list";
  return new DailyleetError("usage", `'${oneLine(text)}' ${fault}; ${wayOn(questions)}.`);
}

function wayOn({ length }: readonly Question[]): string {
  if (length === 0) return "the list is empty";
  return `give a number from 1 to ${length}, a link or the beginning of a name, as 'dailyleet questions' lists them`;
}

const MAX_CANDIDATES = 8;

function ambiguous(text: string, found: readonly ListedQuestion[]): DailyleetError {
  const names = found.slice(0, MAX_CANDIDATES).map(({ number, question }) => `${number} ${oneLine(question.name)}`);
  const more = found.length > MAX_CANDIDATES ? ` and ${found.length - MAX_CANDIDATES} more` : "";
  return new DailyleetError(
    "usage",
    `'${oneLine(text)}' could be more than one question; give the number or more of the name: ${names.join(", ")}${more}.`,
  );
}
