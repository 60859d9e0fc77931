import {
  addDays,
  type CivilDate,
  type Config,
  countDone,
  dayOfYear,
  formatDate,
  isSameDate,
  isSharedDay,
  isTickYear,
  parseSources,
  SHARED_DAY,
  SOURCE_NUMBERS,
  type Source,
  type SourceNumber,
  sourceName,
  type TickCell,
  tickCell,
  ticksOn,
  usageError,
  yearsUpTo,
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import { changesJson, renderChanges } from "../rendering/changes.ts";
import { progressLine } from "../rendering/sources.ts";
import { styleOf } from "../terminal/capabilities.ts";
import { isDay, readAnyDay, readDay, todayOf } from "../terminal/dates.ts";
import { type CommonOptions, HELP, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { oneLine, printJson, printNote, writeText } from "../terminal/output.ts";
import { makeChanges } from "../tracker/makeChanges.ts";
import { withTracker } from "../tracker/openTracker.ts";
import { addVerb, type CommandContext } from "../verb.ts";

interface TickOptions extends CommonOptions {
  readonly sources: readonly string[];
  readonly date: string;
  readonly wait: boolean;
  readonly done: boolean;
}

export function registerTick(program: Program, context: CommandContext): void {
  addVerb(program, context, "tick", {
    summary: "mark sources as done",
    description: "Mark sources as done. Ticking twice is harmless.",
    examples: {
      "dailyleet tick 3": "source 3, today",
      "dailyleet tick leet code360": "by the beginning of their names",
      "dailyleet tick 1-3,5": "several at once; all for all five",
      "dailyleet tick 1 --date yesterday": "one that you forgot",
      "dailyleet tick all --date fri": "all five, last Friday",
      "dailyleet tick": "a terminal asks which",
    },
  })
    .argument("[source...]", HELP.sources)
    .addOption(OPTION.date)
    .addOption(OPTION.noWait)
    .addOption(OPTION.json)
    .action((sources, _options, command) => runTick(context, { ...optionsOf(command), sources, done: true }));
}

export function registerUntick(program: Program, context: CommandContext): void {
  addVerb(program, context, "untick", {
    summary: "clear a tick",
    description: "Clear ticks: mark sources as untried again.",
    examples: {
      "dailyleet untick 3": "source 3, today",
      "dailyleet untick all": "all five",
      "dailyleet untick codechef --date -2": "two days ago",
    },
  })
    .argument("<source...>", HELP.sources)
    .addOption(OPTION.date)
    .addOption(OPTION.noWait)
    .addOption(OPTION.json)
    .action((sources, _options, command) => runTick(context, { ...optionsOf(command), sources, done: false }));
}

async function runTick(context: CommandContext, options: TickOptions): Promise<void> {
  const config = context.config();
  const today = todayOf(context, config);
  const date = (options.done ? readDay : readAnyDay)(options.date, today);
  const sources = config.sources;
  const isAsking = options.sources.length === 0;
  const cells = isAsking ? await askForCells(context, config, options, date) : cellsOf(date, options.sources, sources);
  if (cells.length === 0) return printNote(context, "Nothing was ticked.");
  const changes = cells.map((cell) => ({ ...cell, state: options.done }));
  const verb = options.done ? "tick" : "untick";
  const waits = options.wait && config.waitForCloud !== false;
  const showsProgress = !options.json && context.stdout.isTerminal();
  const { result, years } = await withTracker(
    context,
    config,
    { ...options, purpose: "write", waits },
    async (tracker) => ({
      result: await makeChanges(context, tracker, { command: verb, changes }),
      years: showsProgress ? await tracker.knownTicks(yearsUpTo(today.year)) : {},
    }),
  );
  if (options.json) printJson(context, changesJson(result, date, sources));
  else {
    const naming = { sources, questions: new Map(), today, ...(!isAsking && { date }) };
    const style = styleOf(context, options);
    writeText(context.stdout, renderChanges(result.changes, naming, style));
    if (showsProgress) writeText(context.stdout, progressLine(years, date, today, config.rest, style));
  }
  if (cells.some(({ table, row }) => isSharedDay({ year: table, day: row }))) printNote(context, SHARED_DAY);
}

/** Throws `usage`. */
function cellsOf(date: CivilDate, words: readonly string[], sources: readonly Source[]): TickCell[] {
  const wanted = new Set(words.flatMap((word) => readSources(word, sources, date)));
  return [...wanted].map((source) => tickCell(date.year, dayOfYear(date), source));
}

/** As `parseSources`; 'tick 1 yesterday' names a day where a source belongs. */
function readSources(word: string, sources: readonly Source[], today: CivilDate): readonly SourceNumber[] {
  try {
    return parseSources(word, sources);
  } catch (error) {
    throw isDay(word, today) ? usageError(`'${word}' is a day, not a source; give it as --date ${word}.`) : error;
  }
}

/**
 * Asks which open sources of the day to tick. For today, also asks about yesterday if it has no tick. Throws `usage`.
 */
async function askForCells(context: Context, config: Config, options: TickOptions, date: CivilDate) {
  const sources = config.sources;
  const yesterday = addDays(date, -1);
  const years = await withTracker(context, config, options, ({ knownTicks }) =>
    knownTicks([...new Set([date.year, yesterday.year])].filter(isTickYear)),
  );
  const isToday = isSameDate(date, todayOf(context, config));
  const days = isToday && countDone(ticksOn(years, yesterday)) === 0 ? [date, yesterday] : [date];
  const openOn = (day: CivilDate) => SOURCE_NUMBERS.filter((source) => !ticksOn(years, day)[source]);
  const openDays = days.filter((day) => openOn(day).length > 0);
  if (openDays.length === 0) throw usageError(`All five of ${formatDate(date)} are done; name a source.`);
  const cells: TickCell[] = [];
  for (const day of openDays) {
    const names = openOn(day).map((source) => `${source} ${oneLine(sourceName(sources, source))}`);
    const onDay = isToday ? "Open today" : `Open on ${formatDate(date)}`;
    const heading = day === yesterday ? "Open yesterday, which has no tick" : onDay;
    const question = `${heading}: ${names.join(", ")}\nWhich did you do? (numbers or names, Enter for none) `;
    const reply = options.json ? null : await context.ask(question);
    if (reply === null) throw usageError(NO_SOURCE);
    const words = (reply || "").split(/[\s,]+/).filter((word) => word !== "");
    cells.push(...cellsOf(day, words, sources));
  }
  return cells;
}

const NO_SOURCE = "missing required argument 'source'; see 'dailyleet tick --help'.";
