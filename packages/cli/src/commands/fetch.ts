import {
  type CivilDate,
  type Config,
  cellKey,
  cellKeys,
  changesOf,
  type FoundDay,
  type FoundTick,
  fold,
  type ImportPlan,
  importPlanText,
  JUDGE_KEYS,
  type JudgeKey,
  MARK_WORDS,
  type PersonData,
  planImport,
  plannedChanges,
  plannedText,
  questionKey,
  readJudge,
  solvedMarks,
  solvedQuestions,
  ticksOf,
} from "@dailyleet/core";
import { Argument, InvalidArgumentError } from "commander";
import type { Context } from "../context.ts";
import { knownConfig } from "../files/settings.ts";
import type { Judges } from "../judges/ask.ts";
import { findTicks } from "../judges/find.ts";
import { markLine, namingFor, noteSharedDay } from "../rendering/changes.ts";
import { readDay, todayOf } from "../terminal/dates.ts";
import { type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { isYes, oneLine, printJson, printNote, printNotes, writeText } from "../terminal/output.ts";
import { addPlan } from "../tracker/addPlan.ts";
import { loadQuestions } from "../tracker/list.ts";
import { withTracker } from "../tracker/openTracker.ts";
import type { ChangeResult, Tracker } from "../tracker/tracker.ts";
import { addVerb, type CommandContext } from "../verb.ts";

interface FetchOptions extends CommonOptions {
  readonly sites: readonly JudgeKey[];
  readonly since: string | undefined;
  readonly marks: true | undefined;
  readonly dryRun: true | undefined;
  readonly yes: true | undefined;
}

export function registerFetch(program: Program, context: CommandContext): void {
  addVerb(program, context, "fetch", {
    summary: "add ticks for what you solved, as the sites tell it",
    description:
      "Ask the sites for your accounts' solutions, and add the missing ticks. Lists them and asks first; no tick is cleared, a backup is saved, and 'dailyleet undo' takes it back. On a terminal the answer 'o' also adds days of a site that states no time zone, and 'a' asks a site again that answered less than 15 minutes ago; --yes and scripts do neither.",
    examples: {
      "dailyleet config account leetcode NAME": "name your account first",
      "dailyleet fetch": "all your accounts",
      "dailyleet fetch leetcode --marks": "one, and mark the questions of your list",
      "dailyleet fetch --yes": "without asking",
    },
    needs: { config: "sound" },
  })
    .addArgument(new Argument("[site...]", "only these sites").choices(JUDGE_KEYS).argParser(readJudges))
    .option("--since <date>", "the first day to ask for; default: as far back as a site's answer goes")
    .option("--marks", "also mark accepted questions of your list as solved")
    .addOption(OPTION.dryRun)
    .option("--yes", "add the ticks without asking")
    .addOption(OPTION.json)
    .action((sites, _options, command) => runFetch(context, { ...optionsOf(command), sites }));
}

const FAILED = 1;

async function runFetch(context: CommandContext, options: FetchOptions): Promise<void> {
  const config = context.config();
  const { openJudges } = await import("../judges/ask.ts");
  // Without an account the command only explains how to name one, so don't create a database.
  const purpose = config.accounts === undefined ? "preview" : "write";
  // Open the tracker first: if the person has to sign in, no site is asked.
  await withTracker(context, config, { ...options, purpose }, async (tracker) => {
    const judges = openJudges(context, (judge, account) => knownConfig(context, options).accounts?.[judge] === account);
    printNotes(context, judges.notes);
    const isAgain = await fetchOnce(context, config, options, { tracker, judges, again: false });
    if (isAgain) await fetchOnce(context, config, options, { tracker, judges, again: true });
  });
}

interface Asked {
  readonly tracker: Tracker;
  readonly judges: Judges;
  /** Ignore the cached answers of the sites. */
  readonly again: boolean;
}

/**
 * Asks the sites, then the person; adds the ticks and prints the outcome. Resolves to true if the sites are to be asked
 * again.
 */
async function fetchOnce(context: Context, config: Config, options: FetchOptions, asked: Asked): Promise<boolean> {
  const { tracker, judges, again } = asked;
  const today = todayOf(context, config);
  const since = options.since === undefined ? null : readDay(options.since, today);
  const found = await findTicks(context, config, {
    judges,
    keys: options.sites,
    since,
    again,
    readData: tracker.data,
  });
  printNotes(context, found.problemFaults);
  for (const { fault } of found.sites) if (fault !== null) printNote(context, fault);
  context.setExitCode(found.sites.some(({ fault }) => fault !== null) ? FAILED : 0);
  const questions = options.marks ? await questionKeys(context, config) : new Set<string>();
  const choose = (before: PersonData, takesOffered: boolean) =>
    choiceOf(found, { before, takesOffered, questions, today });
  const certain = choose(found.data, false);
  const list = await listText(context, config, certain);
  const isAsking = !options.yes && !options.dryRun && !options.json;
  const answer = isAsking ? await askPerson(context, list, certain, found.isKept) : null;
  if (answer === "again") return true;
  if (answer === "none") {
    printNote(context, "Nothing was added.");
    return false;
  }
  // Read the data again: a page may have changed it while the question stood.
  const choice = answer === null ? certain : choose(await tracker.data(), answer === "offered");
  const isWanted = answer !== null || (options.yes && !options.dryRun);
  const saved = isWanted ? await addPlan(context, tracker, { command: "fetch", ...choice }) : null;
  if (options.json) printJson(context, fetchJson(choice, saved));
  else tell(context, choice, { list: answer === null ? list : "", saved, isUnasked: isAsking && answer === null });
  return false;
}

type Findings = Awaited<ReturnType<typeof findTicks>>;

/** The ticks to add, and the plan that adds them to `before`. */
interface Choice extends Pick<Findings, "sites"> {
  readonly before: PersonData;
  readonly plan: ImportPlan;
  readonly ticks: readonly FoundTick[];
  /** Ticks whose date is uncertain and which are not added. */
  readonly offered: readonly FoundTick[];
}

interface Choosing {
  readonly before: PersonData;
  readonly takesOffered: boolean;
  /** Keys of the questions that may be marked. */
  readonly questions: ReadonlySet<string>;
  readonly today: CivilDate;
}

function choiceOf(found: Findings, { before, takesOffered, questions, today }: Choosing): Choice {
  const isChosen = ({ isOffered }: Pick<FoundDay, "isOffered">) => takesOffered || !isOffered;
  const [ticks, offered] = [found.ticks.filter(isChosen), found.ticks.filter((tick) => !isChosen(tick))];
  const solved = solvedQuestions(found.days.filter(isChosen), questions);
  const incoming = {
    ticks: ticksOf(ticks.map(({ cell }) => cell)),
    marks: solvedMarks({ solved }, before.marks, today),
  };
  return { before, plan: planImport(before, incoming, today), ticks, offered, sites: found.sites };
}

/** `offered`: add the offered days, too. `again`: ask the sites anew. */
type Answer = "add" | "offered" | "again" | "none";

/** Null without a terminal, or if there is nothing to decide. */
async function askPerson(
  context: Context,
  list: string,
  { plan, offered }: Choice,
  isKept: boolean,
): Promise<Answer | null> {
  const isNew = plannedChanges(plan).length > 0;
  const count = offered.length;
  if (!isNew && count === 0 && !isKept) return null;
  const question = isNew ? `Add ${plannedText(plan)}? [Y/n` : `${importPlanText(plan, "preview")} [Enter: done`;
  const offer = count > 0 ? `, o: ${isNew ? "also" : "add"} the ${count} offered` : "";
  const reply = await context.ask(`${list}${question}${offer}${isKept ? ", a: ask again" : ""}] `);
  if (reply === null) return null;
  const key = fold(reply || "");
  if (key === "o" && count > 0) return "offered";
  if (key === "a" && isKept) return "again";
  return isNew && isYes(reply) ? "add" : "none";
}

async function questionKeys(context: Context, config: Config): Promise<ReadonlySet<string>> {
  return new Set((await loadQuestions(context, config)).map(questionKey));
}

function readJudges(word: string, before: readonly JudgeKey[] = []): readonly JudgeKey[] {
  const judge = readJudge(word);
  if (judge === null) throw new InvalidArgumentError(`Allowed choices are ${JUDGE_KEYS.join(", ")}.`);
  return [...before, judge];
}

const NAMED = 3;

/** A line for each tick and mark to add, each offered tick, and each site that answered. */
async function listText(context: Context, config: Config, { plan, ticks, offered, sites }: Choice): Promise<string> {
  const { practice } = plan;
  const { questions } = await namingFor(context, config, changesOf(practice.changes));
  const tickLine = ({ date, name, problems }: FoundTick) => {
    const more = problems.length > NAMED ? ` and ${problems.length - NAMED} more` : "";
    return `${date} ${oneLine(name)}: ${problems.slice(0, NAMED).join(", ")}${more}`;
  };
  const lines = [
    ...ticks.map(tickLine),
    ...practice.changes.map((made) => markLine(made, questions)),
    ...offered.map((tick) => `${tickLine(tick)} (offered: the date as the site gives it)`),
    ...sites.flatMap(({ fault, line }) => (fault === null ? line : [])),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

interface Outcome extends Pick<ChangeResult, "saved"> {
  /** Empty if the question has shown it already. */
  readonly list: string;
  /** Without a terminal to ask on. */
  readonly isUnasked: boolean;
}

function tell(context: Context, { plan, sites }: Choice, { list, saved, isUnasked }: Outcome): void {
  // Without an answer nobody knows whether there is something new.
  if (sites.every(({ fault }) => fault !== null)) return;
  writeText(context.stdout, `${list}${importPlanText(plan, saved === null ? "preview" : "done")}\n`);
  noteSharedDay(context, plan);
  const isLeft = isUnasked && plannedChanges(plan).length > 0;
  if (isLeft) printNote(context, "Nothing was added; --yes adds it.");
}

function fetchJson({ plan, ticks, offered, sites }: Choice, saved: ChangeResult["saved"]): object {
  const added = cellKeys(changesOf(plan.changes));
  const tick = ({ date, cell: { column: source }, name }: FoundTick) => ({ date, source, name });
  return {
    version: 1,
    sites: sites.map(({ line: _, ...site }) => site),
    changes: ticks
      .filter(({ cell }) => added.has(cellKey(cell)))
      .map((found) => ({ ...tick(found), done: true, was: false })),
    offered: offered.map(tick),
    marks: changesOf(plan.practice.changes).map(({ row: question, column: date, state }) => {
      return { date, question, mark: MARK_WORDS[state] };
    }),
    saved,
  };
}
