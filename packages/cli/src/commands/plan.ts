import {
  type Config,
  counted,
  DailyleetError,
  formatDate,
  LIST_TITLES,
  listOf,
  type PlannedDay,
  planOf,
  readPlanDay,
  studyPlan,
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import { loadConfig } from "../files/settings.ts";
import { loadQuestions } from "../questions/sheet.ts";
import { planLine } from "../rendering/practice.ts";
import { type Capabilities, capabilitiesOf } from "../terminal/capabilities.ts";
import { aheadText, todayOf } from "../terminal/dates.ts";
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
import { labelled } from "../terminal/width.ts";
import { withTracker } from "../tracker/openTracker.ts";

interface PlanOptions extends CommonOptions, ListOptions {
  readonly until: string | undefined;
}

export function registerPlan(program: Program, context: Context): void {
  addVerb(program, "plan", {
    summary: "plan a list until a day",
    description: "Show how many new questions a day meet the whole list by a day, and which; reviews come first.",
    examples: {
      "dailyleet plan": "the plan of your configuration",
      "dailyleet plan --until 2027-03-31": "another one, this once",
      "dailyleet config plan 2027-03-31": "keep it",
    },
  })
    .option("--until <day>", "the last day, such as 12-30 or 2027-03-31; default: the plan of the configuration")
    .addOption(OPTION.list)
    .addOption(OPTION.json)
    .action((_options, command) => runPlan(context, optionsOf(command)));
}

async function runPlan(context: Context, options: PlanOptions): Promise<void> {
  const config = withPlan(context, withList(loadConfig(context, options), options), options);
  const marks = await withTracker(context, config, options, (tracker) => tracker.marks());
  const today = todayOf(context, config);
  const span = planOf(config) ?? { until: today };
  const { until } = span;
  const plan = studyPlan(await loadQuestions(context, config), marks, today, span);
  const list = listOf(config);
  if (options.json) {
    const days = plan.days.map((day) => ({ ...day, new: day.new.map(({ number }) => number) }));
    const { left, perDay, behind } = plan;
    return printJson(context, { version: 1, until: formatDate(until), list, left, perDay, behind, days });
  }
  const names = plan.days.flatMap((day) => day.new.map(({ question }) => question.name));
  const terminal = await capabilitiesOf(context, options, names);
  const title = list === null ? "Your list" : LIST_TITLES[list];
  const line = `${title} until ${formatDate(until)}${aheadText(until, today)}: ${planLine(plan, terminal)}`;
  writeText(context.stdout, `${line}\n${renderDays(plan.days, terminal)}`);
  if (options.until !== undefined) printNote(context, `To keep this plan: dailyleet config plan ${formatDate(until)}`);
}

/** The configuration with the plan that `--until` asks for. Throws `usage`. */
function withPlan(context: Context, config: Config, { until }: PlanOptions): Config {
  if (until === undefined) {
    if (planOf(config) !== null) return config;
    throw new DailyleetError("usage", "There is no plan for this list; give its last day, as with --until 2027-03-31.");
  }
  const today = todayOf(context, config);
  return { ...config, plan: { until: formatDate(readPlanDay(until, today)), from: formatDate(today) } };
}

const LISTED_DAYS = 7;

function renderDays(days: readonly PlannedDay[], { columns, measure, paint }: Capabilities): string {
  const rows = days.slice(0, LISTED_DAYS).map((day) => {
    const names = day.new.map(({ number, question }) => `${number} ${oneLine(question.name)}`);
    const text = [...(day.reviews > 0 ? [counted(day.reviews, "review")] : []), ...names].join(", ") || "nothing";
    return `${labelled(`${paint("dim", day.date)}  `, day.date.length + 2, text, columns, measure)}\n`;
  });
  const last = days.findLast((day) => day.new.length > 0);
  const reviewsOnly = last && last !== days.at(-1) ? `After ${last.date} reviews only.\n` : "";
  return rows.length === 0 ? "" : `\n${rows.join("")}${days.length > LISTED_DAYS ? `\n${reviewsOnly}` : ""}`;
}
