import {
  addDays,
  type CivilDate,
  type CurrentStreak,
  dayOfYear,
  dayTicks,
  isTickYear,
  NO_TICKS,
  readCurrentStreak,
  sourcesOf,
  streaks,
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import { loadConfig } from "../files/settings.ts";
import { renderOverview, STRIP_DAYS } from "../render/overview.ts";
import { readDay, todayOf } from "../terminal/dates.ts";
import { lookOf } from "../terminal/look.ts";
import type { GlobalOptions, Program } from "../terminal/options.ts";
import { withTracker } from "../tracker/openTracker.ts";
import type { Tracker } from "../tracker/tracker.ts";
import { countDue } from "./today.ts";

/** What `dailyleet` alone does. */
export function registerOverview(program: Program, context: Context): void {
  program.action((options) => runOverview(context, options));
}

async function runOverview(context: Context, options: GlobalOptions): Promise<void> {
  const config = loadConfig(context);
  const today = readDay("today", todayOf(context));
  const sources = sourcesOf(config);
  const [{ years }, due] = await withTracker(context, config, options, (tracker) =>
    Promise.all([readRecent(tracker, today), countDue(context, config, tracker)]),
  );
  const ticks = dayTicks(years[today.year] ?? NO_TICKS, dayOfYear(today));
  const view = { date: today, sources, ticks, due, years, streak: streaks(years, today).current };
  const names = sources.map(({ name }) => name);
  context.stdout.write(renderOverview(view, await lookOf(context, options, names)));
}

/** The years of the strips, and those before them that the current streak reaches back into. */
async function readRecent(tracker: Tracker, today: CivilDate): Promise<CurrentStreak> {
  const strips = [addDays(today, 1 - STRIP_DAYS).year, today.year];
  const years = await tracker.readYears([...new Set(strips)].filter(isTickYear));
  return readCurrentStreak(tracker.readYears, today, years);
}
