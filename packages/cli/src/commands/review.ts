import { type Config, DailyleetError, formatDate, parseChoices, planOf } from "@dailyleet/core";
import { InvalidArgumentError } from "commander";
import type { Context } from "../context.ts";
import { loadConfig } from "../files/directories.ts";
import { todayOf } from "../terminal/dates.ts";
import {
  addVerb,
  type CommonOptions,
  JSON_OPTION,
  LIST,
  type ListOptions,
  optionsOf,
  type Program,
  withList,
} from "../terminal/options.ts";
import { withTracker } from "../tracker/openTracker.ts";
import type { Tracker } from "../tracker/tracker.ts";
import { NO_BROWSER, openInBrowser } from "./open.ts";
import type { PlanOptions } from "./questions/plan.ts";
import { giveMark } from "./questions.ts";

interface ReviewOptions extends CommonOptions, ListOptions {
  readonly limit: number | undefined;
  readonly start: true | undefined;
  /** True where the number of days is not given. */
  readonly upcoming: number | true | undefined;
}

const UPCOMING_DAYS = 14;
const MOST_DAYS = 366;

export function registerReview(program: Program, context: Context): void {
  addVerb(program, "review", {
    summary: "list what to practise today, or practise it",
    description: "List what to practise today: due questions, the longest overdue first, then new ones.",
    examples: [
      ["dailyleet review", "five, with their numbers and links"],
      ["dailyleet review --start", "practise: open, try, mark, next"],
      ["dailyleet review --upcoming", "the next two weeks"],
      ["dailyleet mark 8 solved", "record how it went"],
    ],
  })
    .option("--limit <count>", "how many at most; default: 5, or what the plan has for today", readCount)
    .option("--start", "practise them one after the other")
    .option("--upcoming [days]", `how many come back on each of the next days; default: ${UPCOMING_DAYS}`, readDays)
    .addOption(LIST)
    .addOption(JSON_OPTION)
    .action((_options, command) => runReview(context, optionsOf(command)));
}

async function runReview(context: Context, options: ReviewOptions): Promise<void> {
  const { limit, start, upcoming, json } = options;
  const config = withList(loadConfig(context), options);
  const read = <T>(use: (tracker: Tracker) => Promise<T>) => withTracker(context, config, options, use);
  if (start) return runSession(context, config, options);
  if (upcoming === undefined) {
    const { answerReview } = await import("./questions/practice.ts");
    if (planOf(config)) return answerReview(context, config, options, await read((tracker) => tracker.readMarks()));
    return answerReview(context, config, options, null, await read((tracker) => tracker.readCardStates()));
  }
  if (limit !== undefined) throw new DailyleetError("usage", "Use either --upcoming or --limit.");
  const { answerUpcoming } = await import("./questions/plan.ts");
  const cardStates = await read((tracker) => tracker.readCardStates());
  await answerUpcoming(context, config, { ...options, json }, upcoming === true ? UPCOMING_DAYS : upcoming, cardStates);
}

async function runSession(context: Context, config: Config, options: ReviewOptions): Promise<void> {
  if (options.upcoming !== undefined || options.json) {
    throw new DailyleetError("usage", "Use --start alone or with --limit and --list.");
  }
  if (context.screen() === null) {
    throw new DailyleetError(
      "usage",
      "'dailyleet review --start' needs a terminal; use 'dailyleet review' and 'dailyleet mark' in scripts.",
    );
  }
  const { practise } = await import("./questions/session.ts");
  await practise(context, config, options, {
    readMarks: () => withTracker(context, config, options, (tracker) => tracker.readMarks()),
    open: async (address) => ((await openInBrowser(context, address)) ? null : NO_BROWSER),
    mark: (change) => giveMark(context, config, { ...options, waits: config.waitForCloud }, change),
  });
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Give a number from 1 on.");
}

function readDays(text: string): number {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (days >= 1 && days <= MOST_DAYS) return days;
  throw new InvalidArgumentError(`Give a number of days from 1 to ${MOST_DAYS}.`);
}

export function registerPlan(program: Program, context: Context): void {
  addVerb(program, "plan", {
    summary: "plan a list until a day",
    description: "Show how many new questions a day meet the whole list by a day, and which; reviews come first.",
    examples: [
      ["dailyleet plan", "the plan of your configuration"],
      ["dailyleet plan --until 2027-03-31", "another one, this once"],
      ["dailyleet config plan 2027-03-31", "keep it"],
    ],
  })
    .option("--until <day>", "the last day, such as 2027-03-31; default: the plan of the configuration")
    .addOption(LIST)
    .addOption(JSON_OPTION)
    .action((_options, command) => runPlan(context, optionsOf(command)));
}

/** The configuration with the plan that is asked for. Throws `usage`. */
function withPlan(context: Context, config: Config, { until }: PlanOptions): Config {
  if (until === undefined) {
    if (planOf(config) !== null) return config;
    throw new DailyleetError("usage", "There is no plan for this list; give its last day, as with --until 2027-03-31.");
  }
  if (/^\d{4}-\d\d-\d\d$/.test(until) && until < formatDate(todayOf(context, config))) {
    throw new DailyleetError("usage", `'${until}' is over; give a day from today on.`);
  }
  try {
    const from = formatDate(todayOf(context, config));
    const { plan } = parseChoices(JSON.stringify({ plan: { until, from } }), "");
    return { ...config, ...(plan && { plan }) };
  } catch {
    throw new DailyleetError("usage", `'${until}' is not a day for a plan; give one such as 2027-03-31, until 2099.`);
  }
}

async function runPlan(context: Context, options: PlanOptions & ListOptions): Promise<void> {
  const config = withPlan(context, withList(loadConfig(context), options), options);
  const { answerPlan } = await import("./questions/plan.ts");
  const marks = await withTracker(context, config, options, (tracker) => tracker.readMarks());
  await answerPlan(context, config, options, marks);
}
