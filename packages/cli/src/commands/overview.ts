import {
  addDays,
  type CivilDate,
  type CurrentStreak,
  countDone,
  dayOfYear,
  dayTicks,
  isDone,
  isTickYear,
  longDate,
  NO_TICKS,
  type Rest,
  readCurrentStreak,
  SOURCE_NUMBERS,
  type SourceNumber,
  type Streak,
  sourcesOf,
  streaks,
  streakText,
  type TicksByYear,
  WEEKDAY_NAMES,
  weekday,
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import { loadConfig } from "../files/directories.ts";
import { type Capabilities, capabilitiesOf } from "../terminal/capabilities.ts";
import { readDay, todayOf } from "../terminal/dates.ts";
import type { GlobalOptions, Program } from "../terminal/options.ts";
import { withTracker } from "../tracker/openTracker.ts";
import type { Tracker } from "../tracker/tracker.ts";
import { countDue, type DayView, doneLine, nameWidth, newsLines, sourceLines, stateName } from "./today.ts";

/** What `dailyleet` alone does. */
export function registerOverview(program: Program, context: Context): void {
  program.action((options) => runOverview(context, options));
}

async function runOverview(context: Context, options: GlobalOptions): Promise<void> {
  const config = loadConfig(context);
  const today = readDay("today", todayOf(context, config));
  const sources = sourcesOf(config);
  const [{ years }, due] = await withTracker(context, config, options, (tracker) =>
    Promise.all([readRecent(tracker, today, config.rest), countDue(context, config, tracker)]),
  );
  const ticks = dayTicks(years[today.year] ?? NO_TICKS, dayOfYear(today));
  const streak = streaks(years, today, config.rest).current;
  const view = { date: today, now: context.now(), sources, ticks, due, years, streak };
  const names = sources.map(({ name }) => name);
  context.stdout.write(renderOverview(view, await capabilitiesOf(context, options, names)));
}

/** The years of the strips, and those before them that the current streak reaches back into. */
async function readRecent(tracker: Tracker, today: CivilDate, rest: Rest | undefined): Promise<CurrentStreak> {
  const strips = [addDays(today, 1 - STRIP_DAYS).year, today.year];
  const years = await tracker.readYears([...new Set(strips)].filter(isTickYear));
  return readCurrentStreak(tracker.readYears, today, years, rest);
}

/** How many days a strip has; today is the last. */
export const STRIP_DAYS = 14;

export interface Overview extends DayView {
  readonly years: TicksByYear;
  readonly streak: Streak;
}

const GAP = "   ";
const INDENT = "  ";

/** Today as `today` shows it, beside each source its last days, and the streak. */
export function renderOverview(view: Overview, terminal: Capabilities): string {
  const rows = sourceRows(view, terminal);
  const end = [...doneLines(view, terminal), ...newsLines(view), ""];
  return [terminal.paint("bold", longDate(view.date)), "", ...rows, "", ...end].join("\n");
}

/** '■■■□□ 3 of 5 done · 12-day streak', in two lines where one is too long. */
function doneLines(view: Overview, terminal: Capabilities): string[] {
  const [done, streak] = [doneLine(view, terminal), streakText(view.streak.days, countDone(view.ticks) === 0)];
  const line = `${INDENT}${done} ${terminal.unicode ? "·" : "-"} ${streak}`;
  return line.length <= terminal.columns ? [line] : [INDENT + done, INDENT + streak];
}

/** The strips stand beside the sources, with room between the days; where that is too wide, close or below. */
function sourceRows(view: Overview, terminal: Capabilities): string[] {
  const states = sourceLines(view, terminal);
  const width =
    INDENT.length + (terminal.unicode ? 1 : 3) + " 1  ".length + nameWidth(view.sources, terminal.measure) + 9;
  const room = terminal.columns - width - GAP.length;
  const space = room >= 2 * STRIP_DAYS ? " " : "";
  const strips = SOURCE_NUMBERS.map((source) => stripOf(view, source, terminal).join(space));
  const days = terminal.paint("dim", initials(view.date).join(space));
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

function stripOf({ date, years }: Overview, source: SourceNumber, { paint, unicode }: Capabilities): string[] {
  return lastDays(date).map((day) => {
    const done = isDone(years[day.year] ?? NO_TICKS, { day: dayOfYear(day), source });
    if (done) return paint("green", unicode ? "■" : "#");
    return paint("dim", unicode ? "·" : ".");
  });
}
