import { InvalidArgumentError } from "commander";
import type { Context } from "../../context.ts";
import { loadConfig } from "../../files/settings.ts";
import { examples, jsonOption, optionsOf, type Program } from "../../terminal/options.ts";
import { withTracker } from "../../tracker/openTracker.ts";
import type { ReviewOptions } from "./answer.ts";

export function registerReview(program: Program, context: Context): void {
  program
    .command("review")
    .summary("list what to practise today")
    .description("List what to practise today: due questions, the longest overdue first, then new ones.")
    .option("--limit <count>", "how many at most; default: 5", readCount)
    .addOption(jsonOption())
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
  const { answerReview } = await import("../../parts/questions.ts");
  await answerReview(context, config, options, cardStates);
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Give a number from 1 on.");
}
