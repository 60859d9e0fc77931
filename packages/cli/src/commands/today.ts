import {
  addDays,
  type CivilDate,
  type Config,
  closesAt,
  closingSoon,
  countDone,
  counted,
  dayOfYear,
  formatDate,
  isDailyleetError,
  isSameDate,
  isTickYear,
  longDate,
  type NamedProblem,
  readCurrentStreak,
  SOURCE_NUMBERS,
  sourceName,
  streaks,
  streakText,
  type TicksByYear,
  ticksOn,
  WEEKDAY_NAMES,
  weekday,
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import { loadConfig } from "../files/settings.ts";
import { doneLine, fitNames, namesOf, stateName, stateSign } from "../rendering/sources.ts";
import { keptProblems } from "../sites/kept.ts";
import { type Capabilities, capabilitiesOf } from "../terminal/capabilities.ts";
import { isoText, readDay, todayOf } from "../terminal/dates.ts";
import {
  addVerb,
  type CommonOptions,
  type GlobalOptions,
  OPTION,
  optionsOf,
  type Program,
} from "../terminal/options.ts";
import { oneLine, printJson, writeText } from "../terminal/output.ts";
import { wrapAtSpaces } from "../terminal/width.ts";
import { withTracker } from "../tracker/openTracker.ts";
import type { Tracker } from "../tracker/tracker.ts";

export function registerToday(program: Program, context: Context): void {
  addVerb(program, "today", {
    summary: "show a day's five sources",
    description: "Show a day's five sources. 'dailyleet' alone also shows the last two weeks and your streak.",
    examples: {
      "dailyleet today": "today's five sources",
      "dailyleet today --date yesterday": "yesterday's",
      "dailyleet today --problems": "with the sites' problems of the day",
    },
  })
    .addOption(OPTION.date)
    .option("--problems", "ask LeetCode and GeeksforGeeks for their problem of the day first, once a day")
    .addOption(OPTION.json)
    .action((_options, command) => runToday(context, optionsOf(command)));
}

interface TodayOptions extends CommonOptions {
  readonly date: string;
  readonly problems?: true | undefined;
}

async function runToday(context: Context, options: TodayOptions): Promise<void> {
  if (options.problems) {
    const { openSites } = await import("../sites/ask.ts");
    await openSites(context).askProblems(loadConfig(context, options).sources);
  }
  const view = await loadDay(context, options, options.date, (tracker, { year }) => tracker.ticks([year]));
  if (options.json) return printJson(context, dayJson(view));
  const { date, now, sources } = view;
  const terminal = await capabilitiesOf(context, options, namesOf(sources));
  const heading = terminal.paint("bold", longDate(date));
  const news = newsLines(now === null ? { ...view, due: 0 } : view, terminal);
  const problems = problemLines(view, terminal, true);
  const lines = [
    heading,
    "",
    ...sourceLines(view, terminal).lines,
    ...problems,
    "",
    INDENT + doneLine(view.ticks, terminal),
    ...news,
    "",
  ];
  writeText(context.stdout, lines.join("\n"));
}

/** Runs the overview for a command line without a verb, or `today` if it has an option of `today`. */
export function registerOverview(program: Program, context: Context): void {
  program
    .command("overview", { isDefault: true, hidden: true })
    .addOption(OPTION.date)
    .addOption(OPTION.json)
    .action((_options, command) => {
      const options = optionsOf(command);
      const isPlain = !options.json && command.getOptionValueSource("date") === "default";
      return isPlain ? runOverview(context, options) : runToday(context, options);
    });
}

/** Today's sources, beside each its last days, and the streak. */
async function runOverview(context: Context, options: GlobalOptions): Promise<void> {
  const view = await loadDay(context, options, "today", readRecent);
  const { today, years, config, sources } = view;
  const terminal = await capabilitiesOf(context, options, namesOf(sources));
  const streak = streakText(streaks(years, today, config.rest).current.days, countDone(view.ticks) === 0);
  const done = doneLine(view.ticks, terminal);
  const both = `${done} ${terminal.unicode ? "·" : "-"} ${streak}`;
  const end = INDENT.length + both.length <= terminal.columns ? [both] : [done, streak];
  const heading = terminal.paint("bold", longDate(today));
  const ending = [...end.map((line) => INDENT + line), ...newsLines(view, terminal), ""];
  writeText(
    context.stdout,
    [heading, "", ...sourceRows(view, terminal), ...problemLines(view, terminal), "", ...ending].join("\n"),
  );
}

type DayView = Awaited<ReturnType<typeof loadDay>>;

async function loadDay(
  context: Context,
  options: GlobalOptions,
  text: string,
  readYears: (tracker: Tracker, date: CivilDate, config: Config) => Promise<TicksByYear>,
) {
  const config = loadConfig(context, options);
  const today = todayOf(context, config);
  const date = readDay(text, today);
  const sources = config.sources;
  const now = isSameDate(date, today) ? context.now() : null;
  const problems = keptProblems(context, now === null ? [] : sources);
  const [years, practice] = await withTracker(context, config, options, (tracker) =>
    Promise.all([readYears(tracker, date, config), readPractice(context, config, tracker, problems)]),
  );
  return {
    config,
    today,
    date,
    years,
    ticks: ticksOn(years, date),
    sources,
    /** Milliseconds since the epoch; null where the day is not today. */
    now,
    /** Of each source, as far as they are kept. */
    problems,
    ...practice,
  };
}

/** The years of the strips, with the earlier years into which the current streak reaches. */
async function readRecent(tracker: Tracker, today: CivilDate, { rest }: Config): Promise<TicksByYear> {
  const strips = new Set([addDays(today, 1 - STRIP_DAYS).year, today.year]);
  const years = await tracker.ticks([...strips].filter(isTickYear));
  return (await readCurrentStreak(tracker.ticks, today, years, rest)).years;
}

interface Practice {
  /** How many questions of the list are due today, whichever day is shown. */
  readonly due: number;
  /** 'due', 'learning' or 'known' of each problem; empty for one that has no mark. */
  readonly states: readonly string[];
}

/**
 * Nothing is due where the marks or the list can't be read: the day is shown all the same, and 'review' reports the
 * problem.
 */
async function readPractice(
  context: Context,
  config: Config,
  tracker: Tracker,
  problems: readonly (NamedProblem | null)[],
): Promise<Practice> {
  try {
    const marks = await tracker.marks();
    if (Object.keys(marks).length === 0) return { due: 0, states: [] };
    const { countDue, stateOfProblem } = await import("../questions/sheet.ts");
    const states = problems.map((problem) => (problem ? stateOfProblem(marks, problem, todayOf(context, config)) : ""));
    return { due: countDue(context, config, marks), states };
  } catch (error) {
    if (isDailyleetError(error)) return { due: 0, states: [] };
    throw error;
  }
}

const INDENT = "  ";
/** The columns of a source's line besides its sign and its name. */
const OTHER_COLUMNS = `${INDENT} 3    Untried`.length;

/** '✓ 3  GeeksforGeeks  Done' for each source, and the width of the widest line. */
function sourceLines({ sources, ticks }: DayView, terminal: Capabilities) {
  const { paint, unicode, columns, measure } = terminal;
  const others = OTHER_COLUMNS + stateSign(true, unicode).length;
  const names = fitNames(sources, columns - others, terminal);
  const lines = SOURCE_NUMBERS.map((source) => {
    const done = ticks[source] === true;
    const name = names[source - 1];
    return `${INDENT}${stateSign(done, unicode)} ${source}  ${name}  ${paint(done ? "green" : "dim", stateName(done))}`;
  });
  return { lines, width: others + measure(names[0] ?? "") };
}

const STRIP_DAYS = 14;
const GAP = "   ";

/** The strips stand beside the sources, with or without room between the days, or on narrow terminals below. */
function sourceRows(view: DayView, terminal: Capabilities): string[] {
  const { paint, unicode, columns } = terminal;
  const days = Array.from({ length: STRIP_DAYS }, (_, index) => addDays(view.date, index + 1 - STRIP_DAYS));
  const { lines, width } = sourceLines(view, terminal);
  const room = columns - width - GAP.length;
  const space = room >= 2 * STRIP_DAYS ? " " : "";
  const heading = paint("dim", days.map((date) => WEEKDAY_NAMES[weekday(date)]?.slice(0, 1) ?? "").join(space));
  const marks = days.map((date) => ticksOn(view.years, date));
  const strips = SOURCE_NUMBERS.map((source) =>
    marks
      .map((ticks) => (ticks[source] ? paint("green", unicode ? "■" : "#") : paint("dim", unicode ? "·" : ".")))
      .join(space),
  );
  if (room < STRIP_DAYS) {
    const below = strips.map((strip, index) => `${INDENT}${index + 1}  ${strip}`);
    return [...lines, "", `${INDENT}   ${heading}`, ...below];
  }
  const rows = SOURCE_NUMBERS.map((source, index) => {
    const missing = stateName(false).length - stateName(view.ticks[source] === true).length;
    return lines[index] + " ".repeat(missing) + GAP + strips[index];
  });
  return [" ".repeat(width) + GAP + heading, ...rows];
}

/** 'LeetCode closes in 1 h 40 min', '4 questions due: dailyleet review' */
function newsLines({ sources, ticks, now, due }: DayView, { columns, measure }: Capabilities): string[] {
  const closing = now === null ? [] : closingSoon(sources, ticks, now).map(oneLine);
  const news = due > 0 ? [...closing, `${counted(due, "question")} due: dailyleet review`] : closing;
  return news.flatMap((text) => wrapAtSpaces(text, columns - INDENT.length, measure)).map((line) => INDENT + line);
}

/** 'LeetCode: Two Sum · Easy · due', after a free line; with its link on a line below. */
function problemLines({ sources, problems, states }: DayView, terminal: Capabilities, withLink = false): string[] {
  const { columns, measure, unicode } = terminal;
  const lines = problems.flatMap((problem, index) => {
    if (problem === null) return [];
    const parts = [`${oneLine(sources[index]?.name ?? "")}: ${problem.name}`, problem.difficulty, states[index] ?? ""];
    const text = oneLine(parts.filter((part) => part !== "").join(unicode ? " · " : " - "));
    const wrapped = wrapAtSpaces(text, columns - INDENT.length, measure).map((line) => INDENT + line);
    return withLink ? [...wrapped, `${INDENT}${INDENT}${problem.link}`] : wrapped;
  });
  return lines.length === 0 ? [] : ["", ...lines];
}

function dayJson({ date, now, sources, ticks, due, problems }: DayView): object {
  const rows = SOURCE_NUMBERS.map((source) => {
    const found = sources[source - 1];
    const closes = found && now !== null ? closesAt(found, now) : null;
    const [name, done] = [sourceName(sources, source), ticks[source] === true];
    const problem = problems[source - 1] ?? null;
    return { source, name, url: found?.url, done, closes: closes === null ? null : isoText(closes), problem };
  });
  return { version: 1, date: formatDate(date), day: dayOfYear(date), sources: rows, due };
}
