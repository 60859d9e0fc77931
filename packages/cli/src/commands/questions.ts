import {
  type Config,
  checkTable,
  counted,
  type Difficulty,
  difficultyOf,
  filterQuestions,
  findQuestion,
  hasCode,
  historyOf,
  MARK_WORDS,
  marksOf,
  type PracticeState,
  type Progress,
  planOf,
  progressOf,
  type Question,
  questionKey,
  readDifficulty,
  SHEET_FILE,
  type SheetReport,
  usageError,
} from "@dailyleet/core";
import { InvalidArgumentError, Option } from "commander";
import type { Context } from "../context.ts";
import { fileOf } from "../questions/sheet.ts";
import { kindOf, renderList, renderQuestion } from "../rendering/questions.ts";
import { capabilitiesOf } from "../terminal/capabilities.ts";
import { todayOf } from "../terminal/dates.ts";
import {
  type CommonOptions,
  HELP,
  type ListOptions,
  OPTION,
  optionsOf,
  type Program,
  withList,
} from "../terminal/options.ts";
import { oneLine, printJson, printNote, writeText } from "../terminal/output.ts";
import { loadQuestions, loadTable } from "../tracker/list.ts";
import { withTracker } from "../tracker/openTracker.ts";
import { addVerb, type CommandContext } from "../verb.ts";

/** `due`: a `learning` or `known` question whose review day has come. */
type StateFilter = PracticeState | "due";

interface QuestionsOptions extends CommonOptions, ListOptions {
  readonly words: readonly string[];
  readonly tag: readonly string[] | undefined;
  readonly difficulty: readonly Difficulty[] | undefined;
  readonly state: StateFilter | undefined;
  /** The question to show in full, as the person names it. */
  readonly show: string | undefined;
  readonly check: true | undefined;
}

const STATES: readonly StateFilter[] = ["new", "learning", "known", "due"];

export function registerQuestions(program: Program, context: CommandContext): void {
  addVerb(program, context, "questions", {
    summary: "list the questions",
    description: "List the questions, or show one in full.",
    examples: {
      "dailyleet questions": "all",
      "dailyleet questions tree --tag dfs": "a word and a tag",
      "dailyleet questions --tag two-pointers": "a two-word tag",
      "dailyleet questions --state due --difficulty easy": "what is due and easy",
      "dailyleet questions --list neetcode150": "the NeetCode 150",
      "dailyleet questions --show 'two sum'": "with takeaways, analysis and its marks",
    },
  })
    .argument("[words...]", "only questions with all of these words")
    .option(
      "--tag <tag>",
      "only questions with this tag, hyphens for spaces; repeatable",
      (tag, tags: string[] = []) => [...tags, tag],
    )
    .option(
      "--difficulty <difficulty>",
      "only easy, medium or hard questions; repeatable",
      (level, levels: Difficulty[] = []) => [...levels, readLevel(level)],
    )
    .addOption(new Option("--state <state>", "only questions in this state").choices(STATES))
    .addOption(OPTION.list)
    .option("--show <question>", `one question in full, by ${HELP.question}`)
    .option("--check", "check the question sheet; exit with code 1 if it has problems")
    .addOption(OPTION.json)
    .action((words, _options, command) => runQuestions(context, { ...optionsOf(command), words }));
}

async function runQuestions(context: CommandContext, options: QuestionsOptions): Promise<void> {
  const { words, tag, difficulty, state, show, check } = options;
  const isFiltered = words.length > 0 || [tag, difficulty, state].some((filter) => filter !== undefined);
  if ([isFiltered, show !== undefined, check === true].filter(Boolean).length > 1) {
    throw usageError("Use either --show or --check, or words with --tag, --difficulty and --state.");
  }
  const config = withList(context.config(), options);
  if (check) printReport(context, checkTable(await loadTable(context, config)), fileOf(config), options);
  else if (show !== undefined) await printOne(context, config, options, show);
  else await printList(context, config, options);
}

const FAILED = 1;

function readLevel(text: string): Difficulty {
  const level = readDifficulty(text);
  if (level !== null) return level;
  throw new InvalidArgumentError("Give easy, medium or hard.");
}

function printReport(
  context: Context,
  { rows, findings }: SheetReport,
  name: string,
  { json }: QuestionsOptions,
): void {
  if (findings.length > 0) context.setExitCode(FAILED);
  const lines = findings.map(
    ({ row, problem }) => `${row === null ? oneLine(name) : `row ${row}`}: ${oneLine(problem)}\n`,
  );
  const count = findings.length === 0 ? "no problems" : counted(findings.length, "problem");
  if (json) printJson(context, { version: 1, rows, findings });
  else writeText(context.stdout, `${lines.join("")}${counted(rows, "row")}, ${count}\n`);
}

