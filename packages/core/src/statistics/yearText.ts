import { type CivilDate, isSameDate } from "../calendar/calendar.ts";
import { epochDay } from "../calendar/civilDays.ts";
import { MONTH_NAMES, WEEKDAY_NAMES } from "../calendar/dateText.ts";
import type { Heatmap, HeatmapDay } from "../calendar/heatmap.ts";
import { counted } from "../words.ts";
import type { YearSummary } from "./statistics.ts";

export interface YearView {
  readonly map: Heatmap;
  readonly summary: YearSummary;
  readonly today: CivilDate;
}

/** What the text has to know about the place where it will be read. */
export interface YearTextLook {
  /** Whether more than ASCII can be shown. */
  readonly unicode: boolean;
  readonly columns: number;
  readonly paint: (format: "bold" | "dim" | "green" | "greenBright" | "inverse", text: string) => string;
  /** Breaks a sentence into lines. */
  readonly wrap: (text: string) => readonly string[];
}

/** No colours, and the width of a terminal that says none. */
export const PLAIN_LOOK: YearTextLook = {
  unicode: true,
  columns: 80,
  paint: (_, text) => text,
  wrap: (text) => [text],
};

/** One mark for each level, 0 to 5 sources done; height or digit tells them apart without colour. */
const MARKS = { unicode: ["·", "▁", "▃", "▄", "▆", "█"], ascii: [".", "1", "2", "3", "4", "5"] } as const;
const COLORS = ["dim", "green", "green", "green", "greenBright", "greenBright"] as const;
const LABEL_WIDTH = 4;
const NAME_LENGTH = 3;

/**
 * A year as text: a column for each week; where there are too few columns, in bands one below the other, as far as
 * there are days to show.
 */
export function yearText({ map, summary, today }: YearView, look: YearTextLook): string {
  const perBand = Math.max(1, Math.min(map.weeks.length, look.columns - LABEL_WIDTH));
  const bands: string[] = [];
  for (let first = 0; first < map.weeks.length; first += perBand) {
    const hasBegun = map.weeks[first]?.some((day) => day !== null && !isAhead(day, today));
    if (hasBegun) bands.push(bandText(map, first, first + perBand, today, look));
  }
  const marks = marksOf(look).map((mark, level) => look.paint(COLORS[level] ?? "dim", mark));
  const legend = `${" ".repeat(LABEL_WIDTH)}0 ${marks.join("")} 5 done`;
  const summaryLines = look.wrap(summaryLine(summary));
  return `${look.paint("bold", String(map.year))}\n${bands.join("\n")}\n${legend}\n${summaryLines.join("\n")}\n`;
}

function bandText(map: Heatmap, first: number, end: number, today: CivilDate, look: YearTextLook): string {
  const weeks = map.weeks.slice(first, end);
  const rows = WEEKDAY_NAMES.map((_, row) => {
    const days = weeks.map((week) => week[row] ?? null);
    const name = days.find((day) => day !== null) ? weekdayLabel(row) : "";
    return name.padEnd(LABEL_WIDTH) + days.map((day) => dayText(day, today, look)).join("");
  });
  return [monthLabels(map, first, end), ...rows].map((row) => `${row.trimEnd()}\n`).join("");
}

/** Every other weekday, so that the labels do not crowd the marks. */
function weekdayLabel(row: number): string {
  return row % 2 === 1 ? (WEEKDAY_NAMES[row]?.slice(0, NAME_LENGTH) ?? "") : "";
}

/** Days to come are empty: they are not untried yet. */
function dayText(day: HeatmapDay | null, today: CivilDate, look: YearTextLook): string {
  if (day === null || isAhead(day, today)) return " ";
  const mark = look.paint(COLORS[day.level] ?? "dim", marksOf(look)[day.level] ?? "");
  return isSameDate(day.date, today) ? look.paint("inverse", mark) : mark;
}

function isAhead({ date }: HeatmapDay, today: CivilDate): boolean {
  return epochDay(date) > epochDay(today);
}

function monthLabels({ months }: Heatmap, first: number, end: number): string {
  let line = " ".repeat(LABEL_WIDTH);
  for (const { month, column } of months) {
    const at = LABEL_WIDTH + column - first;
    const fits = column >= first && column + NAME_LENGTH <= end && at >= line.trimEnd().length + 1;
    if (fits) line = line.padEnd(at) + (MONTH_NAMES[month - 1]?.slice(0, NAME_LENGTH) ?? "");
  }
  return line;
}

function marksOf({ unicode }: YearTextLook): readonly string[] {
  return unicode ? MARKS.unicode : MARKS.ascii;
}

function summaryLine({ done, activeDays, fullDays, streaks }: YearSummary): string {
  const streak = `streak ${streaks.current.days}, best ${streaks.best.days}`;
  return `${counted(done, "tick")} on ${counted(activeDays, "day")}, all five on ${fullDays}; ${streak}`;
}
