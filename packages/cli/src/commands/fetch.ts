import {
  type Config,
  cellKey,
  cellKeys,
  changesOf,
  type ImportPlan,
  MARK_WORDS,
  type PersonData,
  planImport,
  plannedChanges,
  plannedText,
  questionKey,
  SITE_KEYS,
  type SiteKey,
  solvedMarks,
  solvedQuestions,
  ticksOf,
} from "@dailyleet/core";
import { Argument } from "commander";
import type { Context } from "../context.ts";
import { loadConfig } from "../files/settings.ts";
import { markLine, namingFor, noteSharedDay } from "../rendering/changes.ts";
import { findTicks } from "../sites/find.ts";
import { readDay, todayOf } from "../terminal/dates.ts";
import { addVerb, type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { isYes, oneLine, printJson, printNote, writeText } from "../terminal/output.ts";
import { type Merged, mergeData } from "../tracker/mergeData.ts";
import { withTracker } from "../tracker/openTracker.ts";

interface FetchOptions extends CommonOptions {
  readonly sites: readonly SiteKey[];
  readonly since: string | undefined;
  readonly marks: true | undefined;
  readonly offered: true | undefined;
  readonly again: true | undefined;
  readonly dryRun: true | undefined;
  readonly yes: true | undefined;
}

export function registerFetch(program: Program, context: Context): void {
  addVerb(program, "fetch", {
    summary: "add ticks for what you solved, as the sites tell it",
    description:
      "Ask the sites for your accounts' solutions, and add the missing ticks. Lists them and asks first; no tick is cleared, a backup is saved, and 'dailyleet undo' takes it back. A site is asked at most every 15 minutes.",
    examples: {
      "dailyleet config account leetcode NAME": "name your account first",
      "dailyleet fetch": "all your accounts",
      "dailyleet fetch leetcode --marks": "one, and mark the questions of your list",
      "dailyleet fetch --yes": "without asking",
    },
  })
    .addArgument(new Argument("[site...]", "only these sites").choices(SITE_KEYS))
    .option("--since <date>", "the first day to ask for; default: as far back as a site's answer goes")
    .option("--marks", "also mark accepted questions of your list as solved")
    .option("--offered", "also add days of a site that states no time zone")
    .option("--again", "ask a site that was asked less than 15 minutes ago")
    .addOption(OPTION.dryRun)
    .option("--yes", "add the ticks without asking")
    .addOption(OPTION.json)
    .action((sites, _options, command) => runFetch(context, { ...optionsOf(command), sites }));
}

const FAILED = 1;

async function runFetch(context: Context, options: FetchOptions): Promise<void> {
  const config = loadConfig(context);
  const today = todayOf(context, config);
  const finding = {
    open: async () => (await import("../sites/ask.ts")).openSites(context),
    keys: options.sites,
    since: options.since === undefined ? null : readDay(options.since, today),
    notBefore: options.again ? context.now() : 0,
    offered: options.offered === true,
  };
  // Opened first, so that no site is asked for a person who has to sign in.
  const found = await withTracker(context, config, { ...options, purpose: "preview" }, (tracker) =>
    findTicks(context, config, { ...finding, readData: tracker.data }),
  );
  for (const { fault } of found.sites) if (fault !== null) printNote(context, fault);
  if (found.sites.some(({ fault }) => fault !== null)) context.setExitCode(FAILED);
  const solved = options.marks ? await solvedIn(context, config, found) : new Map();
  const dataFor = ({ marks }: PersonData): PersonData => {
    return { ticks: ticksOf(found.changes.map(({ cell }) => cell)), marks: solvedMarks({ solved }, marks, today) };
  };
  const planned = planImport(found.data, dataFor(found.data), today);
  const isNew = plannedChanges(planned).length > 0;
  const list = await listText(context, config, planned, found);
  const isUnsaid = isNew && !options.yes && !options.dryRun;
  const question = `${list}Add ${plannedText(planned)}? [Y/n] `;
  const reply = isUnsaid && !options.json ? await context.ask(question) : null;
  const isWanted = isNew && !options.dryRun && (options.yes || (reply !== null && isYes(reply)));
  const { plan, saved } = isWanted
    ? await mergeData(context, config, { ...options, command: "fetch" }, (_, current) => dataFor(current))
    : { plan: planned, saved: null };
  if (options.json) return printJson(context, fetchJson({ plan, saved }, found));
  if (reply !== null && saved === null) return printNote(context, "Nothing was added.");
  // A person who was asked has read the list.
  writeText(context.stdout, `${reply === null ? list : ""}${endText({ plan, saved })}\n`);
  noteSharedDay(context, plan);
  if (isUnsaid && saved === null) printNote(context, "Nothing was added; --yes adds it.");
}

type Found = Awaited<ReturnType<typeof findTicks>>;
type Outcome = Pick<Merged, "plan" | "saved">;

async function solvedIn(context: Context, config: Config, { chosen }: Found) {
  const { loadQuestions } = await import("../questions/sheet.ts");
  return solvedQuestions(chosen, new Set((await loadQuestions(context, config)).map(questionKey)));
}

const NAMED = 3;

/** A line for each tick and mark, for each tick that is only offered, and for each site that gave an answer. */
async function listText(context: Context, config: Config, { practice }: ImportPlan, found: Found): Promise<string> {
  const { questions } = await namingFor(context, config, changesOf(practice.changes));
  const tickLine = ({ date, name, problems }: Found["changes"][number]) => {
    const more = problems.length > NAMED ? ` and ${problems.length - NAMED} more` : "";
    return `${date} ${oneLine(name)}: ${problems.slice(0, NAMED).join(", ")}${more}`;
  };
  const lines = [
    ...found.changes.map(tickLine),
    ...practice.changes.map((made) => markLine(made, questions)),
    ...found.offered.map((tick) => `${tickLine(tick)} (date as the site gives it; --offered adds it)`),
    ...found.sites.flatMap(({ fault, line }) => (fault === null ? line : [])),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function endText({ plan, saved }: Outcome): string {
  if (plannedChanges(plan).length === 0) return "No new ticks";
  return `${saved === null ? "Would add" : "Added"} ${plannedText(plan)}`;
}

function fetchJson({ plan, saved }: Outcome, found: Found): object {
  const added = cellKeys(changesOf(plan.changes));
  return {
    version: 1,
    sites: found.sites.map(({ line: _, ...site }) => site),
    changes: found.changes
      .filter(({ cell }) => added.has(cellKey(cell)))
      .map(({ date, source, name }) => ({ date, source, name, done: true, was: false })),
    offered: found.offered.map(({ date, source, name }) => ({ date, source, name })),
    marks: changesOf(plan.practice.changes).map(({ row: question, column: date, state }) => {
      return { date, question, mark: MARK_WORDS[state] };
    }),
    saved,
  };
}
