import {
  type CellState,
  type CivilDate,
  countDone,
  type DayTicks,
  formatDate,
  isSameDate,
  MARK_WORDS,
  mayBeginEarlier,
  type Rest,
  SOURCE_NUMBERS,
  type Source,
  sourceName,
  streaks,
  streakText,
  stripControls,
  type TicksByYear,
  ticksOn,
} from "@dailyleet/core";
import type { Capabilities } from "../terminal/capabilities.ts";
import { padEnd, truncate } from "../terminal/width.ts";

/**
 * '3 of 5 today · 8-day streak', 'All five. Day 60.' or '4 of 5 on 2026-11-20 · 8-day streak'. `years` has the year of
 * `date`. Leaves the streak out for another year than this one, and where the streak may begin in an earlier year.
 */
export function progressLine(
  years: TicksByYear,
  date: CivilDate,
  today: CivilDate,
  rest: Rest | undefined,
  { unicode }: Pick<Capabilities, "unicode">,
): string {
  const done = countDone(ticksOn(years, date));
  const isToday = isSameDate(date, today);
  const { days, first } = streaks(years, today, rest).current;
  const isKnown = date.year === today.year && !mayBeginEarlier(first ?? today, rest);
  if (isToday && done === SOURCE_NUMBERS.length) return `All five.${isKnown ? ` Day ${days}.` : ""}\n`;
  const count = `${done} of ${SOURCE_NUMBERS.length} ${isToday ? "today" : `on ${formatDate(date)}`}`;
  return `${count}${isKnown ? ` ${unicode ? "·" : "-"} ${streakText(days, countDone(ticksOn(years, today)) === 0)}` : ""}\n`;
}

/** '■■■□□ 3 of 5 done' */
export function doneLine(ticks: DayTicks, { unicode }: Pick<Capabilities, "unicode">): string {
  const done = countDone(ticks);
  const bar = unicode ? "■".repeat(done) + "□".repeat(5 - done) : "#".repeat(done) + ".".repeat(5 - done);
  return `${bar} ${done} of 5 done`;
}

export function namesOf(sources: readonly Source[]): string[] {
  return sources.map(({ name }) => name);
}

/** The names in one width; names wider than `room` are cut, to leave room for the text behind them. */
export function fitNames(
  sources: readonly Source[],
  room: number,
  { measure, unicode }: Pick<Capabilities, "measure" | "unicode">,
): string[] {
  const names = SOURCE_NUMBERS.map((source) => stripControls(sourceName(sources, source)));
  const width = Math.max(1, Math.min(room, Math.max(...names.map(measure))));
  return names.map((name) => padEnd(truncate(name, width, measure, unicode ? "…" : "..."), width, measure));
}

/** 'Done' or 'Untried'; a mark's word. */
export function stateName(state: CellState): string {
  if (typeof state === "number") return MARK_WORDS[state];
  return state ? "Done" : "Untried";
}

export function stateSign(done: boolean, unicode: boolean): string {
  if (unicode) return done ? "✓" : "·";
  return done ? "[x]" : "[ ]";
}
