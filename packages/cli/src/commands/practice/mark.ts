import { type CivilDate, DailyleetError, epochDay, formatDate, type Mark, parseMark } from "@dailyleet/core";
import type { Context } from "../../context.ts";
import { loadConfig } from "../../files/settings.ts";
import { readDay, todayOf } from "../../terminal/dates.ts";
import {
  type CommonOptions,
  dateOption,
  examples,
  jsonOption,
  noWaitOption,
  optionsOf,
  type Program,
  QUESTION_HELP,
  waitOption,
  waitsForCloud,
} from "../../terminal/options.ts";
import { withTracker } from "../../tracker/openTracker.ts";
import { changeUndoably } from "../../tracker/tracker.ts";

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
    .addOption(dateOption())
    .addOption(waitOption())
    .addOption(noWaitOption())
    .addOption(jsonOption())
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
  const { answerMark, readMarkable } = await import("../../parts/questions.ts");
  const waits = waitsForCloud(config, options);
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
