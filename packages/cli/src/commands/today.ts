import { dayOfYear, dayTicks, NO_TICKS, sourcesOf } from "@dailyleet/core";
import type { Command } from "commander";
import type { Context } from "../context.ts";
import { loadConfig } from "../files/settings.ts";
import { dayJson, renderDay } from "../render/day.ts";
import { readDay, todayOf } from "../terminal/dates.ts";
import { lookOf } from "../terminal/look.ts";
import { dateOption, examples, type GlobalOptions, type JsonOption, jsonOption } from "../terminal/options.ts";
import { printJson } from "../terminal/print.ts";
import { withTracker } from "../tracker/openTracker.ts";

export interface TodayOptions extends GlobalOptions, JsonOption {
  readonly date: string;
}

export function registerToday(program: Command, context: Context): void {
  program
    .command("today")
    .summary("show the five sources of a day")
    .description("Show the five sources of a day; also what 'dailyleet' alone does.")
    .addOption(dateOption())
    .addOption(jsonOption())
    .addHelpText("after", examples(["dailyleet", "today"], ["dailyleet today --date yesterday", "the day before"]))
    .action((_options, command: Command) => runToday(context, command.optsWithGlobals()));
}

export async function runToday(context: Context, options: TodayOptions): Promise<void> {
  const config = loadConfig(context);
  const date = readDay(options.date, todayOf(context));
  const sources = sourcesOf(config);
  const years = await withTracker(context, config, options, (tracker) => tracker.readYears([date.year]));
  const view = { date, sources, ticks: dayTicks(years[date.year] ?? NO_TICKS, dayOfYear(date)) };
  if (options.json) printJson(context, dayJson(view));
  else
    context.stdout.write(
      renderDay(
        view,
        await lookOf(
          context,
          options,
          sources.map(({ name }) => name),
        ),
      ),
    );
}
