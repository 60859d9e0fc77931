import {
  type CivilDate,
  countDone,
  counted,
  type DayTicks,
  dayOfYear,
  dayTicks,
  formatDate,
  isSameDate,
  longDate,
  SOURCE_NUMBERS,
  type Source,
  sourceName,
  streaks,
  streakText,
  stripControls,
  type Ticks,
} from "@dailyleet/core";
import { aheadText } from "../terminal/dates.ts";
import type { Look } from "../terminal/look.ts";
import { type Measure, padEnd } from "../terminal/width.ts";

/** One day of one person. */
export interface DayView {
  readonly date: CivilDate;
  readonly sources: readonly Source[];
  readonly ticks: DayTicks;
  /** How many questions are due today, whichever day this is. */
  readonly due: number;
}

/** The date, and how far ahead it is, five lines of source and state, how many are done, and where there are any, how many questions are due. */
export function renderDay(view: DayView, today: CivilDate, look: Look): string {
  const heading = look.paint("bold", longDate(view.date) + aheadText(view.date, today));
  return [heading, "", ...sourceLines(view, look), "", `  ${doneLine(view, look)}`, ...dueLines(view), ""].join("\n");
}

/** '✓ 3  GeeksforGeeks  Done', one for each source. */
export function sourceLines({ sources, ticks }: DayView, { paint, unicode, measure }: Look): string[] {
  const width = nameWidth(sources, measure);
  return SOURCE_NUMBERS.map((source) => {
    const done = ticks[source] === true;
    const name = padEnd(stripControls(sourceName(sources, source)), width, measure);
    return `  ${stateSign(done, unicode)} ${source}  ${name}  ${paint(done ? "green" : "dim", stateName(done))}`;
  });
}

/** '■■■□□ 3 of 5 done' */
export function doneLine({ ticks }: Pick<DayView, "ticks">, { unicode }: Pick<Look, "unicode">): string {
  const done = countDone(ticks);
  const bar = unicode ? "■".repeat(done) + "□".repeat(5 - done) : "#".repeat(done) + ".".repeat(5 - done);
  return `${bar} ${done} of 5 done`;
}

/** '4 questions due: dailyleet review'; nothing where none is. */
export function dueLines({ due }: DayView): string[] {
  return due > 0 ? [`  ${counted(due, "question")} due: dailyleet review`] : [];
}

/**
 * '3 of 5 today · 8-day streak', 'All five. Day 60.' or '4 of 5 on 2026-11-20 · 8-day streak'. `ticks` are those of the
 * year of `date`. The streak is left out where it may reach beyond that year, and where that year is not this one.
 */
export function progressLine(
  ticks: Ticks,
  date: CivilDate,
  today: CivilDate,
  { unicode }: Pick<Look, "unicode">,
): string {
  const done = countDone(dayTicks(ticks, dayOfYear(date)));
  const isToday = isSameDate(date, today);
  const isUntried = countDone(dayTicks(ticks, dayOfYear(today))) === 0;
  const { days, first } = streaks({ [date.year]: ticks }, today).current;
  const isKnown = date.year === today.year && dayOfYear(first ?? today) > 1;
  if (isToday && done === SOURCE_NUMBERS.length) return `All five.${isKnown ? ` Day ${days}.` : ""}\n`;
  const count = `${done} of ${SOURCE_NUMBERS.length} ${isToday ? "today" : `on ${formatDate(date)}`}`;
  return `${count}${isKnown ? ` ${unicode ? "·" : "-"} ${streakText(days, isUntried)}` : ""}\n`;
}

export function nameWidth(sources: readonly Source[], measure: Measure): number {
  return Math.max(...sources.map(({ name }) => measure(stripControls(name))));
}

/** The same as a document for scripts. */
export function dayJson({ date, sources, ticks, due }: DayView): object {
  return {
    version: 1,
    date: formatDate(date),
    day: dayOfYear(date),
    sources: SOURCE_NUMBERS.map((source) => ({
      source,
      name: sourceName(sources, source),
      url: sources[source - 1]?.url,
      done: ticks[source] === true,
    })),
    due,
  };
}

export function stateName(done: boolean): "Done" | "Untried" {
  return done ? "Done" : "Untried";
}

/** The same as a sign. */
export function stateSign(done: boolean, unicode: boolean): string {
  if (unicode) return done ? "✓" : "·";
  return done ? "[x]" : "[ ]";
}
