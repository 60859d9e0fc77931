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
import { keptProblems } from "../judges/kept.ts";
import { countDueQuestions, stateOfProblem } from "../questions/sheet.ts";
import { doneLine, fitNames, namesOf, stateName, stateSign } from "../rendering/sources.ts";
import { type Capabilities, capabilitiesOf } from "../terminal/capabilities.ts";
import { isoText, readDay, todayOf } from "../terminal/dates.ts";
import { type CommonOptions, type GlobalOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { oneLine, printJson, printNotes, writeText } from "../terminal/output.ts";
import { wrapAtSpaces } from "../terminal/width.ts";
import { withTracker } from "../tracker/openTracker.ts";
import type { Tracker } from "../tracker/tracker.ts";
import { addVerb, type CommandContext } from "../verb.ts";

export function registerToday(program: Program, context: CommandContext): void {
  addVerb(program, context, "today", {
    summary: "show today, as 'dailyleet' alone does",
    description: "Show a day's five sources, the two weeks up to it, and your streak; 'dailyleet' alone does the same.",
    examples: {
      dailyleet: "today's five sources",
      "dailyleet --date yesterday": "yesterday's",
      "dailyleet today --json": "for scripts",
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

async function runToday(context: CommandContext, options: TodayOptions): Promise<void> {
  if (options.problems) {
    const { openJudges } = await import("../judges/ask.ts");
    const judges = openJudges(context);
    printNotes(context, [...judges.notes, ...(await judges.askProblems(context.config().sources))]);
  }
  const view = await loadDay(context, options, options.date);
  if (options.json) return printJson(context, dayJson(view));
  const { date, today, years, config, sources } = view;
  const terminal = await capabilitiesOf(context, options, namesOf(sources));
  const isOpen = countDone(ticksOn(years, today)) === 0;
  const streak = streakText(streaks(years, today, config.rest).current.days, isOpen);
  const done = doneLine(view.ticks, terminal);
  const both = `${done} ${terminal.unicode ? "·" : "-"} ${streak}`;
  const end = INDENT.length + both.length <= terminal.columns ? [both] : [done, streak];
  const heading = terminal.paint("bold", longDate(date));
  const ending = [...end.map((line) => INDENT + line), ...newsLines(view, terminal), ""];
  const rows = [...sourceRows(view, terminal), ...problemLines(view, terminal)];
  writeText(context.stdout, [heading, "", ...rows, "", ...ending].join("\n"));
}

type DayView = Awaited<ReturnType<typeof loadDay>>;

async function loadDay(context: CommandContext, options: GlobalOptions, text: string) {
  const config = context.config();
  const today = todayOf(context, config);
  const date = readDay(text, today);
  const sources = config.sources;
  const now = isSameDate(date, today) ? context.now() : null;
  const problems = keptProblems(context, now === null ? [] : sources);
  const [years, practice] = await withTracker(context, config, options, (tracker) =>
    Promise.all([readRecent(tracker, date, today, config), readPractice(context, config, tracker, problems)]),
  );
  return {
    config,
    today,
    date,
    years,
    ticks: ticksOn(years, date),
    sources,
    /** Milliseconds since the epoch; null if the day is not today. */
    now,
    /** The cached problem of the day of each source; null without one. */
    problems,
    ...practice,
  };
}

/** The years of the strips and this year, with the earlier years that the current streak reaches into. */
async function readRecent(tracker: Tracker, date: CivilDate, today: CivilDate, { rest }: Config): Promise<TicksByYear> {
  const strips = new Set([addDays(date, 1 - STRIP_DAYS).year, date.year, today.year]);
  const years = await tracker.ticks([...strips].filter(isTickYear));
  return (await readCurrentStreak(tracker.ticks, today, years, rest)).years;
}

interface Practice {
  /** The number of questions of the list that are due today, whatever day is shown. */
  readonly due: number;
  /** 'due', 'learning' or 'known' for each problem; empty for a problem without a mark. */
  readonly states: readonly string[];
}

/** Zero if the marks or the list can't be read: the day is shown all the same, and 'review' reports the problem. */
async function readPractice(
  context: Context,
  config: Config,
  tracker: Tracker,
  problems: readonly (NamedProblem | null)[],
): Promise<Practice> {
  try {
    const marks = await tracker.marks();
    if (Object.keys(marks).length === 0) return { due: 0, states: [] };
    const states = problems.map((problem) => (problem ? stateOfProblem(context, config, marks, problem) : ""));
    return { due: countDueQuestions(context, config, marks), states };
  } catch (error) {
    if (isDailyleetError(error)) return { due: 0, states: [] };
    throw error;
  }
}

const INDENT = "  ";
/** The columns of a source's line besides its sign and name. */
const OTHER_COLUMNS = `${INDENT} 3    Untried`.length;

/** A line for each source, such as '✓ 3  GeeksforGeeks  Done', and the width of the widest one. */
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

/** The strips stand beside the sources, with spaces between the days if there is room; on narrow terminals below. */
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

/** Such as 'LeetCode closes in 1 h 40 min' and '4 questions due: dailyleet review'. */
function newsLines({ sources, ticks, now, due }: DayView, { columns, measure }: Capabilities): string[] {
  const closing = now === null ? [] : closingSoon(sources, ticks, now).map(oneLine);
  const news = now !== null && due > 0 ? [...closing, `${counted(due, "question")} due: dailyleet review`] : closing;
  return news.flatMap((text) => wrapAtSpaces(text, columns - INDENT.length, measure)).map((line) => INDENT + line);
}

/** An empty line, then for each problem 'LeetCode: Two Sum · Easy · due' and its link on a line below. */
function problemLines({ sources, problems, states }: DayView, terminal: Capabilities): string[] {
  const { columns, measure, unicode } = terminal;
  const lines = problems.flatMap((problem, index) => {
    if (problem === null) return [];
    const parts = [`${oneLine(sources[index]?.name ?? "")}: ${problem.name}`, problem.difficulty, states[index] ?? ""];
    const text = oneLine(parts.filter((part) => part !== "").join(unicode ? " · " : " - "));
    const wrapped = wrapAtSpaces(text, columns - INDENT.length, measure).map((line) => INDENT + line);
    return [...wrapped, `${INDENT}${INDENT}${problem.link}`];
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
