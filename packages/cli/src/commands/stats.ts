import {
  formatDate,
  readBack,
  restText,
  SOURCE_NUMBERS,
  type Source,
  STRENGTH_FORMULA,
  type Streak,
  sourceName,
  sourcesOf,
  streakTitle,
  strengthReason,
  stripControls,
  type YearSummary,
  yearSummary,
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import { loadConfig } from "../files/directories.ts";
import { type Capabilities, capabilitiesOf } from "../terminal/capabilities.ts";
import { readYearNumber, todayOf } from "../terminal/dates.ts";
import { addVerb, JSON_OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { printJson } from "../terminal/output.ts";
import { labelled, type Measure, padEnd } from "../terminal/width.ts";
import { withTracker } from "../tracker/openTracker.ts";
import { nameWidth } from "./today.ts";
import type { YearOptions } from "./year.ts";

export function registerStats(program: Program, context: Context): void {
  addVerb(program, "stats", {
    summary: "show streaks, totals and strength",
    description: `Show streaks, totals for each source and your strength score. ${STRENGTH_FORMULA}`,
    examples: [
      ["dailyleet stats", "this year"],
      ["dailyleet stats 2025 --json", "for scripts"],
    ],
  })
    .argument("[year]", "four digits; default: this year")
    .addOption(JSON_OPTION)
    .action((year, _options, command) => runStats(context, { ...optionsOf(command), year }));
}

async function runStats(context: Context, options: YearOptions): Promise<void> {
  const config = loadConfig(context);
  const today = todayOf(context, config);
  const year = options.year === undefined ? today.year : readYearNumber(options.year, today);
  const years = await withTracker(context, config, options, (tracker) => readBack(tracker.readYears, year));
  const summary = yearSummary(years, year, today, config.rest);
  const isRunning = year === today.year;
  const rested = isRunning ? restText(config.rest, summary.streaks.restUsed, today) : "";
  const view = { summary, sources: sourcesOf(config), isRunning, rested };
  const names = view.sources.map(({ name }) => name);
  if (options.json) printJson(context, statsJson(view));
  else context.stdout.write(renderStats(view, await capabilitiesOf(context, options, names)));
}

export interface StatsView {
  readonly summary: YearSummary;
  readonly sources: readonly Source[];
  /** Whether it is this year, whose streak may go on. */
  readonly isRunning: boolean;
  /** '1 of 2 rest days used in November', or empty. */
  readonly rested: string;
}

/** A figure with its unit, and what is to be said of it. */
interface Row {
  readonly label: string;
  readonly figure: number;
  readonly unit?: string;
  readonly detail?: string;
}

const MAX_BAR = 30;
const GAP = "  ";
const FIGURE_WIDTH = 5;
const UNIT_WIDTH = 8;

/** The figures of a year, one below the other, then a bar for each source. */
export function renderStats(view: StatsView, terminal: Capabilities): string {
  const width = labelWidth(view, terminal.measure);
  const rows = rowsOf(view).map(({ label, figure, unit = "", detail = "" }) => {
    const text = `${String(figure).padStart(FIGURE_WIDTH)} ${unit.padEnd(UNIT_WIDTH)}${detail}`.trimEnd();
    return labelled(label.padEnd(width), width, text, terminal.columns, terminal.measure);
  });
  const heading = terminal.paint("bold", String(view.summary.year));
  return [heading, "", ...rows, "", ...sourceBars(view, terminal), ""].join("\n");
}

function rowsOf({ summary, isRunning, rested }: StatsView): Row[] {
  const { streaks, strength, activeDays, fullDays, done } = summary;
  return [
    { label: streakTitle(isRunning), ...streakRow(streaks.current, rested) },
    { label: "Best streak", ...streakRow(streaks.best) },
    { label: "Strength", figure: Math.round(strength.score), unit: "of 100", detail: strengthReason(strength) },
    { label: "Active days", figure: activeDays, detail: `${fullDays} with all five` },
    { label: "Total ticks", figure: done },
  ];
}

function streakRow({ days, first, last }: Streak, rested = ""): Omit<Row, "label"> {
  const dates = first && last ? [...new Set([formatDate(first), formatDate(last)])].join(" to ") : "";
  return { figure: days, unit: days === 1 ? "day" : "days", detail: [dates, rested].filter(Boolean).join(", ") };
}

function sourceBars({ summary: { bySource }, sources }: StatsView, terminal: Capabilities): string[] {
  const width = labelWidth({ sources }, terminal.measure);
  const most = Math.max(1, ...Object.values(bySource));
  const room = Math.max(1, Math.min(MAX_BAR, terminal.columns - width - FIGURE_WIDTH - GAP.length));
  return SOURCE_NUMBERS.map((source) => {
    const name = padEnd(`${source}  ${stripControls(sourceName(sources, source))}`, width, terminal.measure);
    const bar = (terminal.unicode ? "■" : "#").repeat(Math.ceil((bySource[source] / most) * room));
    return `${name}${String(bySource[source]).padStart(FIGURE_WIDTH)}${GAP}${terminal.paint("green", bar)}`.trimEnd();
  });
}

/** Figures and bars have one column for what they are of. */
function labelWidth({ sources }: Pick<StatsView, "sources">, measure: Measure): number {
  return Math.max(streakTitle(false).length, nameWidth(sources, measure) + 3);
}

export function statsJson({ summary, sources }: StatsView): object {
  const { year, done, activeDays, fullDays, bySource, streaks, strength } = summary;
  return {
    version: 1,
    year,
    done,
    activeDays,
    fullDays,
    sources: SOURCE_NUMBERS.map((source) => ({
      source,
      name: sourceName(sources, source),
      done: bySource[source],
    })),
    streaks: { current: streakJson(streaks.current), best: streakJson(streaks.best) },
    strength: { ...strength, score: Math.round(strength.score) },
  };
}

function streakJson({ days, first, last }: Streak): object {
  return { days, first: first && formatDate(first), last: last && formatDate(last) };
}
