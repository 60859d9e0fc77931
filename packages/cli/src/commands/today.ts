import {
  type CellState,
  type CivilDate,
  type Config,
  closesAt,
  closingSoon,
  countDone,
  counted,
  DailyleetError,
  type DayTicks,
  dayOfYear,
  dayTicks,
  formatDate,
  isSameDate,
  longDate,
  MARK_WORDS,
  mayBeginEarlier,
  NO_TICKS,
  type Rest,
  SOURCE_NUMBERS,
  type Source,
  sourceName,
  sourcesOf,
  streaks,
  streakText,
  stripControls,
  type Ticks,
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import { loadConfig } from "../files/directories.ts";
import { type Capabilities, capabilitiesOf } from "../terminal/capabilities.ts";
import { aheadText, isoText, readDay, todayOf } from "../terminal/dates.ts";
import { addVerb, type CommonOptions, DATE, JSON_OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { oneLine, printJson } from "../terminal/output.ts";
import { type Measure, padEnd } from "../terminal/width.ts";
import { withTracker } from "../tracker/openTracker.ts";
import type { Tracker } from "../tracker/tracker.ts";

interface TodayOptions extends CommonOptions {
  readonly date: string;
}

export function registerToday(program: Program, context: Context): void {
  addVerb(program, "today", {
    summary: "show a day's five sources",
    description: "Show a day's five sources. 'dailyleet' alone also shows the last two weeks and your streak.",
    examples: [
      ["dailyleet today", "today's five sources"],
      ["dailyleet today --date yesterday", "yesterday's"],
    ],
  })
    .addOption(DATE)
    .addOption(JSON_OPTION)
    .action((_options, command) => runToday(context, optionsOf(command)));
}

async function runToday(context: Context, options: TodayOptions): Promise<void> {
  const config = loadConfig(context);
  const today = todayOf(context, config);
  const date = readDay(options.date, today);
  const sources = sourcesOf(config);
  const [years, due] = await withTracker(context, config, options, (tracker) =>
    Promise.all([tracker.readYears([date.year]), countDue(context, config, tracker)]),
  );
  const now = isSameDate(date, today) ? context.now() : null;
  const view = { date, now, sources, ticks: dayTicks(years[date.year] ?? NO_TICKS, dayOfYear(date)), due };
  if (options.json) return printJson(context, dayJson(view));
  const names = sources.map(({ name }) => name);
  const shown = now === null ? { ...view, due: 0 } : view;
  context.stdout.write(renderDay(shown, today, await capabilitiesOf(context, options, names)));
}

/**
 * How many questions of the list are due today, whichever day is shown. None where the marks or the list cannot be had:
 * the day is shown all the same, and 'review' says what is wrong.
 */
export async function countDue(context: Context, config: Config, tracker: Tracker): Promise<number> {
  try {
    const cardStates = await tracker.readCardStates();
    if (cardStates.size === 0) return 0;
    const { countDue } = await import("./questions/practice.ts");
    return countDue(context, config, cardStates);
  } catch (error) {
    if (error instanceof DailyleetError) return 0;
    throw error;
  }
}

/** One day of one person. */
export interface DayView {
  readonly date: CivilDate;
  /** The moment (milliseconds since the epoch); null where the day is not today. */
  readonly now: number | null;
  readonly sources: readonly Source[];
  readonly ticks: DayTicks;
  /** How many questions are due today, whichever day this is. */
  readonly due: number;
}

/** The date, and how far ahead it is, five lines of source and state, how many are done, what closes soon and what is due. */
export function renderDay(view: DayView, today: CivilDate, terminal: Capabilities): string {
  const heading = terminal.paint("bold", longDate(view.date) + aheadText(view.date, today));
  const end = [`  ${doneLine(view, terminal)}`, ...newsLines(view), ""];
  return [heading, "", ...sourceLines(view, terminal), "", ...end].join("\n");
}

/** '✓ 3  GeeksforGeeks  Done', one for each source. */
export function sourceLines({ sources, ticks }: DayView, { paint, unicode, measure }: Capabilities): string[] {
  const width = nameWidth(sources, measure);
  return SOURCE_NUMBERS.map((source) => {
    const done = ticks[source] === true;
    const name = padEnd(stripControls(sourceName(sources, source)), width, measure);
    return `  ${stateSign(done, unicode)} ${source}  ${name}  ${paint(done ? "green" : "dim", stateName(done))}`;
  });
}

/** '■■■□□ 3 of 5 done' */
export function doneLine({ ticks }: Pick<DayView, "ticks">, { unicode }: Pick<Capabilities, "unicode">): string {
  const done = countDone(ticks);
  const bar = unicode ? "■".repeat(done) + "□".repeat(5 - done) : "#".repeat(done) + ".".repeat(5 - done);
  return `${bar} ${done} of 5 done`;
}

/** 'LeetCode closes in 1 h 40 min', '4 questions due: dailyleet review'; nothing where nothing does, and none is. */
export function newsLines({ sources, ticks, now, due }: DayView): string[] {
  const closing = now === null ? [] : closingSoon(sources, ticks, now).map((text) => `  ${oneLine(text)}`);
  return due > 0 ? [...closing, `  ${counted(due, "question")} due: dailyleet review`] : closing;
}

/**
 * '3 of 5 today · 8-day streak', 'All five. Day 60.' or '4 of 5 on 2026-11-20 · 8-day streak'. `ticks` are those of the
 * year of `date`. The streak is left out where it may reach beyond that year, and where that year is not this one.
 */
export function progressLine(
  ticks: Ticks,
  date: CivilDate,
  today: CivilDate,
  rest: Rest | undefined,
  { unicode }: Pick<Capabilities, "unicode">,
): string {
  const done = countDone(dayTicks(ticks, dayOfYear(date)));
  const isToday = isSameDate(date, today);
  const isUntried = countDone(dayTicks(ticks, dayOfYear(today))) === 0;
  const { days, first } = streaks({ [date.year]: ticks }, today, rest).current;
  const isKnown = date.year === today.year && !mayBeginEarlier(first ?? today, rest);
  if (isToday && done === SOURCE_NUMBERS.length) return `All five.${isKnown ? ` Day ${days}.` : ""}\n`;
  const count = `${done} of ${SOURCE_NUMBERS.length} ${isToday ? "today" : `on ${formatDate(date)}`}`;
  return `${count}${isKnown ? ` ${unicode ? "·" : "-"} ${streakText(days, isUntried)}` : ""}\n`;
}

export function nameWidth(sources: readonly Source[], measure: Measure): number {
  return Math.max(...sources.map(({ name }) => measure(stripControls(name))));
}

/** The same as a document for scripts. */
export function dayJson({ date, now, sources, ticks, due }: DayView): object {
  const closes = (source: Source | undefined) => (source && now !== null ? closesAt(source, now) : null);
  return {
    version: 1,
    date: formatDate(date),
    day: dayOfYear(date),
    sources: SOURCE_NUMBERS.map((source) => ({
      source,
      name: sourceName(sources, source),
      url: sources[source - 1]?.url,
      done: ticks[source] === true,
      closes: textOf(closes(sources[source - 1])),
    })),
    due,
  };
}

function textOf(moment: number | null): string | null {
  return moment === null ? null : isoText(moment);
}

/** 'Done' or 'Untried'; a mark's word. */
export function stateName(state: CellState): string {
  if (typeof state === "number") return MARK_WORDS[state];
  return state ? "Done" : "Untried";
}

/** The same as a sign. */
export function stateSign(done: boolean, unicode: boolean): string {
  if (unicode) return done ? "✓" : "·";
  return done ? "[x]" : "[ ]";
}
