import {
  type CivilDate,
  type Config,
  DailyleetError,
  type Difficulty,
  epochDay,
  formatDate,
  hasCode,
  type Mark,
  type MarkChange,
  parseMark,
  readDifficulty,
} from "@dailyleet/core";
import { InvalidArgumentError, Option } from "commander";
import type { Context } from "../context.ts";
import { loadConfig } from "../files/directories.ts";
import { readDay, todayOf } from "../terminal/dates.ts";
import {
  addVerb,
  type CommonOptions,
  DATE,
  JSON_OPTION,
  LIST,
  type ListOptions,
  NO_WAIT,
  optionsOf,
  type Program,
  QUESTION_HELP,
  WAIT,
  withList,
} from "../terminal/options.ts";
import { type TrackerOptions, withTracker } from "../tracker/openTracker.ts";
import { changeUndoably } from "../tracker/tracker.ts";
import type { QuestionsOptions, StateFilter } from "./questions/list.ts";
import type { Marked } from "./questions/practice.ts";

const STATES: readonly StateFilter[] = ["new", "learning", "known", "due"];

export function registerQuestions(program: Program, context: Context): void {
  addVerb(program, "questions", {
    summary: "list the questions",
    description: "List the questions, or show one in full.",
    examples: [
      ["dailyleet questions", "all"],
      ["dailyleet questions tree --tag dfs", "a word and a tag"],
      ["dailyleet questions --tag two-pointers", "a two-word tag"],
      ["dailyleet questions --state due --difficulty easy", "what is due and easy"],
      ["dailyleet questions --list neetcode150", "the NeetCode 150"],
      ["dailyleet questions --show 'two sum'", "with takeaways, analysis and its marks"],
    ],
  })
    .argument("[words...]", "only questions with all of these words")
    .option(
      "--tag <tag>",
      "only questions with this tag, hyphens for spaces; repeatable",
      (tag, tags: string[] = []) => [...tags, tag],
    )
    .option(
      "--difficulty <difficulty>",
      "only easy, medium or hard questions; repeatable",
      (level, levels: Difficulty[] = []) => [...levels, readLevel(level)],
    )
    .addOption(new Option("--state <state>", "only questions in this state").choices(STATES))
    .addOption(LIST)
    .option("--show <question>", `one question in full, by ${QUESTION_HELP}`)
    .option("--check", "check the question sheet; exit with code 1 if it has problems")
    .addOption(JSON_OPTION)
    .action((words, _options, command) => runQuestions(context, { ...optionsOf(command), words }));
}

function readLevel(text: string): Difficulty {
  const level = readDifficulty(text);
  if (level !== null) return level;
  throw new InvalidArgumentError("Give easy, medium or hard.");
}

async function runQuestions(context: Context, options: QuestionsOptions & ListOptions): Promise<void> {
  const { words, tag, difficulty, state, show, check } = options;
  const filters = [tag, difficulty, state].some((filter) => filter !== undefined);
  const asked = [words.length > 0 || filters, show !== undefined, check === true];
  if (asked.filter(Boolean).length > 1) {
    throw new DailyleetError("usage", "Use either --show or --check, or words with --tag, --difficulty and --state.");
  }
  const config = withList(loadConfig(context), options);
  const { answerQuestions } = await import("./questions/list.ts");
  await answerQuestions(context, config, options, async (use) => {
    try {
      return await withTracker(context, config, options, use);
    } catch (error) {
      // The list is there for whoever is not signed in, too.
      if (state === undefined && hasCode(error, "signin-needed")) return null;
      throw error;
    }
  });
}

interface MarkOptions extends CommonOptions, ListOptions {
  readonly question: string;
  readonly mark: string;
  readonly date: string;
  readonly wait: boolean | undefined;
}

export function registerMark(program: Program, context: Context): void {
  addVerb(program, "mark", {
    summary: "record how a question went",
    description: "Record how a question went, and see when it comes back. One mark a day; the last one counts.",
    examples: [
      ["dailyleet mark 8 solved", "question 8, today"],
      ["dailyleet mark 'two sum' easy --date yesterday", "by its name, yesterday"],
      ["dailyleet mark 8 none", "remove today's mark"],
    ],
  })
    .argument("<question>", QUESTION_HELP)
    .argument("<mark>", "how it went: solution, hint, solved or easy, or 1 to 4; none removes the mark")
    .addOption(DATE)
    .addOption(LIST)
    .addOption(WAIT)
    .addOption(NO_WAIT)
    .addOption(JSON_OPTION)
    .action((question, mark, _options, command) => runMark(context, { ...optionsOf(command), question, mark }));
}

async function runMark(context: Context, options: MarkOptions): Promise<void> {
  const config = withList(loadConfig(context), options);
  const mark = parseMark(options.mark);
  const date = readMarkedDay(options.date, mark, todayOf(context, config));
  const { answerMark, readMarkable } = await import("./questions/practice.ts");
  const waits = options.wait ?? config.waitForCloud;
  const found = await readMarkable(context, config, options.question, waits);
  const change = { question: found.key, date, mark };
  const marked = await giveMark(context, config, { ...options, waits }, change);
  await answerMark(context, config, options, found, marked);
}

/** Gives a mark, or takes it back, so that `undo` finds it. Throws as `withTracker` and `Tracker.change`. */
export function giveMark(
  context: Context,
  config: Config,
  options: TrackerOptions,
  change: MarkChange,
): Promise<Marked> {
  return withTracker(context, config, options, async (tracker) => {
    const result = await changeUndoably(context, tracker, [change], "mark");
    return { ...result, marks: await tracker.readKnownMarks() };
  });
}

/** Only a mark that is there already can be of a day to come, and be taken back. Throws `usage`. */
function readMarkedDay(text: string, mark: Mark, today: CivilDate): string {
  const date = readDay(text, today);
  if (mark === 0 || epochDay(date) <= epochDay(today)) return formatDate(date);
  throw new DailyleetError("usage", `${formatDate(date)} has not come yet; give today or an earlier day.`);
}
