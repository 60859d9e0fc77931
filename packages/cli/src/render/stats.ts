import {
  formatDate,
  SOURCE_NUMBERS,
  type Source,
  type Streak,
  sourceName,
  streakTitle,
  strengthReason,
  stripControls,
  type YearSummary,
} from "@dailyleet/core";
import { labelled } from "../terminal/labelled.ts";
import type { Look } from "../terminal/look.ts";
import { type Measure, padEnd } from "../terminal/width.ts";
import { nameWidth } from "./day.ts";

export interface StatsView {
  readonly summary: YearSummary;
  readonly sources: readonly Source[];
  /** Whether it is this year, whose streak may go on. */
  readonly isRunning: boolean;
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
export function renderStats(view: StatsView, look: Look): string {
  const width = labelWidth(view, look.measure);
  const rows = rowsOf(view).map(({ label, figure, unit = "", detail = "" }) => {
    const text = `${String(figure).padStart(FIGURE_WIDTH)} ${unit.padEnd(UNIT_WIDTH)}${detail}`.trimEnd();
    return labelled(label.padEnd(width), width, text, look.columns, look.measure);
  });
  const heading = look.paint("bold", String(view.summary.year));
  return [heading, "", ...rows, "", ...sourceBars(view, look), ""].join("\n");
}

function rowsOf({ summary, isRunning }: StatsView): Row[] {
  const { streaks, strength, activeDays, fullDays, done } = summary;
  return [
    { label: streakTitle(isRunning), ...streakRow(streaks.current) },
    { label: "Best streak", ...streakRow(streaks.best) },
    { label: "Strength", figure: Math.round(strength.score), unit: "of 100", detail: strengthReason(strength) },
    { label: "Active days", figure: activeDays, detail: `${fullDays} with all five` },
    { label: "Total ticks", figure: done },
  ];
}

function streakRow({ days, first, last }: Streak): Omit<Row, "label"> {
  const dates = first && last ? [...new Set([formatDate(first), formatDate(last)])].join(" to ") : "";
  return { figure: days, unit: days === 1 ? "day" : "days", detail: dates };
}

function sourceBars({ summary: { bySource }, sources }: StatsView, look: Look): string[] {
  const width = labelWidth({ sources }, look.measure);
  const most = Math.max(1, ...Object.values(bySource));
  const room = Math.max(1, Math.min(MAX_BAR, look.columns - width - FIGURE_WIDTH - GAP.length));
  return SOURCE_NUMBERS.map((source) => {
    const name = padEnd(`${source}  ${stripControls(sourceName(sources, source))}`, width, look.measure);
    const bar = (look.unicode ? "■" : "#").repeat(Math.ceil((bySource[source] / most) * room));
    return `${name}${String(bySource[source]).padStart(FIGURE_WIDTH)}${GAP}${look.paint("green", bar)}`.trimEnd();
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
