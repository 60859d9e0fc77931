import {
  addDays,
  type CivilDate,
  countDone,
  dayOfYear,
  isDone,
  longDate,
  NO_TICKS,
  SOURCE_NUMBERS,
  type SourceNumber,
  type Streak,
  streakText,
  type TicksByYear,
  WEEKDAY_NAMES,
  weekday,
} from "@dailyleet/core";
import type { Look } from "../terminal/look.ts";
import { type DayView, doneLine, dueLines, nameWidth, sourceLines, stateName } from "./day.ts";

/** How many days a strip has; today is the last. */
export const STRIP_DAYS = 14;

export interface Overview extends DayView {
  readonly years: TicksByYear;
  readonly streak: Streak;
}

const GAP = "   ";
const INDENT = "  ";

/** Today as `today` shows it, beside each source its last days, and the streak. */
export function renderOverview(view: Overview, look: Look): string {
  const rows = sourceRows(view, look);
  const end = [...newsLines(view, look), ...dueLines(view), ""];
  return [look.paint("bold", longDate(view.date)), "", ...rows, "", ...end].join("\n");
}

/** '■■■□□ 3 of 5 done · 12-day streak', in two lines where one is too long. */
function newsLines(view: Overview, look: Look): string[] {
  const [done, streak] = [doneLine(view, look), streakText(view.streak.days, countDone(view.ticks) === 0)];
  const line = `${INDENT}${done} ${look.unicode ? "·" : "-"} ${streak}`;
  return line.length <= look.columns ? [line] : [INDENT + done, INDENT + streak];
}

/** The strips stand beside the sources, with room between the days; where that is too wide, close or below. */
function sourceRows(view: Overview, look: Look): string[] {
  const states = sourceLines(view, look);
  const width = INDENT.length + (look.unicode ? 1 : 3) + " 1  ".length + nameWidth(view.sources, look.measure) + 9;
  const room = look.columns - width - GAP.length;
  const space = room >= 2 * STRIP_DAYS ? " " : "";
  const strips = SOURCE_NUMBERS.map((source) => stripOf(view, source, look).join(space));
  const days = look.paint("dim", initials(view.date).join(space));
  if (room < STRIP_DAYS) {
    return [...states, "", `${INDENT}   ${days}`, ...strips.map((strip, index) => `${INDENT}${index + 1}  ${strip}`)];
  }
  const padded = states.map((line, index) => line + " ".repeat(missingWidth(view, index)));
  return [" ".repeat(width) + GAP + days, ...padded.map((line, index) => `${line}${GAP}${strips[index]}`)];
}

/** 'Done' is shorter than 'Untried'. */
function missingWidth({ ticks }: DayView, index: number): number {
  const done = ticks[(index + 1) as SourceNumber] === true;
  return stateName(false).length - stateName(done).length;
}

function lastDays(today: CivilDate): CivilDate[] {
  return Array.from({ length: STRIP_DAYS }, (_, index) => addDays(today, index + 1 - STRIP_DAYS));
}

/** 'M', 'T', 'W' ... for the days of the strip. */
function initials(today: CivilDate): string[] {
  return lastDays(today).map((date) => WEEKDAY_NAMES[weekday(date)]?.slice(0, 1) ?? "");
}

function stripOf({ date, years }: Overview, source: SourceNumber, { paint, unicode }: Look): string[] {
  return lastDays(date).map((day) => {
    const done = isDone(years[day.year] ?? NO_TICKS, { day: dayOfYear(day), source });
    if (done) return paint("green", unicode ? "■" : "#");
    return paint("dim", unicode ? "·" : ".");
  });
}
