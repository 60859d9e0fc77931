import {
  DailyleetError,
  formatDate,
  type HeatmapDay,
  heatmap,
  NO_TICKS,
  type PicturedYear,
  readBack,
  type YearView,
  yearSummary,
  yearText,
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import { STREAM, writeTo } from "../files/files.ts";
import { loadConfig } from "../files/settings.ts";
import { capabilitiesOf } from "../terminal/capabilities.ts";
import { firstWeekdayOf, readYearNumber, todayOf } from "../terminal/dates.ts";
import { addVerb, type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { printJson, printNote } from "../terminal/output.ts";
import { paragraphWidth, wrap } from "../terminal/width.ts";
import { withTracker } from "../tracker/openTracker.ts";

export interface YearOptions extends CommonOptions {
  readonly year: string | undefined;
}

export function registerYear(program: Program, context: Context): void {
  addVerb(program, "year", {
    summary: "show a year at a glance",
    description: "Show a year at a glance: a mark for each day, taller the more sources you did.",
    examples: {
      "dailyleet year": "this year",
      "dailyleet year 2025": "an earlier one",
      "dailyleet year --svg year.svg": "a picture to post",
    },
  })
    .argument("[year]", "four digits; default: this year")
    .option("--svg <file>", "save the year as a picture, light and dark; - for stdout")
    .addOption(OPTION.json)
    .action((year, _options, command) => runYear(context, { ...optionsOf(command), year }));
}

async function runYear(context: Context, options: YearOptions & { readonly svg: string | undefined }): Promise<void> {
  const { svg, json } = options;
  if (svg === STREAM && json) {
    const sentence = "--svg - and --json can't both print to stdout; give --svg a file or leave one out.";
    throw new DailyleetError("usage", sentence);
  }
  const { years, year, today, config, summary } = await readYear(context, options);
  const map = heatmap(year, years[year] ?? NO_TICKS, firstWeekdayOf(context), summary.streaks.rested);
  const view = { map, summary, today, sources: config.sources };
  if (svg !== undefined) await writePicture(context, view, svg, json);
  else if (json) printJson(context, yearJson(view));
  else {
    const terminal = await capabilitiesOf(context, options);
    const width = paragraphWidth(terminal.columns);
    context.stdout.write(yearText(view, { ...terminal, wrap: (text) => wrap(text, width, terminal.measure) }));
  }
}

/** The named year, or this one, with the earlier years into which its streaks reach. */
export async function readYear(context: Context, options: YearOptions) {
  const config = loadConfig(context, options);
  const today = todayOf(context, config);
  const year = options.year === undefined ? today.year : readYearNumber(options.year, today);
  const years = await withTracker(context, config, options, (tracker) => readBack(tracker.ticks, year));
  return { years, year, today, config, summary: yearSummary(years, year, today, config.rest) };
}

async function writePicture(context: Context, view: PicturedYear, file: string, json: true | undefined): Promise<void> {
  const { yearPicture } = await import("@dailyleet/core/picture");
  writeTo(context, file, yearPicture(view, "auto"), "public");
  if (file === STREAM) return;
  if (json) printJson(context, { ...yearJson(view), file });
  else printNote(context, `Saved the picture of ${view.summary.year} to ${file}.`);
}

function yearJson({ map, summary: { done, activeDays, fullDays } }: YearView): object {
  const marked = map.weeks.flat().filter((day) => day !== null && day.level > 0 && !isLeapDay(day)) as HeatmapDay[];
  const days = marked.map(({ date, day, level }) => ({ date: formatDate(date), day, done: level }));
  return { version: 1, year: map.year, days, done, activeDays, fullDays };
}

/** 29 February shares its ticks with 1 March, under which they are listed. */
function isLeapDay({ date }: HeatmapDay): boolean {
  return date.month === 2 && date.day === 29;
}
