import {
  formatDate,
  restText,
  SOURCE_NUMBERS,
  type Source,
  STRENGTH_FORMULA,
  type Streak,
  sourceName,
  streakTitle,
  strengthReason,
  type YearSummary,
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import { fitNames, namesOf } from "../rendering/sources.ts";
import { type Capabilities, capabilitiesOf } from "../terminal/capabilities.ts";
import { addVerb, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { printJson } from "../terminal/output.ts";
import { labelled, padEnd } from "../terminal/width.ts";
import { readYear, type YearOptions } from "./year.ts";

export function registerStats(program: Program, context: Context): void {
  addVerb(program, "stats", {
    summary: "show streaks, totals and strength",
    description: `Show streaks, totals for each source and your strength score. ${STRENGTH_FORMULA}`,
    examples: { "dailyleet stats": "this year", "dailyleet stats 2025 --json": "for scripts" },
  })
    .argument("[year]", "four digits; default: this year")
    .addOption(OPTION.json)
    .action((year, _options, command) => runStats(context, { ...optionsOf(command), year }));
}

async function runStats(context: Context, options: YearOptions): Promise<void> {
  const { summary, year, today, config } = await readYear(context, options);
  const sources = config.sources;
  if (options.json) return printJson(context, statsJson(summary, sources));
  const isRunning = year === today.year;
  const rested = isRunning ? restText(config.rest, summary.streaks.restUsed, today) : "";
  const terminal = await capabilitiesOf(context, options, namesOf(sources));
  const names = fitNames(sources, terminal.columns - BAR_COLUMNS, terminal);
  const width = Math.max(streakTitle(false).length, terminal.measure(names[0] ?? "") + 3);
  const rows = rowsOf(summary, isRunning, rested).map(([label, figure, unit, detail]) => {
    const text = `${String(figure).padStart(FIGURE_WIDTH)} ${unit.padEnd(UNIT_WIDTH)}${detail}`.trimEnd();
    return labelled(label.padEnd(width), width, text, terminal.columns, terminal.measure);
  });
  const heading = terminal.paint("bold", String(year));
  context.stdout.write([heading, "", ...rows, "", ...sourceBars(summary, names, width, terminal), ""].join("\n"));
}

const MAX_BAR = 30;
const GAP = "  ";
const FIGURE_WIDTH = 5;
const UNIT_WIDTH = 8;
/** The columns of a source's bar besides its name: number, figure and the shortest bar. */
const BAR_COLUMNS = "1  ".length + FIGURE_WIDTH + GAP.length + 1;

type Row = [label: string, figure: number, unit: string, detail: string];

/** `rested` is '1 of 2 rest days used in November', or empty. */
function rowsOf(summary: YearSummary, isRunning: boolean, rested: string): Row[] {
  const { streaks, strength, activeDays, fullDays, done } = summary;
  return [
    streakRow(streakTitle(isRunning), streaks.current, rested),
    streakRow("Best streak", streaks.best),
    ["Strength", Math.round(strength.score), "of 100", strengthReason(strength)],
    ["Active days", activeDays, "", `${fullDays} with all five`],
    ["Total ticks", done, "", ""],
  ];
}

function streakRow(label: string, { days, first, last }: Streak, rested = ""): Row {
  const dates = first && last ? [...new Set([formatDate(first), formatDate(last)])].join(" to ") : "";
  return [label, days, days === 1 ? "day" : "days", [dates, rested].filter(Boolean).join(", ")];
}

function sourceBars(year: YearSummary, names: readonly string[], width: number, terminal: Capabilities): string[] {
  const { bySource } = year;
  const { paint, unicode, columns, measure } = terminal;
  const most = Math.max(1, ...Object.values(bySource));
  const room = Math.max(1, Math.min(MAX_BAR, columns - width - FIGURE_WIDTH - GAP.length));
  return SOURCE_NUMBERS.map((source) => {
    const name = padEnd(`${source}  ${names[source - 1]}`, width, measure);
    const bar = (unicode ? "■" : "#").repeat(Math.ceil((bySource[source] / most) * room));
    return `${name}${String(bySource[source]).padStart(FIGURE_WIDTH)}${GAP}${paint("green", bar)}`.trimEnd();
  });
}

function statsJson(summary: YearSummary, names: readonly Source[]): object {
  const { year, done, activeDays, fullDays, bySource, streaks, strength } = summary;
  const sources = SOURCE_NUMBERS.map((source) => {
    return { source, name: sourceName(names, source), done: bySource[source] };
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
