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
    .summary("the curated questions")
    .description("List the curated questions, or show one in full.")
    .argument("[words...]", "only questions with all of these words")
    .option(
      "--tag <tag>",
      "only questions with this tag, hyphens for spaces; may be repeated",
      (tag, tags: string[] = []) => [...tags, tag],
    )
    .addOption(new Option("--state <state>", "only questions in this state").choices(STATES))
    .option("--show <question>", `one question in full, by ${QUESTION_HELP}`)
    .option("--check", "report what is wrong in the sheet; ends with 1 when there is something")
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples(
        ["dailyleet questions", "all"],
        ["dailyleet questions tree --tag dfs", "a word and a tag"],
        ["dailyleet questions --tag two-pointers", "a tag of two words"],
        ["dailyleet questions --state due", "what has come back"],
        ["dailyleet questions --show 'two sum'", "with takeaways and analysis"],
      ),
    )
    .action((words, _options, command) => runQuestions(context, { ...optionsOf(command), words }));
}

async function runQuestions(context: Context, options: QuestionsOptions): Promise<void> {
  const { words, tag, state, show, check } = options;
  const asked = [words.length > 0 || tag !== undefined || state !== undefined, show !== undefined, check === true];
  if (asked.filter(Boolean).length > 1) {
    throw new DailyleetError(
      "usage",
      "Words, tags and state, --show and --check do not go together; give one of them.",
    );
  }
  const config = loadConfig(context);
  const cardStates = await (state === undefined
    ? null
    : withTracker(context, config, options, (tracker) => tracker.readCardStates()));
  const { answerQuestions } = await import("../../parts/questions.ts");
  await answerQuestions(context, config, options, cardStates);
}
