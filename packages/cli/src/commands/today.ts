import { type Config, DailyleetError, dayOfYear, dayTicks, isSameDate, NO_TICKS, sourcesOf } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { loadConfig } from "../files/settings.ts";
import { dayJson, renderDay } from "../render/day.ts";
import { readDay, todayOf } from "../terminal/dates.ts";
import { lookOf } from "../terminal/look.ts";
import { type CommonOptions, dateOption, examples, jsonOption, optionsOf, type Program } from "../terminal/options.ts";
import { printJson } from "../terminal/print.ts";
import { withTracker } from "../tracker/openTracker.ts";
import type { Tracker } from "../tracker/tracker.ts";

interface TodayOptions extends CommonOptions {
  readonly date: string;
}

export function registerToday(program: Program, context: Context): void {
  program
    .command("today")
    .summary("show a day's five sources")
    .description("Show a day's five sources. 'dailyleet' alone also shows the last two weeks and your streak.")
    .addOption(dateOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples(["dailyleet today", "today's five sources"], ["dailyleet today --date yesterday", "yesterday's"]),
    )
    .action((_options, command) => runToday(context, optionsOf(command)));
}

async function runToday(context: Context, options: TodayOptions): Promise<void> {
  const config = loadConfig(context);
  const today = todayOf(context);
  const date = readDay(options.date, today);
  const sources = sourcesOf(config);
  const [years, due] = await withTracker(context, config, options, (tracker) =>
    Promise.all([tracker.readYears([date.year]), countDue(context, config, tracker)]),
  );
  const view = { date, sources, ticks: dayTicks(years[date.year] ?? NO_TICKS, dayOfYear(date)), due };
  if (options.json) return printJson(context, dayJson(view));
  const names = sources.map(({ name }) => name);
  const shown = isSameDate(date, today) ? view : { ...view, due: 0 };
  context.stdout.write(renderDay(shown, today, await lookOf(context, options, names)));
}

/**
 * How many questions of the list are due today, whichever day is shown. None where the marks or the list cannot be had:
 * the day is shown all the same, and 'review' says what is wrong.
 */
export async function countDue(context: Context, config: Config, tracker: Tracker): Promise<number> {
  try {
    const cardStates = await tracker.readCardStates();
    if (cardStates.size === 0) return 0;
    const { countDue } = await import("../parts/questions.ts");
    return countDue(context, config, cardStates);
  } catch (error) {
    if (error instanceof DailyleetError) return 0;
    throw error;
  }
}
