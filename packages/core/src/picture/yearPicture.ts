import { type CivilDate, longDate, MONTH_NAMES } from "../calendar/calendar.ts";
import { type Heatmap, hasRestDay, isEmptyAhead, weekdayLabels, type YearView } from "../statistics/heatmap.ts";
import { streakTitle } from "../statistics/statistics.ts";
import { counted } from "../text.ts";
import { SOURCE_NUMBERS, type Source, type SourceNumber, sourceName } from "../ticks/sources.ts";
import { stripControls } from "../untrusted.ts";

export interface PicturedYear extends YearView {
  readonly sources: readonly Source[];
}

/** `auto` follows the viewer's colour scheme, in a README's `<img>` too. */
export type PictureTheme = "auto" | "light" | "dark";

/** The distance from one day to the next, across and down. */
const STEP = 15;
const LABELS_WIDTH = 34;
const CELL = 13;
/** A day's square grows with the number of sources done, so that the picture needs no colour. */
const SIDES = [CELL, 6.5, 8, 9.5, 11, CELL];
const NAME_LENGTH = 3;
const MARGIN = 34;
/** Room for the 54 weeks of the longest years. */
const INNER_WIDTH = LABELS_WIDTH + 54 * STEP;
const WIDTH = INNER_WIDTH + 2 * MARGIN;
const HEIGHT = 390;
const COLUMN = INNER_WIDTH / SOURCE_NUMBERS.length;
const NAME_WIDTH = COLUMN - 20;
const TEXT_SIZE = 13;

