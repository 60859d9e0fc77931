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
  marksOf,
  nextDue,
  type PlannedQuestion,
  parseMark,
  planOf,
  practiceOf,
  progressOf,
  type Question,
  stripControls,
  upcoming,
  webLink,
} from "@dailyleet/core";
import type { Context } from "../../context.ts";
import { loadConfig } from "../../files/directories.ts";
import { type Capabilities, capabilitiesOf } from "../../terminal/capabilities.ts";
import { inDays, todayOf } from "../../terminal/dates.ts";
import { withList } from "../../terminal/options.ts";
import { note, oneLine } from "../../terminal/output.ts";
import { paragraphWidth, wrap } from "../../terminal/width.ts";
import { withTracker } from "../../tracker/openTracker.ts";
import { NO_BROWSER, openInBrowser } from "../open.ts";
import { address, emptySheet, kindOf } from "./list.ts";
import { dueDetail, giveMark, renderMarked } from "./practice.ts";
import type { ReviewOptions } from "./review.ts";
import { loadQuestions } from "./sheet.ts";

interface Session {
  readonly context: Context;
  readonly config: Config;
  readonly options: ReviewOptions;
  readonly terminal: Capabilities;
  readonly questions: readonly Question[];
  readonly plan: readonly PlannedQuestion[];
  /** Changes with each mark. */
  marks: Marks;
  /** How many questions were marked. */
  marked: number;
}

/** `dailyleet review --start`: today's questions one after the other. */
export async function runSession(context: Context, options: ReviewOptions): Promise<void> {
  const config = withList(loadConfig(context), options);
  if (options.upcoming !== undefined || options.json) {
    throw new DailyleetError("usage", "Use --start alone or with --limit and --list.");
  }
  if (context.screen() === null) {
    const advice = "use 'dailyleet review' and 'dailyleet mark' in scripts";
    throw new DailyleetError("usage", `'dailyleet review --start' needs a terminal; ${advice}.`);
  }
  const questions = await loadQuestions(context, config);
  if (questions.length === 0) return note(context, emptySheet(config));
  const marks = await withTracker(context, config, options, (tracker) => tracker.readMarks());
  const plan = dailyPlan(questions, marks, todayOf(context, config), { limit: options.limit, plan: planOf(config) });
  const texts = plan.flatMap(({ question }) => Object.values(question).flat() as string[]);
  const terminal = await capabilitiesOf(context, options, texts);
  const session = { context, config, options, terminal, questions, plan, marks, marked: 0 };
  const isWhole = await goThrough(session);
  context.stdout.write(`${closing(session, isWhole)}\n`);
}

/** Whether the person got to the end. Throws `interrupted`. */
async function goThrough(session: Session): Promise<boolean> {
  const { context, plan, terminal } = session;
  try {
    for (const [index, entry] of plan.entries()) {
      if (entry.isDone) continue;
      context.stdout.write(heading(entry, `${index + 1} of ${plan.length}`, terminal));
      if ((await answer(session, entry)) === "left") return false;
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
    paint("dim", `${place} ${unicode ? "·" : "-"} ${dueDetail(progress)}`),
    paint("bold", paragraph(`${number} ${question.name}`, terminal)),
    address(question.link),
    oneLine(kindOf(question).join(", ")),
    paragraph(question.text, terminal),
  ];
  return `\n${lines.filter((line) => line !== "").join("\n")}\n\n`;
}

function paragraph(text: string, { columns, measure }: Capabilities): string {
  return wrap(stripControls(text), paragraphWidth(columns), measure).join("\n");
}

/** Asks until the question is marked or skipped, or the person leaves. */
async function answer(session: Session, entry: PlannedQuestion): Promise<"marked" | "skipped" | "left"> {
  const { context, config, terminal } = session;
  const { takeaways, analysis } = entry.question;
  const hidden = [
    { name: "Takeaways", text: takeaways },
    { name: "Analysis + Comments", text: analysis },
  ].filter(({ text }) => text !== "");
  context.stdout.write(`${choices(session, entry, todayOf(context, config))}\n`);
  for (;;) {
    const shows = hidden[0] ? `Enter ${hidden[0].name.split(" ", 1)[0]?.toLowerCase()}, ` : "";
    const typed = await context.ask(`${shows}1-4 mark, o open, s skip, q leave: `);
    if (typed === false || typed === null) return "left";
    const key = fold(typed);
    const mark = readMark(key);
    if (key === "q") return "left";
    if (key === "s") return "skipped";
    if (mark !== null) return markIt(session, entry, mark);
    const shown = key === "" ? hidden.shift() : undefined;
    if (shown) context.stdout.write(`\n${terminal.paint("bold", shown.name)}\n${paragraph(shown.text, terminal)}\n\n`);
    else if (key === "o") await open(context, entry.question);
    else note(context, `'${stripControls(typed)}' is none of these keys; 1 to 4 say how it went.`);
  }
}

/** '1 solution (tomorrow)  2 hint (in 2 days) …' */
function choices({ marks, terminal }: Session, { key }: PlannedQuestion, today: CivilDate): string {
  const texts = MARK_WORDS.slice(1).map((word, index) => {
    const due = nextDue(marksOf(marks, key), formatDate(today), (index + 1) as Mark);
    const days = due === null ? "" : ` (${inDays(epochDayOf(due) - epochDay(today))})`;
    return `${index + 1} ${word}${terminal.paint("dim", days)}`;
  });
  return texts.join("  ");
}

/** Null where the text is no mark, or takes one back. */
function readMark(text: string): Mark | null {
  try {
    return parseMark(text) || null;
  } catch {
    return null;
  }
}

async function markIt(session: Session, { question, key }: PlannedQuestion, mark: Mark): Promise<"marked"> {
  const { context, config, options, terminal } = session;
  const today = todayOf(context, config);
  const change = { question: key, date: formatDate(today), mark };
  const { made, marks } = await giveMark(context, config, { ...options, waits: config.waitForCloud }, change);
  session.marks = marks;
  session.marked++;
  context.stdout.write(renderMarked(question, made, progressOf(marks, key, today).due, today, terminal));
  return "marked";
}

async function open(context: Context, { link }: Question): Promise<void> {
  const address = webLink(link)?.href;
  if (address === undefined) note(context, `'${link}' is not a web address.`);
  else if (!(await openInBrowser(context, address))) note(context, NO_BROWSER);
}

/** 'Done for today: 5 questions. 3 come back tomorrow.' */
function closing({ context, config, questions, plan, marks, marked }: Session, isWhole: boolean): string {
  const done = plan.filter(({ isDone }) => isDone).length + marked;
  if (!isWhole) return `\n${done} of ${plan.length} done; 'dailyleet review --start' goes on.`;
  const today = todayOf(context, config);
  const [, tomorrow] = upcoming(practiceOf(questions, cardStatesOf(marks), today), today, 2);
  const next = tomorrow?.due ? `${counted(tomorrow.due, "question")} tomorrow.` : "Nothing comes back tomorrow.";
  if (plan.length === 0) return `All caught up. ${next}`;
  const skipped = done < plan.length ? `, ${plan.length - done} skipped` : "";
  return `\nDone for today: ${counted(done, "question")}${skipped}. ${next}`;
}
