import { type CivilDate, DAYS_PER_YEAR, type DayNumber, firstWeekday, monthDay, placeInWeek } from "@dailyleet/core";
import { isMotionReduced, SEEN_WAY } from "../ui/scrolling.ts";
import { readChoice, storeText } from "../ui/stored.ts";
import { quiet } from "../ui/wait.ts";

/**
 * As `firstWeekday` said at the last visit, because a browser loads its locale data to answer, which takes tens of
 * milliseconds. It is asked again for the next visit: the browser and its settings may be others now.
 */
export function storedFirstWeekday(language: string): number {
  const name = `dailyleet/week/${language}`;
  const stored = readChoice(name, ["", ..."0123456"]);
  void quiet().then(() => storeText(name, `${firstWeekday(language)}`));
  return stored === "" ? firstWeekday(language) : Number(stored);
}

export const FIRST_WEEKDAY = storedFirstWeekday(navigator.language);

/** The column of a date's weekday in a week, from 0. */
export function weekColumn(date: CivilDate): number {
  return placeInWeek(date, FIRST_WEEKDAY);
}

export interface Days {
  readonly from: DayNumber;
  readonly to: DayNumber;
}

/** The days that the window may show when it has gone to this one, which stands about its middle, and on the way there. */
export function daysAround(year: number, day: DayNumber, isToday: boolean): Days {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  // In rem, as in the style sheets: today's card and a row; and the days of a row.
  const [card, row, columns] =
    innerWidth >= 68 * rem ? [23.75, 11, 7] : innerWidth >= 46 * rem ? [17.75, 2.5, 1] : [31.25, 4.75, 1];
  const way = isMotionReduced() ? 0 : SEEN_WAY;
  const distance = ((0.5 + way) * innerHeight) / rem - (isToday ? card : row) / 2;
  const reach = Math.max(1, Math.ceil(distance / row)) * columns;
  const from = day - reach - (columns === 1 ? 0 : weekColumn({ year, ...monthDay(day) }));
  const to = from + 2 * reach + columns;
  // The page does not scroll beyond its beginning and its end.
  return { from: Math.min(from, from + DAYS_PER_YEAR - to), to: Math.max(to, to - from) };
}
