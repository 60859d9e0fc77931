import {
  formatDate,
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
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import type { Capabilities } from "../terminal/capabilities.ts";
import { addVerb, JSON_OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { printJson } from "../terminal/output.ts";
import { labelled, padEnd } from "../terminal/width.ts";
import { nameWidth, terminalOf } from "./today.ts";
import { readYear, type YearOptions } from "./year.ts";

export function registerStats(program: Program, context: Context): void {
  addVerb(program, "stats", {
    summary: "show streaks, totals and strength",
    description: `Show streaks, totals for each source and your strength score. ${STRENGTH_FORMULA}`,
    examples: { "dailyleet stats": "this year", "dailyleet stats 2025 --json": "for scripts" },
  })
    .argument("[year]", "four digits; default: this year")
    .addOption(JSON_OPTION)
    .action((year, _options, command) => runStats(context, { ...optionsOf(command), year }));
}

async function runStats(context: Context, options: YearOptions): Promise<void> {
  const { summary, year, today, config } = await readYear(context, options);
  const sources = sourcesOf(config);
  if (options.json) return printJson(context, statsJson(summary, sources));
  const isRunning = year === today.year;
  const rested = isRunning ? restText(config.rest, summary.streaks.restUsed, today) : "";
  const terminal = await terminalOf(context, options, sources);
  const width = Math.max(streakTitle(false).length, nameWidth(sources, terminal.measure) + 3);
  const rows = rowsOf(summary, isRunning, rested).map(([label, figure, unit, detail]) => {
    const text = `${String(figure).padStart(FIGURE_WIDTH)} ${unit.padEnd(UNIT_WIDTH)}${detail}`.trimEnd();
    return labelled(label.padEnd(width), width, text, terminal.columns, terminal.measure);
  });
  const heading = terminal.paint("bold", String(year));
  context.stdout.write([heading, "", ...rows, "", ...sourceBars(summary, sources, width, terminal), ""].join("\n"));
}

const MAX_BAR = 30;
const GAP = "  ";
const FIGURE_WIDTH = 5;
const UNIT_WIDTH = 8;

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

function sourceBars(year: YearSummary, sources: readonly Source[], width: number, terminal: Capabilities): string[] {
  const { bySource } = year;
  const { paint, unicode, columns, measure } = terminal;
  const most = Math.max(1, ...Object.values(bySource));
  const room = Math.max(1, Math.min(MAX_BAR, columns - width - FIGURE_WIDTH - GAP.length));
  return SOURCE_NUMBERS.map((source) => {
    const name = padEnd(`${source}  ${stripControls(sourceName(sources, source))}`, width, measure);
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
