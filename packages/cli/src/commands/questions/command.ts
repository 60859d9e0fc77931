import { DailyleetError } from "@dailyleet/core";
import { Option } from "commander";
import type { Context } from "../../context.ts";
import { loadConfig } from "../../files/settings.ts";
import { examples, jsonOption, optionsOf, type Program, QUESTION_HELP } from "../../terminal/options.ts";
import { withTracker } from "../../tracker/openTracker.ts";
import type { QuestionsOptions, StateFilter } from "./answer.ts";

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
    .addOption(jsonOption())
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
  const { answerQuestions } = await import("../../parts/questions.ts");
  await answerQuestions(context, config, options, cardStates);
}
