import { type Difficulty, readDifficulty } from "@dailyleet/core";
import { InvalidArgumentError, Option } from "commander";
import type { Context } from "../context.ts";
import { addVerb, HELP, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import type { StateFilter } from "./questions/list.ts";

const STATES: readonly StateFilter[] = ["new", "learning", "known", "due"];
const UPCOMING_DAYS = 14;
const MOST_DAYS = 366;
const readDays = numberUpTo(MOST_DAYS, `Give a number of days from 1 to ${MOST_DAYS}.`);
const readCount = numberUpTo(9_999_999, "Give a number from 1 on.");

export function registerQuestions(program: Program, context: Context): void {
  addVerb(program, "questions", {
    summary: "list the questions",
    description: "List the questions, or show one in full.",
    examples: {
      "dailyleet questions": "all",
      "dailyleet questions tree --tag dfs": "a word and a tag",
      "dailyleet questions --tag two-pointers": "a two-word tag",
      "dailyleet questions --state due --difficulty easy": "what is due and easy",
      "dailyleet questions --list neetcode150": "the NeetCode 150",
      "dailyleet questions --show 'two sum'": "with takeaways, analysis and its marks",
    },
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
    .addOption(OPTION.list)
    .option("--show <question>", `one question in full, by ${HELP.question}`)
    .option("--check", "check the question sheet; exit with code 1 if it has problems")
    .addOption(OPTION.json)
    .action(async (words, _options, command) =>
      (await import("./questions/list.ts")).runQuestions(context, { ...optionsOf(command), words }),
    );
}

export function registerMark(program: Program, context: Context): void {
  addVerb(program, "mark", {
    summary: "record how a question went",
    description: "Record how a question went, and see when it comes back. One mark a day; the last one counts.",
    examples: {
      "dailyleet mark 8 solved": "question 8, today",
      "dailyleet mark 'two sum' easy --date yesterday": "by its name, yesterday",
      "dailyleet mark 8 none": "remove today's mark",
    },
  })
    .argument("<question>", HELP.question)
    .argument("<mark>", "how it went: solution, hint, solved or easy, or 1 to 4; none removes the mark")
    .addOption(OPTION.date)
    .addOption(OPTION.list)
    .addOption(OPTION.wait)
    .addOption(OPTION.noWait)
    .addOption(OPTION.json)
    .action(async (question, mark, _options, command) =>
      (await import("./questions/practice.ts")).runMark(context, { ...optionsOf(command), question, mark }),
    );
}

export function registerReview(program: Program, context: Context): void {
  addVerb(program, "review", {
    summary: "list what to practise today, or practise it",
    description: "List what to practise today: due questions, the longest overdue first, then new ones.",
    examples: {
      "dailyleet review": "five, with their numbers and links",
      "dailyleet review --start": "practise: open, try, mark, next",
      "dailyleet review --upcoming": "the next two weeks",
      "dailyleet mark 8 solved": "record how it went",
    },
  })
    .option("--limit <count>", "how many at most; default: 5, or what the plan has for today", readCount)
    .option("--start", "practise them one after the other")
    .option("--upcoming [days]", `how many come back on each of the next days; default: ${UPCOMING_DAYS}`, readDays)
    .addOption(OPTION.list)
    .addOption(OPTION.json)
    .action(async (_options, command) => {
      const options = optionsOf(command);
      const upcoming = options.upcoming === true ? UPCOMING_DAYS : options.upcoming;
      await (await import("./questions/review.ts")).runReview(context, { ...options, upcoming });
    });
}

export function registerPlan(program: Program, context: Context): void {
  addVerb(program, "plan", {
    summary: "plan a list until a day",
    description: "Show how many new questions a day meet the whole list by a day, and which; reviews come first.",
    examples: {
      "dailyleet plan": "the plan of your configuration",
      "dailyleet plan --until 2027-03-31": "another one, this once",
      "dailyleet config plan 2027-03-31": "keep it",
    },
  })
    .option("--until <day>", "the last day, such as 12-30 or 2027-03-31; default: the plan of the configuration")
    .addOption(OPTION.list)
    .addOption(OPTION.json)
    .action(async (_options, command) =>
      (await import("./questions/practice.ts")).runPlan(context, optionsOf(command)),
    );
}

function readLevel(text: string): Difficulty {
  const level = readDifficulty(text);
  if (level !== null) return level;
  throw new InvalidArgumentError("Give easy, medium or hard.");
}

function numberUpTo(most: number, advice: string) {
  return (text: string): number => {
    if (/^[1-9]\d*$/.test(text) && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(advice);
  };
}
