import {
  DailyleetError,
  heatmap,
  NO_TICKS,
  type PicturedYear,
  readBack,
  sourcesOf,
  yearSummary,
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import { loadConfig } from "../files/settings.ts";
import { renderYear, yearJson } from "../render/year.ts";
import { readYearNumber, todayOf } from "../terminal/dates.ts";
import { tonedLookOf } from "../terminal/look.ts";
import { type CommonOptions, examples, jsonOption, optionsOf, type Program } from "../terminal/options.ts";
import { note, printJson } from "../terminal/print.ts";
import { STREAM, writeTo } from "../terminal/streams.ts";
import { withTracker } from "../tracker/openTracker.ts";

export interface YearOptions extends CommonOptions {
  readonly year: string | undefined;
}

interface DrawnYearOptions extends YearOptions {
  /** Where the picture goes; '-' for stdout. */
  readonly svg: string | undefined;
}

export function registerYear(program: Program, context: Context): void {
  program
    .command("year")
    .summary("show a year at a glance")
    .description("Show a year at a glance: a mark for each day, taller the more sources you did.")
    .argument("[year]", "four digits; default: this year")
    .option("--svg <file>", "save the year as a picture, light and dark; - for stdout")
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples(
        ["dailyleet year", "this year"],
        ["dailyleet year 2025", "an earlier one"],
        ["dailyleet year --svg year.svg", "a picture to post"],
      ),
    )
    .action((year, _options, command) => runYear(context, { ...optionsOf(command), year }));
}

async function runYear(context: Context, options: DrawnYearOptions): Promise<void> {
  const { svg, json } = options;
  if (svg === STREAM && json) {
    throw new DailyleetError(
      "usage",
      "--svg - and --json can't both print to stdout; give --svg a file or leave one out.",
    );
  }
  const config = loadConfig(context);
  const today = todayOf(context);
  const year = options.year === undefined ? today.year : readYearNumber(options.year, today);
  const years = await withTracker(context, config, options, (tracker) => readBack(tracker.readYears, year));
  const view = {
    map: heatmap(year, years[year] ?? NO_TICKS),
    summary: yearSummary(years, year, today),
    today,
    sources: sourcesOf(config),
  };
  if (svg !== undefined) await writePicture(context, view, svg, json);
  else if (json) printJson(context, yearJson(view));
  else context.stdout.write(renderYear(view, await tonedLookOf(context, options)));
}

async function writePicture(context: Context, view: PicturedYear, file: string, json: true | undefined): Promise<void> {
  const { yearPicture } = await import("../parts/picture.ts");
  writeTo(context, file, yearPicture(view, "auto"), "public");
  if (file === STREAM) return;
  if (json) printJson(context, { ...yearJson(view), file });
  else note(context, `Saved the picture of ${view.summary.year} to ${file}.`);
}