/** A year as an SVG document without scripts and external resources. Cuts long names of sources. */
export function yearPicture(year: PicturedYear, theme: PictureTheme): string {
  const right = LABELS_WIDTH + year.map.weeks.length * STEP - 2;
  const parts = [
    `<rect class="paper" x="0.5" y="0.5" width="${WIDTH - 1}" height="${HEIGHT - 1}" rx="15.5"/>`,
    headline(year),
    at(MARGIN, 146, daysPicture(year.map, year.today)),
    at(MARGIN, 260, legend(right, year.map)),
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

/** A source's name, its number of ticks, and a bar that compares it with the others. */
function sourceTotal({ sources, summary: { bySource } }: PicturedYear, source: SourceNumber): string {
  const most = Math.max(1, ...Object.values(bySource));
  const name = fitted(sourceName(sources, source), NAME_WIDTH / TEXT_SIZE);
  const bar = (kind: string, width: number) => `<rect class="${kind}" y="49" width="${width}" height="4" rx="2"/>`;
  return [
    // The inner <svg> cuts a name off in a wide font.
    `<svg width="${NAME_WIDTH}" height="20"><text class="soft" y="14">${xmlText(name)}</text></svg>`,
    `<text class="value" y="40">${bySource[source]}</text>`,
    bar("track", NAME_WIDTH),
    bar("bar", Math.round((bySource[source] / most) * NAME_WIDTH)),
  ].join("");
}

function signature(year: PicturedYear, right: number): string {
  const asOf = `<text class="small soft" x="${right}" y="12" text-anchor="end">${longDate(year.today)}</text>`;
  return [
    `<rect class="mark" width="16" height="16" rx="3.5"/><path class="check" d="M4.5 8.5l2.5 2.5 4.5-5.5"/>`,
    `<text class="small soft" x="22" y="12">dailyleet</text>${isRunning(year) ? asOf : ""}`,
  ].join("");
}

/** The picture in words, for screen readers. */
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

/** '799 ticks on 277 active days' */
export function inAll(year: Pick<PicturedYear, "summary" | "today">): string {
  const { done, activeDays } = year.summary;
  if (done === 0) return isRunning(year) ? "No ticks yet" : "No ticks";
  return `${counted(done, "tick")} on ${counted(activeDays, "active day")}`;
}

function isRunning({ summary, today }: Pick<PicturedYear, "summary" | "today">): boolean {
  return summary.year === today.year;
}

/** The days of a year, a column for each week. The upper left corner is the origin. */
export function daysPicture(map: Heatmap, today: CivilDate): string {
  const days = map.weeks.flatMap((week, column) =>
    week.flatMap((day, row) => (day === null ? [] : [{ ...day, x: LABELS_WIDTH + column * STEP, y: row * STEP }])),
  );
  const ahead = days.filter((day) => isEmptyAhead(day, today));
  const past = days.filter((day) => !isEmptyAhead(day, today));
  const ofLevel = (level: number) => past.filter((day) => day.level === level);
  const resting = past.filter(({ isRest }) => isRest);
  return [
    path("ahead", ahead, (x, y) => square(x + 0.5, y + 0.5, CELL - 1)),
    path("l0", past, squareOf(0)),
    ...SOURCE_NUMBERS.map((level) => path(`l${level}`, ofLevel(level), squareOf(level))),
    path("rest", resting, restSign),
    ...weekdayLabels(map).map((name, row) => name && label(name, 0, row * STEP + 11)),
    ...map.months.map(({ month, column }) => label(MONTH_NAMES[month - 1], LABELS_WIDTH + column * STEP, -8)),
  ].join("");
}

/** 'Less ▢▢▢▢▢▢ More', ending at `right`; in a year with rest days, their sign and 'Rest day' on the left. */
function legend(right: number, map: Heatmap): string {
  const left = right - 32 - 6 * STEP;
  const cells = [0, ...SOURCE_NUMBERS].map((level) => {
    const corner = [{ x: left + level * STEP, y: 0 }];
    return path("l0", corner, squareOf(0)) + (level === 0 ? "" : path(`l${level}`, corner, squareOf(level)));
  });
  const word = (text: string, x: number) => `<text class="small soft" x="${x}" y="11" text-anchor="end">${text}</text>`;
  const corner = [{ x: LABELS_WIDTH, y: 0 }];
  const rest = [
    path("l0", corner, squareOf(0)),
    path("rest", corner, restSign),
    `<text class="small soft" x="${LABELS_WIDTH + CELL + 6}" y="11">Rest day</text>`,
  ];
  return [...(hasRestDay(map) ? rest : []), word("Less", left - 6), ...cells, word("More", right)].join("");
}

type Shape = (x: number, y: number) => string;

/** A path with the shape at each corner; empty without corners. */
function path(name: string, corners: readonly { readonly x: number; readonly y: number }[], shape: Shape): string {
  const shapes = corners.map(({ x, y }) => shape(x, y));
  return shapes.length === 0 ? "" : `<path class="${name}" d="${shapes.join("")}"/>`;
}

/** The square of a level in the middle of the day at this corner; a stroke of 2 rounds it. */
function squareOf(level: number): Shape {
  const length = SIDES[level] ?? CELL;
  const inset = (CELL - length) / 2 + 1;
  return (x, y) => square(x + inset, y + inset, length - 2);
}

/** A bar across the day at this corner. */
const restSign: Shape = (x, y) => `M${x + 4} ${y + CELL / 2}h${CELL - 8}`;

function square(x: number, y: number, length: number): string {
  return `M${x} ${y}h${length}v${length}h-${length}z`;
}

function label(name: string | undefined, x: number, y: number): string {
  return `<text class="small soft" x="${x}" y="${y}">${name?.slice(0, NAME_LENGTH)}</text>`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Unicode characters that XML does not allow (https://www.w3.org/TR/xml/#charsets). */
const NO_XML = /[\ufffe\uffff]/g;

/** Untrusted text on one line, escaped for an element or a quoted attribute. */
function xmlText(text: string): string {
  return oneLine(text).replace(/[&<>"']/g, (found) => ESCAPES[found] ?? "");
}

/** The part of a text that fits `width` ems of an ordinary sans-serif, with '…' for the rest. */
function fitted(text: string, width: number): string {
  const line = oneLine(text);
  let used = 0;
  let end = 0;
  let seen = 0;
  for (const letter of line) {
    used += widthOf(letter);
    seen += letter.length;
    if (used > width) return `${line.slice(0, end).trimEnd()}…`;
    if (used + ELLIPSIS_WIDTH <= width) end = seen;
  }
  return line;
}

function oneLine(text: string): string {
  return stripControls(text).replace(/\s+/g, " ").replace(NO_XML, "").trim();
}

const ELLIPSIS_WIDTH = 1;

/** Estimated widths in ems, none too narrow. The first matching pattern counts. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/^[\p{M}\p{Cf}]/u, 0],
  [
    /^[\p{Extended_Pictographic}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\u{20000}-\u{3fffd}]/u,
    1.3,
  ],
  [/^[^\p{ASCII}]/u, 0.8],
  [/^[MW@%mw]/, 1],
  [/^[A-Z&]/, 0.75],
  [/^[ijl.,:;'|!()\s]/, 0.4],
];
const USUAL_WIDTH = 0.65;

function widthOf(letter: string): number {
  return WIDTHS.find(([like]) => like.test(letter))?.[1] ?? USUAL_WIDTH;
}

/** The page's colours (`tokens.css`); `levels` by the number of sources done. */
const LIGHT = {
  paper: "#faf8f5",
  line: "#e4dfd8",
  ink: "#22262b",
  soft: "#5c636b",
  accent: "#3450a4",
  levels: ["#ece8e1", "#82cf97", "#49ac64", "#1f863f", "#11652f", "#0e4423"],
};
const DARK: typeof LIGHT = {
  paper: "#15181c",
  line: "#30363d",
  ink: "#e7e9ec",
  soft: "#a5adb6",
  accent: "#a9bcff",
  levels: ["#272c32", "#215436", "#247645", "#319f57", "#50cd78", "#a2fabd"],
};

const FONTS = 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Helvetica,Arial,sans-serif';
const SHAPES = [
  `text{font:13px ${FONTS}}`,
  ".year{font-size:44px;font-weight:700}",
  ".value{font-size:22px;font-weight:600}",
  ".small{font-size:11px}",
  "path{stroke-width:2;stroke-linejoin:round}",
].join("");

/** The style sheet of a picture, without custom properties: not every program that draws SVG knows them. */
export function pictureStyle(theme: PictureTheme): string {
  const colours = rulesOf(theme === "dark" ? DARK : LIGHT);
  const follow = theme === "auto" ? `@media (prefers-color-scheme:dark){${rulesOf(DARK)}}` : "";
  return SHAPES + colours + follow;
}

function rulesOf({ paper, line, ink, soft, accent, levels }: typeof LIGHT): string {
  const tones = levels.map((tone, level) => `.l${level}{fill:${tone};stroke:${tone}}`);
  return [
    `.paper{fill:${paper};stroke:${line}}`,
    `.ahead{fill:none;stroke:${line};stroke-width:1}`,
    `text{fill:${ink}}`,
    `.soft{fill:${soft}}`,
    `.rest{stroke:${soft}}`,
    `.track{fill:${levels[0]}}`,
    `.bar{fill:${levels[3]}}`,
    `.mark{fill:${accent}}`,
    `.check{fill:none;stroke:${paper};stroke-linecap:round}`,
    ...tones,
  ].join("");
}