async function printList(context: Context, config: Config, options: QuestionsOptions): Promise<void> {
  // Wait for the cloud only to filter by state.
  const isAsked = options.state !== undefined || config.firebase === undefined;
  const today = todayOf(context, config);
  const marks = await withTracker(context, config, options, (tracker) =>
    isAsked ? tracker.marks() : tracker.knownMarks(),
  ).catch(nullIfSignedOut(options));
  const questions = await loadQuestions(context, config);
  // Skip the keys when there are no marks: computing one takes as long as reading the question's row.
  const keyOf = Object.keys(marks ?? {}).length > 0 ? questionKey : () => "";
  const plan = planOf(config);
  const progressIn = (question: Question) => marks && progressOf(marks, keyOf(question), today, plan);
  const chosen = choose(questions, options, progressIn);
  if (options.json) return printJson(context, { version: 1, questions: chosen.map(rowJson) });
  if (chosen.length === 0) printNote(context, questions.length === 0 ? emptySheet(config) : noMatch(options));
  if (questions.length === 0 && SHEET_FILE.test(config.sheet ?? "")) context.setExitCode(FAILED);
  const texts = chosen.map(({ question }) => question.name + question.tags.join(""));
  const lines = chosen.map(({ number, question, progress }) => {
    const detail = [...(progress?.due ? [`due ${progress.due}`] : []), ...kindOf(question)].join(", ");
    return { number, name: oneLine(question.name), detail: oneLine(detail) };
  });
  writeText(context.stdout, renderList(lines, await capabilitiesOf(context, options, texts)));
}

/** A question with its number in the whole list. `progress` is null when nobody is signed in. */
interface Row {
  readonly number: number;
  readonly question: Question;
  readonly progress: Progress | null;
}

function rowJson({ number, question, progress }: Row): object {
  const { difficulty: _, ...texts } = question;
  const { state = null, due = null } = progress ?? {};
  return { number, ...texts, difficulty: difficultyOf(question), state, due };
}

/** Handles `signin-needed` by resolving to null, unless a filter by state needs the sign-in. */
function nullIfSignedOut({ state }: QuestionsOptions) {
  return (error: unknown) => {
    if (state === undefined && hasCode(error, "signin-needed")) return null;
    throw error;
  };
}

function choose(
  questions: readonly Question[],
  { words, tag, difficulty, state }: QuestionsOptions,
  progressIn: (question: Question) => Progress | null,
): Row[] {
  let number = 0;
  const found = filterQuestions(questions, { words, tags: tag ?? [], difficulties: difficulty ?? [] });
  const rows = found.map((question) => {
    // The filter keeps the list's order, so the search continues from the last number.
    number = questions.indexOf(question, number) + 1;
    return { number, question, progress: progressIn(question) };
  });
  if (state === undefined) return rows;
  return rows.filter(({ progress }) => (state === "due" ? progress?.isDue : progress?.state === state));
}

function noMatch({ state, words, tag, difficulty }: QuestionsOptions): string {
  const level = difficulty?.map((each) => each.toLowerCase()).join(" or ");
  const standing = [level, state].filter((each) => each !== undefined).join(" and ");
  if (standing !== "" && words.length === 0 && tag === undefined) return `No question is ${standing}.`;
  const wanted = `has all of these words and tags${standing === "" ? "" : ` and is ${standing}`}`;
  return `No question ${wanted}; try fewer.`;
}

export function emptySheet({ sheet = "" }: Config): string {
  return SHEET_FILE.test(sheet)
    ? `There is no question in ${sheet}; put a name and a link into each row.`
    : "The question sheet is empty; put a name in column B and a link in column C.";
}

async function printOne(context: Context, config: Config, options: QuestionsOptions, name: string): Promise<void> {
  const { question, key, number } = findQuestion(await loadQuestions(context, config), name);
  const reading = withTracker(context, config, options, (tracker) => tracker.knownMarks());
  const marks = await reading.catch(nullIfSignedOut(options));
  const history = marks ? historyOf(marksOf(marks, key), planOf(config)) : [];
  if (options.json) {
    const progress = marks && progressOf(marks, key, todayOf(context, config), planOf(config));
    const told = history.map((entry) => ({ ...entry, mark: MARK_WORDS[entry.mark ?? 0] }));
    return printJson(context, { version: 1, questions: [{ ...rowJson({ number, question, progress }), marks: told }] });
  }
  const texts = [question.name, question.text, question.takeaways, question.analysis];
  const terminal = await capabilitiesOf(context, options, texts);
  const lines = history.map(({ date, mark = 0, due }) => `${date}  ${MARK_WORDS[mark].padEnd(8)}  back on ${due}\n`);
  const marked = lines.length === 0 ? "" : `\n${terminal.paint("bold", "Marks")}\n${lines.join("")}`;
  writeText(context.stdout, renderQuestion(question, terminal) + marked);
}
