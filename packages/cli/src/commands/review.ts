import { stripVTControlCharacters } from "node:util";
import {
  type CivilDate,
  type Config,
  cardStatesOf,
  counted,
  DailyleetError,
  dailyPlan,
  epochDay,
  epochDayOf,
  fold,
  formatDate,
  hasCode,
  MARK_WORDS,
  type Mark,
  type Marks,
  markCell,
  marksOf,
  nextDue,
  orElse,
  type PlannedQuestion,
  type PractisedQuestion,
  parseMark,
  planOf,
  practiceOf,
  practiceSummary,
  practisedText,
  progressOf,
  type Question,
  stateText,
  studyPlan,
  suggest,
  upcoming,
  webLink,
} from "@dailyleet/core";
import { InvalidArgumentError } from "commander";
import type { Context } from "../context.ts";
import { loadConfig } from "../files/settings.ts";
import { loadQuestions } from "../questions/sheet.ts";
import { doneText, dueText, planLine, renderMarked } from "../rendering/practice.ts";
import { address, kindOf, paragraph, renderList } from "../rendering/questions.ts";
import { NO_BROWSER, openInBrowser } from "../terminal/browser.ts";
import { type Capabilities, capabilitiesOf } from "../terminal/capabilities.ts";
import { inDays, todayOf } from "../terminal/dates.ts";
import {
  addVerb,
  type CommonOptions,
  type ListOptions,
  OPTION,
  optionsOf,
  type Program,
  withList,
} from "../terminal/options.ts";
import { oneLine, printJson, printNote, writeText } from "../terminal/output.ts";
import { withTracker } from "../tracker/openTracker.ts";
import { giveMark } from "./mark.ts";
import { emptySheet } from "./questions.ts";

interface ReviewOptions extends CommonOptions, ListOptions {
  /** The most questions to list; default: the plan's or `suggest`'s number. */
  readonly limit: number | undefined;
  /** For how many days to count the questions that fall due. */
  readonly upcoming: number | undefined;
  readonly start: true | undefined;
}

const UPCOMING_DAYS = 14;
const MOST_DAYS = 366;

const readDays = numberUpTo(MOST_DAYS, `Give a number of days from 1 to ${MOST_DAYS}.`);

const readCount = numberUpTo(9_999_999, "Give a number from 1 on.");

export function registerReview(program: Program, context: Context): void {
  addVerb(program, "review", {
    summary: "list what to practise today, or practise it",
    description: "List what to practise today: due questions, the longest overdue first, then new ones.",
    examples: {
      "dailyleet review": "five, with their numbers and links",
      "dailyleet review --start": "practise: open, try, mark, next",
      "dailyleet review --upcoming": "the next two weeks",
      "dailyleet mark 8 solved": "record how it went",
    },
  })
    .option("--limit <count>", "how many at most; default: 5, or what the plan has for today", readCount)
    .option("--start", "practise them one after the other")
    .option("--upcoming [days]", `how many come back on each of the next days; default: ${UPCOMING_DAYS}`, readDays)
    .addOption(OPTION.list)
    .addOption(OPTION.json)
    .action(async (_options, command) => {
      const options = optionsOf(command);
      const upcoming = options.upcoming === true ? UPCOMING_DAYS : options.upcoming;
      return runReview(context, { ...options, upcoming });
    });
}

async function runReview(context: Context, options: ReviewOptions): Promise<void> {
  const config = withList(loadConfig(context, options), options);
  if (options.start) return practise(context, config, options);
  if (options.upcoming === undefined) return listToday(context, config, options);
  if (options.limit !== undefined) throw new DailyleetError("usage", "Use either --upcoming or --limit.");
  await listUpcoming(context, config, options, options.upcoming);
}

