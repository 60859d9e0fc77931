import {
  type CellState,
  type CivilDate,
  countDone,
  type DayTicks,
  formatDate,
  isSameDate,
  MARK_WORDS,
  type Rest,
  SOURCE_NUMBERS,
  type Source,
  sourceName,
  streakNotes,
  streaks,
  streakText,
  stripControls,
  type TicksByYear,
  ticksOn,
} from "@dailyleet/core";
import type { Capabilities } from "../terminal/capabilities.ts";
import { padEnd, truncate } from "../terminal/width.ts";

/** Such as '3 of 5 today · 8-day streak, best 74' or '4 of 5 on 2026-11-20 · 8-day streak, your best'. */
export function progressLine(
  years: TicksByYear,
  date: CivilDate,
  today: CivilDate,
  rest: Rest | undefined,
  { unicode }: Pick<Capabilities, "unicode">,
): string {
  const isToday = isSameDate(date, today);
  const isUntried = countDone(ticksOn(years, today)) === 0;
  const found = streaks(years, today, rest);
  const streak = [streakText(found.current.days, isUntried), streakNotes(found, isUntried)].filter(Boolean).join(", ");
  const count = `${countDone(ticksOn(years, date))} of ${SOURCE_NUMBERS.length}`;
  return `${count} ${isToday ? "today" : `on ${formatDate(date)}`} ${unicode ? "·" : "-"} ${streak}\n`;
}

/** Such as '■■■□□ 3 of 5 done'. */
export function doneLine(ticks: DayTicks, { unicode }: Pick<Capabilities, "unicode">): string {
  const done = countDone(ticks);
  const bar = unicode ? "■".repeat(done) + "□".repeat(5 - done) : "#".repeat(done) + ".".repeat(5 - done);
  return `${bar} ${done} of 5 done`;
}

export function namesOf(sources: readonly Source[]): string[] {
  return sources.map(({ name }) => name);
}

/** The names, padded to one width. Cuts names wider than `room` columns, to leave room for the text after them. */
export function fitNames(
  sources: readonly Source[],
  room: number,
  { measure, unicode }: Pick<Capabilities, "measure" | "unicode">,
): string[] {
  const names = SOURCE_NUMBERS.map((source) => stripControls(sourceName(sources, source)));
  const width = Math.max(1, Math.min(room, Math.max(...names.map(measure))));
  return names.map((name) => padEnd(truncate(name, width, measure, unicode ? "…" : "..."), width, measure));
}

/** 'Done' or 'Untried'; for a mark its word. */
export function stateName(state: CellState): string {
  if (typeof state === "number") return MARK_WORDS[state];
  return state ? "Done" : "Untried";
}

export function stateSign(done: boolean, unicode: boolean): string {
  if (unicode) return done ? "✓" : "·";
  return done ? "[x]" : "[ ]";
}
