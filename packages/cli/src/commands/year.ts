import { heatmap, NO_TICKS, readBack, WEEK_START, yearSummary } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { loadConfig } from "../files/settings.ts";
import { renderYear, yearJson } from "../render/year.ts";
import { readYearNumber, todayOf } from "../terminal/dates.ts";
import { lookOf } from "../terminal/look.ts";
import { type CommonOptions, examples, jsonOption, optionsOf, type Program } from "../terminal/options.ts";
import { printJson } from "../terminal/print.ts";
import { withTracker } from "../tracker/openTracker.ts";

export interface YearOptions extends CommonOptions {
  readonly year: string | undefined;
}

export function registerYear(program: Program, context: Context): void {
  program
    .command("year")
    .summary("a year at a glance")
    .description("Show a year at a glance: a mark for each day, the higher the more sources were done.")
    .argument("[year]", "four digits; this year when left out")
    .addOption(jsonOption())
    .addHelpText("after", examples(["dailyleet year", "this year"], ["dailyleet year 2025", "an earlier one"]))
    .action((year, _options, command) => runYear(context, { ...optionsOf(command), year }));
}

export async function runYear(context: Context, options: YearOptions): Promise<void> {
  const config = loadConfig(context);
  const today = todayOf(context);
  const year = options.year === undefined ? today.year : readYearNumber(options.year, today);
  const years = await withTracker(context, config, options, (tracker) => readBack(tracker.readYears, year));
  const view = {
    map: heatmap(year, years[year] ?? NO_TICKS, WEEK_START),
    summary: yearSummary(years, year, today),
    today,
  };
  if (options.json) printJson(context, yearJson(view));
  else context.stdout.write(renderYear(view, await lookOf(context, options)));
}