function numberUpTo(most: number, advice: string) {
  return (text: string): number => {
    if (/^[1-9]\d*$/.test(text) && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(advice);
  };
}

async function listToday(context: Context, config: Config, options: ReviewOptions): Promise<void> {
  const today = todayOf(context, config);
  const span = planOf(config);
  const marks = await withTracker(context, config, options, (tracker) => tracker.marks());
  const questions = await loadQuestions(context, config);
  const practised = practiceOf(questions, cardStatesOf(marks, today), today);
  const chosen = span
    ? dailyPlan(questions, marks, today, { limit: options.limit, plan: span }).filter(({ isDone }) => !isDone)
    : suggest(practised, options.limit);
  const summary = practiceSummary(practised);
  if (options.json) {
    const rows = chosen.map(practisedJson);
    return printJson(context, { version: 1, date: formatDate(today), due: summary.due, questions: rows });
  }
  if (questions.length === 0) return printNote(context, emptySheet(config));
  if (chosen.length === 0) printNote(context, `All caught up${comingBack(practised, today)}.`);
  const names = chosen.map(({ question }) => question.name + question.link);
  const terminal = await capabilitiesOf(context, options, names);
  const lines = chosen.map(({ number, question, progress }) => {
    return { number, name: oneLine(question.name), detail: stateText(progress), below: address(question.link) };
  });
  const list = renderList(lines, terminal, true);
  writeText(
    context.stdout,
    `${list}${list === "" ? "" : "\n"}${practisedText(summary, terminal.unicode ? "·" : "-")}\n`,
  );
  if (span === null) return;
  const plan = planLine(studyPlan(questions, marks, today, span), terminal);
  writeText(context.stdout, `Plan until ${formatDate(span.until)}: ${plan}\n`);
}

function practisedJson({ number, question, progress }: PractisedQuestion): object {
  const { state, due, overdueDays, marks } = progress;
  return { number, name: question.name, link: question.link, state, due, overdueDays, marks };
}

/** '; the next question comes back on 2026-11-29 (in 8 days)'; empty where none does. */
function comingBack(questions: readonly PractisedQuestion[], today: CivilDate): string {
  const [next] = questions.flatMap(({ progress }) => progress.due ?? []).sort();
  return next === undefined ? "" : `; the next question ${dueText(next, today)}`;
}

const MOST_COLUMNS = 60;

async function listUpcoming(context: Context, config: Config, options: CommonOptions, days: number): Promise<void> {
  const marks = await withTracker(context, config, options, (tracker) => tracker.marks());
  const today = todayOf(context, config);
  const practised = practiceOf(await loadQuestions(context, config), cardStatesOf(marks, today), today);
  const rows = upcoming(practised, today, days);
  if (options.json) return printJson(context, { version: 1, days: rows });
  const { unicode, paint, columns } = await capabilitiesOf(context, options);
  const width = Math.max(...rows.map(({ due }) => String(due).length));
  const room = Math.max(1, Math.min(columns, MOST_COLUMNS) - "2026-11-23    ".length - width);
  const scale = Math.min(1, room / Math.max(1, ...rows.map(({ due }) => due)));
  for (const { date, due } of rows) {
    const bar = (unicode ? "■" : "#").repeat(Math.ceil(due * scale));
    const line = `${paint("dim", date)}  ${String(due).padStart(width)}  ${paint("green", bar)}`;
    writeText(context.stdout, `${line.trimEnd()}\n`);
  }
}

interface Session {
  readonly context: Context;
  readonly config: Config;
  readonly options: ReviewOptions;
  readonly terminal: Capabilities;
  readonly questions: readonly Question[];
  readonly plan: readonly PlannedQuestion[];
  /** Changes with each mark. */
  marks: Marks;
  marked: number;
}

async function practise(context: Context, config: Config, options: ReviewOptions): Promise<void> {
  if (options.upcoming !== undefined || options.json) {
    throw new DailyleetError("usage", "Use --start alone or with --limit and --list.");
  }
  if (context.screen() === null) {
    const advice = "use 'dailyleet review' and 'dailyleet mark' in scripts";
    throw new DailyleetError("usage", `'dailyleet review --start' needs a terminal; ${advice}.`);
  }
  const questions = await loadQuestions(context, config);
  if (questions.length === 0) return printNote(context, emptySheet(config));
  const marks = await withTracker(context, config, options, (tracker) => tracker.marks());
  const plan = dailyPlan(questions, marks, todayOf(context, config), { limit: options.limit, plan: planOf(config) });
  const texts = plan.flatMap(({ question }) => Object.values(question).flat() as string[]);
  const terminal = await capabilitiesOf(context, options, texts);
  const session = { context, config, options, terminal, questions, plan, marks, marked: 0 };
  const isWhole = await goThrough(session);
  writeText(context.stdout, `${closing(session, isWhole)}\n`);
}

/** Resolves to whether the person reached the end. Throws `interrupted`. */
async function goThrough(session: Session): Promise<boolean> {
  const { context, plan, terminal } = session;
  try {
    for (const [index, entry] of plan.entries()) {
      if (entry.isDone) continue;
      writeText(context.stdout, heading(entry, `${index + 1} of ${plan.length}`, terminal));
      if (!(await answer(session, entry))) return false;
    }
    return true;
  } catch (error) {
    if (!hasCode(error, "interrupted") || session.marked === 0) throw error;
    throw new DailyleetError("interrupted", `Interrupted; ${counted(session.marked, "mark")} kept.`);
  }
}

function heading({ question, number, progress }: PlannedQuestion, place: string, terminal: Capabilities): string {
  const { paint, unicode } = terminal;
  const lines = [
    paint("dim", `${place} ${unicode ? "·" : "-"} ${stateText(progress)}`),
    paint("bold", paragraph(`${number} ${question.name}`, terminal)),
    address(question.link),
    oneLine(kindOf(question).join(", ")),
    paragraph(question.text, terminal),
  ];
  return `\n${lines.filter((line) => line !== "").join("\n")}\n\n`;
}

/** Asks until the person marks or skips the question; resolves to false when the person quits. */
async function answer(session: Session, entry: PlannedQuestion): Promise<boolean> {
  const { context, config, terminal } = session;
  const { takeaways, analysis } = entry.question;
  const hidden = [
    { name: "Takeaways", text: takeaways },
    { name: "Analysis + Comments", text: analysis },
  ].filter(({ text }) => text !== "");
  writeText(context.stdout, `${choices(session, entry, todayOf(context, config))}\n`);
  for (;;) {
    const shows = hidden[0] ? `Enter ${hidden[0].name.split(" ", 1)[0]?.toLowerCase()}, ` : "";
    const typed = await context.ask(`${shows}1-4 mark, o open, s skip, q leave: `);
    if (typed === false || typed === null) return false;
    const key = fold(typed);
    // `none` is no answer here.
    const mark = orElse(null, () => parseMark(key) || null);
    if (mark !== null) await markIt(session, entry, mark);
    if (mark !== null || key === "s") return true;
    if (key === "q") return false;
    const shown = key === "" ? hidden.shift() : undefined;
    if (shown)
      writeText(context.stdout, `\n${terminal.paint("bold", shown.name)}\n${paragraph(shown.text, terminal)}\n\n`);
    else if (key === "o") await open(context, entry.question);
    else printNote(context, "Press 1-4, o, s or q.");
  }
}

/** '1 solution (tomorrow)  2 hint (in 2 days) …', each on its own line where they don't fit into one. */
function choices({ marks, terminal }: Session, { key }: PlannedQuestion, today: CivilDate): string {
  const texts = MARK_WORDS.slice(1).map((word, index) => {
    const due = nextDue(marksOf(marks, key), formatDate(today), (index + 1) as Mark);
    const days = due === null ? "" : ` (${inDays(epochDayOf(due) - epochDay(today))})`;
    return `${index + 1} ${word}${terminal.paint("dim", days)}`;
  });
  const line = texts.join("  ");
  return stripVTControlCharacters(line).length <= terminal.columns ? line : texts.join("\n");
}

async function markIt(session: Session, { question, key }: PlannedQuestion, mark: Mark): Promise<void> {
  const { context, config, options, terminal } = session;
  const today = todayOf(context, config);
  const change = { ...markCell(key, formatDate(today)), state: mark };
  const { made, marks } = await giveMark(context, config, { ...options, waits: config.waitForCloud }, change);
  session.marks = marks;
  session.marked++;
  writeText(context.stdout, renderMarked(question, made, progressOf(marks, key, today).due, today, terminal));
}

async function open(context: Context, { link }: Question): Promise<void> {
  const address = webLink(link)?.href;
  if (address === undefined) printNote(context, `'${link}' is not a web address.`);
  else if (!(await openInBrowser(context, address))) printNote(context, NO_BROWSER);
}

/** 'Done for today: 5 questions. 3 come back tomorrow.' */
function closing({ context, config, questions, plan, marks, marked }: Session, isWhole: boolean): string {
  const done = plan.filter(({ isDone }) => isDone).length + marked;
  if (!isWhole) return `\n${done} of ${plan.length} done; 'dailyleet review --start' goes on.`;
  const today = todayOf(context, config);
  const text = doneText(done, plan.length, practiceOf(questions, cardStatesOf(marks, today), today), today);
  return plan.length === 0 ? text : `\n${text}`;
}
