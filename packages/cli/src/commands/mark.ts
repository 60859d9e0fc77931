import {
  type Config,
  findQuestion,
  formatDate,
  isMarkable,
  MARK_WORDS,
  type MarkChange,
  markCell,
  NO_TICKS,
  parseMark,
  planOf,
  progressOf,
  tickBeside,
  usageError,
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import { renderMarked, untickedText } from "../rendering/practice.ts";
import { capabilitiesOf } from "../terminal/capabilities.ts";
import { readAnyDay, readDay, todayOf } from "../terminal/dates.ts";
import {
  type CommonOptions,
  HELP,
  type ListOptions,
  OPTION,
  optionsOf,
  type Program,
  withList,
} from "../terminal/options.ts";
import { printJson, writeText } from "../terminal/output.ts";
import { loadSheet } from "../tracker/list.ts";
import { makeChanges } from "../tracker/makeChanges.ts";
import { type TrackerOptions, withTracker } from "../tracker/openTracker.ts";
import { addVerb, type CommandContext } from "../verb.ts";

interface MarkOptions extends CommonOptions, ListOptions {
  readonly question: string;
  readonly mark: string;
  readonly date: string;
  readonly wait: boolean;
}

export function registerMark(program: Program, context: CommandContext): void {
  addVerb(program, context, "mark", {
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
    .addOption(OPTION.noWait)
    .addOption(OPTION.json)
    .action((question, mark, _options, command) => runMark(context, { ...optionsOf(command), question, mark }));
}

async function runMark(context: CommandContext, options: MarkOptions): Promise<void> {
  const config = withList(context.config(), options);
  const today = todayOf(context, config);
  const mark = parseMark(options.mark);
  const date = formatDate((mark === 0 ? readAnyDay : readDay)(options.date, today));
  const waits = options.wait && config.waitForCloud !== false;
  // Without waiting for the network, use the last download, however old.
  const { questions } = await loadSheet(context, config, !waits ? Number.POSITIVE_INFINITY : undefined);
  const { question, key } = findQuestion(questions, options.question);
  const { name, link } = question;
  if (!isMarkable(key)) {
    throw usageError(`'${name}' can have no marks, because its link or name is too long or not allowed.`);
  }
  const change = { ...markCell(key, date), state: mark };
  const { made, saved, marks, years } = await giveMark(context, config, { ...options, waits }, change);
  const { due } = progressOf(marks, key, today, planOf(config));
  if (options.json) {
    const words = { mark: MARK_WORDS[mark], was: MARK_WORDS[Number(made.was)] };
    return printJson(context, { version: 1, question: { name, link }, date, ...words, due, saved });
  }
  const terminal = await capabilitiesOf(context, options, [name]);
  writeText(context.stdout, renderMarked(question, made, due, today, terminal));
  const beside = tickBeside(change, today, config.sources, years[today.year] ?? NO_TICKS);
  if (beside === null) return;
  const { column: source } = beside;
  writeText(context.stdout, `${untickedText(config.sources, source, `dailyleet tick ${source}`)}\n`);
}

/** Resolves to the change, all marks after it, and the ticks of its year. */
async function giveMark(context: Context, config: Config, options: TrackerOptions, change: MarkChange) {
  return withTracker(context, config, { ...options, purpose: "write" }, async (tracker) => {
    const { changes, saved } = await makeChanges(context, tracker, { command: "mark", changes: [change] });
    const [made] = changes;
    if (made === undefined) throw new Error("the tracker has not answered the mark");
    const years = await tracker.knownTicks([Number(change.column.slice(0, 4))]);
    return { made, saved, marks: await tracker.knownMarks(), years };
  });
}
