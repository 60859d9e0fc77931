import { readBack, STRENGTH_FORMULA, sourcesOf, yearSummary } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { loadConfig } from "../files/settings.ts";
import { renderStats, statsJson } from "../render/stats.ts";
import { readYearNumber, todayOf } from "../terminal/dates.ts";
import { lookOf } from "../terminal/look.ts";
import { examples, jsonOption, optionsOf, type Program } from "../terminal/options.ts";
import { printJson } from "../terminal/print.ts";
import { withTracker } from "../tracker/openTracker.ts";
import type { YearOptions } from "./year.ts";

export function registerStats(program: Program, context: Context): void {
  program
    .command("stats")
    .summary("show streaks, totals and strength")
    .description(`Show streaks, totals for each source and your strength score. ${STRENGTH_FORMULA}`)
    .argument("[year]", "four digits; default: this year")
    .addOption(jsonOption())
    .addHelpText("after", examples(["dailyleet stats", "this year"], ["dailyleet stats 2025 --json", "for scripts"]))
    .action((year, _options, command) => runStats(context, { ...optionsOf(command), year }));
}

async function runStats(context: Context, options: YearOptions): Promise<void> {
  const config = loadConfig(context);
  const today = todayOf(context);
  const year = options.year === undefined ? today.year : readYearNumber(options.year, today);
  const years = await withTracker(context, config, options, (tracker) => readBack(tracker.readYears, year));
  const summary = yearSummary(years, year, today);
  const view = { summary, sources: sourcesOf(config), isRunning: year === today.year };
  const names = view.sources.map(({ name }) => name);
  if (options.json) printJson(context, statsJson(view));
  else context.stdout.write(renderStats(view, await lookOf(context, options, names)));
}
