import { type CivilDate, isSameDate, MONTH_NAMES } from "../calendar/calendar.ts";
import {
  type Heatmap,
  type HeatmapDay,
  hasRestDay,
  isEmptyAhead,
  weekdayLabels,
  weeksFrom,
  type YearView,
} from "../statistics/heatmap.ts";
import type { YearSummary } from "../statistics/statistics.ts";
import { counted } from "../text.ts";

/** The terminal or page that will show the text. */
interface HeatmapStyle {
  /** Whether it can show more than ASCII. */
  readonly unicode: boolean;
  readonly columns: number;
  /** 0 if unknown. */
  readonly rows: number;
  readonly paint: (format: "bold" | "inverse", text: string) => string;
  /** Colours a day's mark by `level`, the number of sources done, 0 to 5; null without colours. */
  readonly scale: ((level: number, mark: string) => string) | null;
}

/** Without colours, for a terminal of unknown width. */
export const PLAIN_STYLE: HeatmapStyle = {
  unicode: true,
  columns: 80,
  rows: 0,
  paint: (_, text) => text,
  scale: null,
};

const REST_MARKS = { unicode: "–", ascii: "-" } as const;
/** For 0 to 5 sources done; heights and digits differ without colour. */
const MARKS = { unicode: ["·", "▁", "▃", "▄", "▆", "█"], ascii: [".", "1", "2", "3", "4", "5"] } as const;
/** The room for the weekdays' names, left of the weeks. */
export const LABEL_WIDTH = 4;
const NAME_LENGTH = 3;

/** A year and its totals as text, without colours. */
export function yearText({ map, summary, today }: YearView): string {
  return `${[...heatmapLines(map, today, PLAIN_STYLE), summaryLine(summary)].join("\n")}\n`;
}

/** A year as text: a column for each week; on a narrow terminal in bands, one below the other. */
export function heatmapLines(map: Heatmap, today: CivilDate, style: HeatmapStyle): string[] {
  const spacing = spacingOf(map, style);
  const hasBegun = ({ weeks: [first] }: Heatmap) => first?.some((day) => day !== null && !isEmptyAhead(day, today));
  const bands = bandsOf(map, style.columns - LABEL_WIDTH).filter(hasBegun);
  const between = spacing.perWeek === 1 ? "" : " ";
  const marks = MARKS.ascii.map((_, level) => markOf(level, style));
  return [
    style.paint("bold", String(map.year)),
    ...bands.map((band) => bandText(band, today, style, spacing)),
    `${" ".repeat(LABEL_WIDTH)}0 ${marks.join(between)} 5 done${restLegend(map, style.unicode)}`,
  ];
}

/** The year cut into maps of at most `most` weeks. */
function bandsOf(map: Heatmap, most: number): Heatmap[] {
  const length = Math.max(1, Math.min(map.weeks.length, most));
  return Array.from({ length: Math.ceil(map.weeks.length / length) }, (_, index) =>
    weeksFrom(map, index * length, length),
  );
}

/**
 * The lines of a year with blank lines between the weekdays: title, months, weekdays, legend, figures, sources and
 * prompt.
 */
const ROOMY_ROWS = 30;

/** Columns of the terminal for each week, and whether there are blank lines between the weekdays. */
function spacingOf({ weeks }: Heatmap, { columns, rows }: HeatmapStyle) {
  const isWide = Number.isFinite(columns) && columns >= LABEL_WIDTH + 2 * weeks.length;
  const isOneBand = columns >= LABEL_WIDTH + weeks.length;
  return { perWeek: isWide ? 2 : 1, hasGaps: isOneBand && rows >= ROOMY_ROWS };
}

function bandText(band: Heatmap, today: CivilDate, style: HeatmapStyle, spacing: ReturnType<typeof spacingOf>) {
  const { perWeek, hasGaps } = spacing;
  const rows = weekdayLabels(band).map((label, row) => {
    const days = band.weeks.map((week) => week[row] ?? null);
    const name = days.find((day) => day !== null) ? label : "";
    const marks = days.map((day) => dayText(day, today, style)).join(" ".repeat(perWeek - 1));
    return `${(name.padEnd(LABEL_WIDTH) + marks).trimEnd()}\n`;
  });
  return `${monthLabels(band, perWeek).trimEnd()}\n${rows.join(hasGaps ? "\n" : "")}`;
}

/** The mark of a day, without colour. */
export function levelMark(level: number, unicode: boolean, isRest = false): string {
  const kind = unicode ? "unicode" : "ascii";
  return isRest ? REST_MARKS[kind] : (MARKS[kind][level] ?? "");
}

/** '  – rest day'; empty where the year has none. */
export function restLegend(map: Heatmap, unicode: boolean): string {
  return hasRestDay(map) ? `  ${levelMark(0, unicode, true)} rest day` : "";
}

function dayText(day: HeatmapDay | null, today: CivilDate, style: HeatmapStyle): string {
  if (day === null || isEmptyAhead(day, today)) return " ";
  const mark = markOf(day.level, style, day.isRest);
  return isSameDate(day.date, today) ? style.paint("inverse", mark) : mark;
}

export function monthLabels({ weeks, months }: Heatmap, perWeek: number): string {
  let line = " ".repeat(LABEL_WIDTH);
  for (const { month, column } of months) {
    const at = LABEL_WIDTH + column * perWeek;
    const fits = at + NAME_LENGTH <= LABEL_WIDTH + weeks.length * perWeek && at >= line.trimEnd().length + 1;
    if (column >= 0 && fits) line = line.padEnd(at) + (MONTH_NAMES[month - 1]?.slice(0, NAME_LENGTH) ?? "");
  }
  return line;
}

function markOf(level: number, style: HeatmapStyle, isRest = false): string {
  const mark = levelMark(level, style.unicode, isRest);
  return style.scale === null ? mark : style.scale(level, mark);
}

function summaryLine({ done, activeDays, fullDays, streaks }: YearSummary): string {
  const streak = `streak ${streaks.current.days}, best ${streaks.best.days}`;
  return `${counted(done, "tick")} on ${counted(activeDays, "day")}, all five on ${fullDays}; ${streak}`;
}
