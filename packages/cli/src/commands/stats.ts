import {
  type Config,
  figuresOf,
  formatDate,
  heatmap,
  heatmapLines,
  NO_TICKS,
  type Rest,
  readBack,
  SOURCE_NUMBERS,
  STRENGTH_FORMULA,
  type Streak,
  sourceName,
  streakTitle,
  usageError,
  type YearSummary,
  yearSummary,
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import { STREAM, writeNamed } from "../files/files.ts";
import { fitNames, namesOf } from "../rendering/sources.ts";
import { type Capabilities, capabilitiesOf } from "../terminal/capabilities.ts";
import { firstWeekdayOf, readYearNumber, todayOf } from "../terminal/dates.ts";
import { type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { printJson, printNote } from "../terminal/output.ts";
import { labelled, padEnd } from "../terminal/width.ts";
import { withTracker } from "../tracker/openTracker.ts";
import { addVerb, type CommandContext } from "../verb.ts";

interface StatsOptions extends CommonOptions {
  readonly year: string | undefined;
  readonly svg: string | undefined;
}

export function registerStats(program: Program, context: CommandContext): void {
  addVerb(program, context, "stats", {
    summary: "show a year: heatmap, streaks, totals",
    description: `Show a year: a mark for each day, taller the more sources you did, with streaks, totals for each source and your strength score. ${STRENGTH_FORMULA}`,
    examples: {
      "dailyleet stats": "this year",
      "dailyleet stats 2025 --json": "an earlier one, for scripts",
      "dailyleet stats --svg year.svg": "a picture to post",
    },
  })
    .argument("[year]", "four digits; default: this year")
    .option("--svg <file>", "save the year as a picture, light and dark; - for stdout")
    .addOption(OPTION.json)
    .action((year, _options, command) => runStats(context, { ...optionsOf(command), year }));
}

async function runStats(context: CommandContext, options: StatsOptions): Promise<void> {
  const { svg, json } = options;
  if (svg === STREAM && json) {
    const sentence = "--svg - and --json can't both print to stdout; give --svg a file or leave one out.";
    throw usageError(sentence);
  }
  const config = context.config();
  const view = await readYear(context, config, options);
  if (svg !== undefined) await writePicture(context, view, svg);
  if (json) printJson(context, { ...statsJson(view), ...(svg !== undefined && { file: svg }) });
  else if (svg === undefined) context.stdout.write(await renderYear(context, options, view, config.rest));
  else if (svg !== STREAM) printNote(context, `Saved the picture of ${view.summary.year} to ${svg}.`);
}

type View = Awaited<ReturnType<typeof readYear>>;

/** The named year, by default this year, with the earlier years that its streaks reach into. */
async function readYear(context: Context, config: Config, options: StatsOptions) {
  const today = todayOf(context, config);
  const year = options.year === undefined ? today.year : readYearNumber(options.year, today);
  const years = await withTracker(context, config, options, (tracker) => readBack(tracker.ticks, year));
  const summary = yearSummary(years, year, today, config.rest);
  const map = heatmap(year, years[year] ?? NO_TICKS, firstWeekdayOf(context), summary.streaks.rested);
  return { map, summary, today, sources: config.sources };
}

async function writePicture(context: Context, view: View, file: string): Promise<void> {
  const { yearPicture } = await import("@dailyleet/core/picture");
  const picture = yearPicture(view, "auto");
  if (file === STREAM) context.stdout.write(picture);
  else writeNamed(file, picture, "public");
}

async function renderYear(
  context: Context,
  options: StatsOptions,
  view: View,
  rest: Rest | undefined,
): Promise<string> {
  const { map, summary, today, sources } = view;
  const terminal = await capabilitiesOf(context, options, namesOf(sources));
  const names = fitNames(sources, terminal.columns - BAR_COLUMNS, terminal);
  const width = Math.max(streakTitle(false).length, terminal.measure(names[0] ?? "") + 3);
  const rows = figuresOf(summary, today, rest).map(({ label, value, unit, detail }) => {
    const text = `${String(value).padStart(FIGURE_WIDTH)} ${unit.padEnd(UNIT_WIDTH)}${detail}`.trimEnd();
    return labelled(label.padEnd(width), width, text, terminal.columns, terminal.measure);
  });
  const year = heatmapLines(map, today, terminal);
  return [...year, "", ...rows, "", ...sourceBars(summary, names, width, terminal), ""].join("\n");
}

const MAX_BAR = 30;
const GAP = "  ";
const FIGURE_WIDTH = 5;
const UNIT_WIDTH = 8;
/** The columns of a source's line besides its name, with the shortest bar. */
const BAR_COLUMNS = "1  ".length + FIGURE_WIDTH + GAP.length + 1;

function sourceBars(year: YearSummary, names: readonly string[], width: number, terminal: Capabilities): string[] {
  const { bySource } = year;
  const { paint, unicode, columns, measure } = terminal;
  const most = Math.max(1, ...Object.values(bySource));
  const room = Math.max(1, Math.min(MAX_BAR, columns - width - FIGURE_WIDTH - GAP.length));
  return SOURCE_NUMBERS.map((source) => {
    const name = padEnd(`${source}  ${names[source - 1]}`, width, measure);
    const bar = (unicode ? "■" : "#").repeat(Math.ceil((bySource[source] / most) * room));
    const line = name + String(bySource[source]).padStart(FIGURE_WIDTH);
    return bar === "" ? line : line + GAP + paint("green", bar);
  });
}

function statsJson({ summary, sources: named }: View): object {
  const { year, done, activeDays, fullDays, bySource, streaks, strength } = summary;
  const sources = SOURCE_NUMBERS.map((source) => {
    return { source, name: sourceName(named, source), done: bySource[source] };
  });
  return {
    version: 1,
    year,
    done,
    activeDays,
    fullDays,
    sources,
    streaks: { current: streakJson(streaks.current), best: streakJson(streaks.best) },
    strength: { ...strength, score: Math.round(strength.score) },
  };
}

function streakJson({ days, first, last }: Streak): object {
  return { days, first: first && formatDate(first), last: last && formatDate(last) };
}
