import {
  type CivilDate,
  type Config,
  counted,
  DailyleetError,
  epochDay,
  epochDayOf,
  fold,
  formatDate,
  hasCode,
  MARK_WORDS,
  type Mark,
  type MarkChange,
  type Marks,
  marksOf,
  nextDue,
  type PlannedQuestion,
  parseMark,
  progressOf,
  type Question,
  type SavedMark,
  stripControls,
  webLink,
} from "@dailyleet/core";
import type { Context } from "../../context.ts";
import { type Capabilities, capabilitiesOf } from "../../terminal/capabilities.ts";
import { inDays, todayOf } from "../../terminal/dates.ts";
import type { CommonOptions } from "../../terminal/options.ts";
import { note, oneLine } from "../../terminal/output.ts";
import { paragraphWidth, wrap } from "../../terminal/width.ts";
import { address, emptySheet, kindOf, readRows } from "./list.ts";
import { dueTomorrow, plannedToday } from "./plan.ts";
import { dueDetail, type Marked, renderMarked } from "./practice.ts";
import { loadSheet } from "./sheet.ts";

/** What a session of practice needs besides the list. */
export interface SessionPorts {
  readMarks(): Promise<Marks>;
  mark(change: MarkChange): Promise<Marked>;
  /** Shows the address in the browser; answers what is wrong, or null. */
  open(address: string): Promise<string | null>;
}

interface Session {
  readonly context: Context;
  readonly config: Config;
  readonly terminal: Capabilities;
  readonly ports: SessionPorts;
  /** Changes with each mark. */
  marks: Marks;
  /** How many questions were marked. */
  marked: number;
}

/** What `dailyleet review --start` does: today's questions one after the other. */
export async function practise(
  context: Context,
  config: Config,
  options: CommonOptions & { readonly limit: number | undefined },
  ports: SessionPorts,
): Promise<void> {
  const questions = readRows(context, await loadSheet(context, config));
  if (questions.length === 0) return note(context, emptySheet(config));
  const marks = await ports.readMarks();
  const plan = plannedToday(context, config, questions, marks, options.limit);
  const texts = plan.flatMap(({ question }) => Object.values(question).flat() as string[]);
  const terminal = await capabilitiesOf(context, options, texts);
  const session = { context, config, terminal, ports, marks, marked: 0 };
  const isWhole = await goThrough(session, plan);
  context.stdout.write(`${closing(session, questions, plan, isWhole)}\n`);
}

/** Whether the person got to the end. Throws `interrupted`. */
async function goThrough(session: Session, plan: readonly PlannedQuestion[]): Promise<boolean> {
  try {
    for (const [index, entry] of plan.entries()) {
      if (entry.isDone) continue;
      session.context.stdout.write(heading(entry, `${index + 1} of ${plan.length}`, session.terminal));
      if ((await answer(session, entry)) === "left") return false;
    }
    return true;
  } catch (error) {
    if (!hasCode(error, "interrupted") || session.marked === 0) throw error;
    throw new DailyleetError("interrupted", `Interrupted; ${counted(session.marked, "mark")} kept.`);
  }
}

function heading({ question, number, progress }: PlannedQuestion, place: string, terminal: Capabilities): string {
  const { paint, unicode, columns, measure } = terminal;
  const standing = `${place} ${unicode ? "·" : "-"} ${dueDetail(progress)}`;
  const wrapped = (text: string) => wrap(stripControls(text), paragraphWidth(columns), measure).join("\n");
  const lines = [
    paint("dim", standing),
    paint("bold", wrapped(`${number} ${question.name}`)),
    address(question.link),
    oneLine(kindOf(question).join(", ")),
    wrapped(question.text),
  ];
  return `\n${lines.filter((line) => line !== "").join("\n")}\n\n`;
}

/** Asks until the question is marked or skipped, or the person leaves. */
async function answer(session: Session, entry: PlannedQuestion): Promise<"marked" | "skipped" | "left"> {
  const { context, config, terminal } = session;
  const today = todayOf(context, config);
  const hidden = answersOf(entry.question);
  context.stdout.write(`${choices(session, entry, today)}\n`);
  for (;;) {
    const shows = hidden[0] ? `Enter ${hidden[0][0].split(" ", 1)[0]?.toLowerCase()}, ` : "";
    const typed = await context.ask(`${shows}1-4 mark, o open, s skip, q leave: `);
    if (typed === false || typed === null) return "left";
    const key = fold(typed);
    const mark = readMark(key);
    if (key === "q") return "left";
    if (key === "s") return "skipped";
    if (mark !== null) return giveMark(session, entry, mark);
    const [shown] = key === "" ? hidden.splice(0, 1) : [];
    if (shown) context.stdout.write(section(shown, terminal));
    else if (key === "o") await open(session, entry.question);
    else note(context, `'${stripControls(typed)}' is none of these keys; 1 to 4 say how it went.`);
  }
}

type Section = readonly [heading: string, text: string];

function answersOf({ takeaways, analysis }: Question): Section[] {
  const all: Section[] = [
    ["Takeaways", takeaways],
    ["Analysis + Comments", analysis],
  ];
  return all.filter(([, text]) => text !== "");
}

function section([name, text]: Section, { paint, columns, measure }: Capabilities): string {
  return `\n${paint("bold", name)}\n${wrap(stripControls(text), paragraphWidth(columns), measure).join("\n")}\n\n`;
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

/** Null for what is no mark that could be given. */
function readMark(text: string): Mark | null {
  try {
    return parseMark(text) || null;
  } catch {
    return null;
  }
}

async function giveMark(session: Session, { question, key }: PlannedQuestion, mark: Mark): Promise<"marked"> {
  const { context, config, ports, terminal } = session;
  const today = todayOf(context, config);
  const { changes, marks } = await ports.mark({ question: key, date: formatDate(today), mark });
  session.marks = marks;
  session.marked++;
  const { due } = progressOf(marks, key, today);
  for (const change of changes as readonly SavedMark[]) {
    context.stdout.write(renderMarked(question, change, due, today, terminal));
  }
  return "marked";
}

async function open({ context, ports }: Session, { link }: Question): Promise<void> {
  const address = webLink(link)?.href;
  const fault = address === undefined ? `'${link}' is not a web address.` : await ports.open(address);
  if (fault !== null) note(context, fault);
}

/** 'Done for today: 5 questions. 3 come back tomorrow.' */
function closing(
  { context, config, marks, marked }: Session,
  questions: readonly Question[],
  plan: readonly PlannedQuestion[],
  isWhole: boolean,
): string {
  const done = plan.filter(({ isDone }) => isDone).length + marked;
  if (!isWhole) return `\n${done} of ${plan.length} done; 'dailyleet review --start' goes on.`;
  const tomorrow = dueTomorrow(questions, marks, todayOf(context, config));
  const next = tomorrow === 0 ? "Nothing comes back tomorrow." : `${counted(tomorrow, "question")} tomorrow.`;
  if (plan.length === 0) return `All caught up. ${next}`;
  const skipped = done < plan.length ? `, ${plan.length - done} skipped` : "";
  return `\nDone for today: ${counted(done, "question")}${skipped}. ${next}`;
}
