import { longDate } from "../calendar/dateText.ts";
import { streakTitle } from "../statistics/statistics.ts";
import type { YearView } from "../statistics/yearText.ts";
import { SOURCE_NUMBERS, type Source, type SourceNumber, sourceName } from "../ticks/sources.ts";
import { counted } from "../words.ts";
import { type PictureTheme, pictureStyle } from "./colours.ts";
import { daysPicture, LABELS_WIDTH, legend, STEP } from "./days.ts";
import { fitted, xmlText } from "./xml.ts";

export interface PicturedYear extends YearView {
  readonly sources: readonly Source[];
}

const MARGIN = 34;
/** Room for the 54 weeks of the longest years. */
const INNER_WIDTH = LABELS_WIDTH + 54 * STEP;
const WIDTH = INNER_WIDTH + 2 * MARGIN;
const HEIGHT = 390;
const COLUMN = INNER_WIDTH / SOURCE_NUMBERS.length;
const NAME_WIDTH = COLUMN - 20;
const TEXT_SIZE = 13;

/**
 * A year as an SVG document of its own: no script, nothing from elsewhere, and what it says can be read without colour.
 * Names of sources may be any text; they are cut where there is no room.
 */
export function yearPicture(year: PicturedYear, theme: PictureTheme): string {
  const right = LABELS_WIDTH + year.map.weeks.length * STEP - 2;
  const parts = [
    `<rect class="paper" x="0.5" y="0.5" width="${WIDTH - 1}" height="${HEIGHT - 1}" rx="15.5"/>`,
    headline(year),
    at(MARGIN, 146, daysPicture(year.map, year.today)),
    at(MARGIN, 260, legend(right)),
    ...SOURCE_NUMBERS.map((source, index) => at(MARGIN + index * COLUMN, 286, sourceTotal(year, source))),
    at(MARGIN, 354, signature(year, right)),
  ].join("");
  const size = `width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"`;
  const name = `role="img" aria-label="${xmlText(described(year))}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${name}><style>${pictureStyle(theme)}</style>${parts}</svg>\n`;
}

function at(x: number, y: number, content: string): string {
  return `<g transform="translate(${x} ${y})">${content}</g>`;
}

function headline(year: PicturedYear): string {
  const { streaks, fullDays } = year.summary;
  const figures = [
    [streakTitle(isRunning(year)), streaks.current.days],
    ["Best streak", streaks.best.days],
    ["All five done", fullDays],
  ] as const;
  return [
    `<text class="year" x="${MARGIN - 2}" y="72">${year.summary.year}</text>`,
    `<text class="soft" x="${MARGIN}" y="98">${inAll(year)}</text>`,
    ...figures.map(([name, days], index) => at(MARGIN + (index + 2) * COLUMN, 50, figure(name, days))),
  ].join("");
}

function figure(name: string, days: number): string {
  return `<text class="soft">${name}</text><text class="value" y="27">${counted(days, "day")}</text>`;
}

/** A source's name, how often it was done, and a bar that compares it with the others. */
function sourceTotal({ sources, summary: { bySource } }: PicturedYear, source: SourceNumber): string {
  const most = Math.max(1, ...Object.values(bySource));
  const name = fitted(sourceName(sources, source), NAME_WIDTH / TEXT_SIZE);
  const bar = (kind: string, width: number) => `<rect class="${kind}" y="49" width="${width}" height="4" rx="2"/>`;
  return [
    // An inner <svg> cuts off what a wide font makes of the name.
    `<svg width="${NAME_WIDTH}" height="20"><text class="soft" y="14">${xmlText(name)}</text></svg>`,
    `<text class="value" y="40">${bySource[source]}</text>`,
    bar("track", NAME_WIDTH),
    bar("bar", Math.round((bySource[source] / most) * NAME_WIDTH)),
  ].join("");
}

/** By whom it was drawn and, while the year runs, on which day. */
function signature(year: PicturedYear, right: number): string {
  const asOf = `<text class="small soft" x="${right}" y="12" text-anchor="end">${longDate(year.today)}</text>`;
  return [
    `<rect class="mark" width="16" height="16" rx="3.5"/><path class="check" d="M4.5 8.5l2.5 2.5 4.5-5.5"/>`,
    `<text class="small soft" x="22" y="12">dailyleet</text>${isRunning(year) ? asOf : ""}`,
  ].join("");
}

/** What the picture says, for those who do not see it. */
function described(year: PicturedYear): string {
  const { streaks, fullDays, bySource } = year.summary;
  const totals = SOURCE_NUMBERS.map((source) => `${sourceName(year.sources, source)} ${bySource[source]}`);
  return [
    `${year.summary.year} on dailyleet: ${inAll(year)}.`,
    `${streakTitle(isRunning(year))} ${counted(streaks.current.days, "day")},`,
    `best ${counted(streaks.best.days, "day")}, all five done on ${counted(fullDays, "day")}.`,
    `${totals.join(", ")}.`,
  ].join(" ");
}

function inAll(year: PicturedYear): string {
  const { done, activeDays } = year.summary;
  if (done === 0) return isRunning(year) ? "No ticks yet" : "No ticks";
  return `${counted(done, "tick")} on ${counted(activeDays, "active day")}`;
}

function isRunning({ summary, today }: PicturedYear): boolean {
  return summary.year === today.year;
}
