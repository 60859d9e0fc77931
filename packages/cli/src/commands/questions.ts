import { type CivilDate, DailyleetError, epochDay, formatDate, type Mark, parseMark } from "@dailyleet/core";
import { InvalidArgumentError, Option } from "commander";
import type { Context } from "../context.ts";
import { loadConfig } from "../files/directories.ts";
import { readDay, todayOf } from "../terminal/dates.ts";
import {
  type CommonOptions,
  DATE,
  examples,
  JSON_OPTION,
  NO_WAIT,
  optionsOf,
  type Program,
  QUESTION_HELP,
  WAIT,
} from "../terminal/options.ts";
import { withTracker } from "../tracker/openTracker.ts";
import { changeUndoably } from "../tracker/tracker.ts";
import type { QuestionsOptions, StateFilter } from "./questions/list.ts";
import type { ReviewOptions } from "./questions/practice.ts";

const STATES: readonly StateFilter[] = ["new", "learning", "known", "due"];

export function registerQuestions(program: Program, context: Context): void {
  program
    .command("questions")
    .summary("list the questions")
    .description("List the questions, or show one in full.")
    .argument("[words...]", "only questions with all of these words")
    .option(
      "--tag <tag>",
      "only questions with this tag, hyphens for spaces; repeatable",
      (tag, tags: string[] = []) => [...tags, tag],
    )
    .addOption(new Option("--state <state>", "only questions in this state").choices(STATES))
    .option("--show <question>", `one question in full, by ${QUESTION_HELP}`)
    .option("--check", "check the question sheet; exit with code 1 if it has problems")
    .addOption(JSON_OPTION)
    .addHelpText(
      "after",
      examples(
        ["dailyleet questions", "all"],
        ["dailyleet questions tree --tag dfs", "a word and a tag"],
        ["dailyleet questions --tag two-pointers", "a two-word tag"],
        ["dailyleet questions --state due", "what is due"],
        ["dailyleet questions --show 'two sum'", "with takeaways and analysis"],
      ),
    )
    .action((words, _options, command) => runQuestions(context, { ...optionsOf(command), words }));
}

async function runQuestions(context: Context, options: QuestionsOptions): Promise<void> {
  const { words, tag, state, show, check } = options;
  const asked = [words.length > 0 || tag !== undefined || state !== undefined, show !== undefined, check === true];
  if (asked.filter(Boolean).length > 1) {
    throw new DailyleetError("usage", "Use either --show or --check, or words with --tag and --state.");
  }
  const config = loadConfig(context);
  const cardStates = await (state === undefined
    ? null
    : withTracker(context, config, options, (tracker) => tracker.readCardStates()));
  const { answerQuestions } = await import("./questions/list.ts");
  await answerQuestions(context, config, options, cardStates);
}

export function registerReview(program: Program, context: Context): void {
  program
    .command("review")
    .summary("list what to practise today")
    .description("List what to practise today: due questions, the longest overdue first, then new ones.")
    .option("--limit <count>", "how many at most; default: 5", readCount)
    .addOption(JSON_OPTION)
    .addHelpText(
      "after",
      examples(
        ["dailyleet review", "five, with their numbers"],
        ["dailyleet questions --show 8", "read one"],
        ["dailyleet mark 8 solved", "record how it went"],
      ),
    )
    .action((_options, command) => runReview(context, optionsOf(command)));
}

async function runReview(context: Context, options: ReviewOptions): Promise<void> {
  const config = loadConfig(context);
  const cardStates = await withTracker(context, config, options, (tracker) => tracker.readCardStates());
  const { answerReview } = await import("./questions/practice.ts");
  await answerReview(context, config, options, cardStates);
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Give a number from 1 on.");
}

interface MarkOptions extends CommonOptions {
  readonly question: string;
  readonly mark: string;
  readonly date: string;
  readonly wait: boolean | undefined;
}

export function registerMark(program: Program, context: Context): void {
  program
    .command("mark")
    .summary("record how a question went")
    .description("Record how a question went, and see when it comes back. One mark a day; the last one counts.")
    .argument("<question>", QUESTION_HELP)
    .argument("<mark>", "how it went: solution, hint, solved or easy, or 1 to 4; none removes the mark")
    .addOption(DATE)
    .addOption(WAIT)
    .addOption(NO_WAIT)
    .addOption(JSON_OPTION)
    .addHelpText(
      "after",
      examples(
        ["dailyleet mark 8 solved", "question 8, today"],
        ["dailyleet mark 'two sum' easy --date yesterday", "by its name, yesterday"],
        ["dailyleet mark 8 none", "remove today's mark"],
      ),
    )
    .action((question, mark, _options, command) => runMark(context, { ...optionsOf(command), question, mark }));
}

async function runMark(context: Context, options: MarkOptions): Promise<void> {
  const config = loadConfig(context);
  const mark = parseMark(options.mark);
  const date = readMarkedDay(options.date, mark, todayOf(context));
  const { answerMark, readMarkable } = await import("./questions/practice.ts");
  const waits = options.wait ?? config.waitForCloud;
  const found = await readMarkable(context, config, options.question, waits);
  const change = { question: found.key, date, mark };
  const marked = await withTracker(context, config, { ...options, waits }, async (tracker) => {
    const result = await changeUndoably(context, tracker, [change], "mark");
    return { ...result, marks: await tracker.readKnownMarks() };
  });
  await answerMark(context, options, found, marked);
}

/** Only a mark that is there already can be of a day to come, and be taken back. Throws `usage`. */
function readMarkedDay(text: string, mark: Mark, today: CivilDate): string {
  const date = readDay(text, today);
  if (mark === 0 || epochDay(date) <= epochDay(today)) return formatDate(date);
  throw new DailyleetError("usage", `${formatDate(date)} has not come yet; give today or an earlier day.`);
}
