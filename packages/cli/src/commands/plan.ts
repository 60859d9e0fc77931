import {
  counted,
  formatDate,
  LIST_NAMES,
  LIST_TITLES,
  type ListName,
  listOf,
  type PlannedDay,
  planOf,
  settingChanges,
  studyPlan,
  studyPlanText,
  textsOfWords,
  usageError,
} from "@dailyleet/core";
import { Option } from "commander";
import type { Context } from "../context.ts";
import { configOf } from "../files/settings.ts";
import { type Capabilities, capabilitiesOf } from "../terminal/capabilities.ts";
import { aheadText, todayOf } from "../terminal/dates.ts";
import {
  type CommonOptions,
  type ListOptions,
  OPTION,
  optionsOf,
  type Program,
  withList,
} from "../terminal/options.ts";
import { oneLine, printJson, writeText } from "../terminal/output.ts";
import { labelled } from "../terminal/width.ts";
import { changeSettings, type Settled, type Situation } from "../tracker/changeSettings.ts";
import { loadQuestions } from "../tracker/list.ts";
import { withTracker } from "../tracker/openTracker.ts";
import { addVerb, type CommandContext } from "../verb.ts";

interface PlanOptions extends CommonOptions, ListOptions {
  /** A day or 'none'; undefined to show the plan. */
  readonly day: string | undefined;
}

export function registerPlan(program: Program, context: CommandContext): void {
  addVerb(program, context, "plan", {
    summary: "plan a list until a day, such as your interview",
    description: "Show how many new questions a day meet the whole list by a day, and which; reviews come first.",
    examples: {
      "dailyleet plan 2027-03-31": "plan the list until that day",
      "dailyleet plan 12-30 --list neetcode150": "another list, and its day",
      "dailyleet plan": "what it asks of each day",
      "dailyleet plan none": "no plan",
    },
  })
    .argument("[day]", "the day to plan for, such as 12-30 or 2027-03-31; none ends the plan; default: show the plan")
    .addOption(new Option("--list <list>", "the list: with a day for good, else this once").choices(LIST_NAMES))
    .addOption(OPTION.json)
    .action((day, _options, command) => runPlan(context, { ...optionsOf(command), day }));
}

async function runPlan(context: CommandContext, options: PlanOptions): Promise<void> {
  const { day } = options;
  const settled = day === undefined ? null : await changePlan(context, options, day);
  const config = withList(settled ? configOf(settled.after) : context.config(), options);
  const list = listOf(config);
  const span = planOf(config);
  if (span === null) return tellNoPlan(context, options, list);
  const marks = await withTracker(context, config, options, (tracker) => tracker.marks());
  const today = todayOf(context, config);
  const { until } = span;
  const plan = studyPlan(await loadQuestions(context, config), marks, today, span);
  if (options.json) {
    const days = plan.days.map((day) => ({ ...day, new: day.new.map(({ number }) => number) }));
    const { left, perDay, behind } = plan;
    return printJson(context, { version: 1, until: formatDate(until), list, left, perDay, behind, days });
  }
  const names = plan.days.flatMap((day) => day.new.map(({ question }) => question.name));
  const terminal = await capabilitiesOf(context, options, names);
  const title = list === null ? "Your list" : LIST_TITLES[list];
  const line = `${title} until ${formatDate(until)}${aheadText(until, today)}: ${studyPlanText(plan, today, String)}`;
  writeText(context.stdout, `${line}\n${renderDays(plan.days, terminal)}`);
}

/** Plans until `day`, or ends the plan with 'none'. `--list` also becomes the person's list. Throws `usage`. */
function changePlan(context: CommandContext, options: PlanOptions, day: string): Promise<Settled | null> {
  const changesFor = (situation: Situation) => {
    const list = options.list === undefined ? [] : settingChanges("list", { value: options.list }, situation);
    const texts = day.toLowerCase() === "none" ? {} : textsOfWords("plan", [day], situation.today);
    return [...list, ...settingChanges("plan", texts, situation)];
  };
  return changeSettings(context, options, { command: "plan", changesFor });
}

/** Throws `usage` if the plan was asked for; does not if the person has just ended it. */
function tellNoPlan(context: Context, { day, json }: PlanOptions, list: ListName | null): void {
  if (day === undefined) {
    throw usageError("There is no plan for this list; give a day, as in 'dailyleet plan 2027-03-31'.");
  }
  const none = { left: null, perDay: null, behind: null, days: [] };
  if (json) printJson(context, { version: 1, until: null, list, ...none });
  else writeText(context.stdout, "No plan.\n");
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
