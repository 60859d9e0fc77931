import {
  counted,
  explainStrength,
  formatDate,
  SOURCE_NUMBERS,
  type Source,
  type Streak,
  sourceName,
  stripControls,
  type YearSummary,
} from "@dailyleet/core";
import { labelled } from "../terminal/labelled.ts";
import type { Look } from "../terminal/look.ts";
import { padEnd, paragraphWidth, wrap } from "../terminal/width.ts";

export interface StatsView {
  readonly summary: YearSummary;
  readonly sources: readonly Source[];
}

const LABEL_WIDTH = 16;
const MAX_BAR = 30;

export function renderStats({ summary, sources }: StatsView, look: Look): string {
  const { year, streaks, done, activeDays, fullDays, strength } = summary;
  const rows = [
    ["Current streak", describeStreak(streaks.current)],
    ["Best streak", describeStreak(streaks.best)],
    ["Ticks", String(done)],
    ["Days", `${activeDays}, of these ${fullDays} with all five`],
  ];
  return [
    look.paint("bold", String(year)),
    ...rows.map(([label = "", value = ""]) =>
      labelled(label.padEnd(LABEL_WIDTH), LABEL_WIDTH, value, look.columns, look.measure),
    ),
    "",
    ...sourceBars(summary, sources, look),
    "",
    ...wrap(explainStrength(strength), paragraphWidth(look.columns), look.measure),
    "",
  ].join("\n");
}

function sourceBars({ bySource }: YearSummary, sources: readonly Source[], look: Look): string[] {
  const names = SOURCE_NUMBERS.map((source) => stripControls(sourceName(sources, source)));
  const nameWidth = Math.max(...names.map(look.measure));
  const most = Math.max(1, ...Object.values(bySource));
  const room = Math.max(1, Math.min(MAX_BAR, look.columns - nameWidth - 12));
  return SOURCE_NUMBERS.map((source, index) => {
    const bar = (look.unicode ? "■" : "#").repeat(Math.ceil((bySource[source] / most) * room));
    const count = String(bySource[source]).padStart(4);
    return `${source}  ${padEnd(names[index] ?? "", nameWidth, look.measure)} ${count}  ${look.paint("green", bar)}`.trimEnd();
  });
}

function describeStreak({ days, first, last }: Streak): string {
  const length = counted(days, "day");
  return first && last ? `${length}, ${formatDate(first)} to ${formatDate(last)}` : length;
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
