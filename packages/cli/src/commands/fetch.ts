import {
  type Config,
  cellKey,
  cellKeys,
  changesOf,
  type FoundDay,
  type FoundTick,
  type ImportPlan,
  MARK_WORDS,
  type PersonData,
  planImport,
  plannedChanges,
  plannedText,
  questionKey,
  readSite,
  SITE_KEYS,
  type SiteKey,
  solvedMarks,
  solvedQuestions,
  ticksOf,
} from "@dailyleet/core";
import { Argument, InvalidArgumentError } from "commander";
import type { Context } from "../context.ts";
import { knownConfig, loadSourcesConfig } from "../files/settings.ts";
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
    .addArgument(new Argument("[site...]", "only these sites").choices(SITE_KEYS).argParser(readSites))
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
  const config = loadSourcesConfig(context, options);
  const today = todayOf(context, config);
  const since = options.since === undefined ? null : readDay(options.since, today);
  const { openSites } = await import("../sites/ask.ts");
  // Opened first, so that no site is asked for a person who has to sign in.
  const found = await withTracker(context, config, { ...options, purpose: "preview" }, ({ data: readData }) => {
    const sites = openSites(context, (site, account) => knownConfig(context, options).accounts?.[site] === account);
    const finding = { sites, keys: options.sites, since, again: options.again === true, readData };
    return findTicks(context, config, finding);
  });
  const isChosen = ({ isOffered }: Pick<FoundTick, "isOffered">) => options.offered || !isOffered;
  const { chosen = [], offered = [] } = Object.groupBy(found.ticks, (tick) => (isChosen(tick) ? "chosen" : "offered"));
  const listed = { chosen, offered, sites: found.sites };
  for (const { fault } of found.sites) if (fault !== null) printNote(context, fault);
  if (found.sites.some(({ fault }) => fault !== null)) context.setExitCode(FAILED);
  const solved = options.marks ? await solvedIn(context, config, found.days.filter(isChosen)) : new Map();
  const dataFor = ({ marks }: PersonData): PersonData => {
    return { ticks: ticksOf(chosen.map(({ cell }) => cell)), marks: solvedMarks({ solved }, marks, today) };
  };
  const planned = planImport(found.data, dataFor(found.data), today);
  const isNew = plannedChanges(planned).length > 0;
  const list = await listText(context, config, planned, listed);
  const isUnsaid = isNew && !options.yes && !options.dryRun;
  const question = `${list}Add ${plannedText(planned)}? [Y/n] `;
  const reply = isUnsaid && !options.json ? await context.ask(question) : null;
  const isWanted = isNew && !options.dryRun && (options.yes || (reply !== null && isYes(reply)));
  const { plan, saved } = isWanted
    ? await mergeData(context, config, { ...options, command: "fetch" }, (_, current) => dataFor(current))
    : { plan: planned, saved: null };
  if (options.json) return printJson(context, fetchJson({ plan, saved }, listed));
  if (reply !== null && saved === null) return printNote(context, "Nothing was added.");
  // A person who was asked has read the list.
  const outcome = saved === null ? "Would add" : "Added";
  const end = plannedChanges(plan).length === 0 ? "No new ticks" : `${outcome} ${plannedText(plan)}`;
  writeText(context.stdout, `${reply === null ? list : ""}${end}\n`);
  noteSharedDay(context, plan);
  if (isUnsaid && saved === null) printNote(context, "Nothing was added; --yes adds it.");
}

async function solvedIn(context: Context, config: Config, days: readonly FoundDay[]) {
  const { loadQuestions } = await import("../questions/sheet.ts");
  return solvedQuestions(days, new Set((await loadQuestions(context, config)).map(questionKey)));
}

function readSites(word: string, before: readonly SiteKey[] = []): readonly SiteKey[] {
  const site = readSite(word);
  if (site === null) throw new InvalidArgumentError(`Allowed choices are ${SITE_KEYS.join(", ")}.`);
  return [...before, site];
}

interface Listed extends Pick<Awaited<ReturnType<typeof findTicks>>, "sites"> {
  readonly chosen: readonly FoundTick[];
  readonly offered: readonly FoundTick[];
}

const NAMED = 3;

/** A line for each tick and mark, for each tick that is only offered, and for each site that gave an answer. */
async function listText(context: Context, config: Config, { practice }: ImportPlan, listed: Listed): Promise<string> {
  const { questions } = await namingFor(context, config, changesOf(practice.changes));
  const tickLine = ({ date, name, problems }: FoundTick) => {
    const more = problems.length > NAMED ? ` and ${problems.length - NAMED} more` : "";
    return `${date} ${oneLine(name)}: ${problems.slice(0, NAMED).join(", ")}${more}`;
  };
  const lines = [
    ...listed.chosen.map(tickLine),
    ...practice.changes.map((made) => markLine(made, questions)),
    ...listed.offered.map((tick) => `${tickLine(tick)} (date as the site gives it; --offered adds it)`),
    ...listed.sites.flatMap(({ fault, line }) => (fault === null ? line : [])),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function fetchJson({ plan, saved }: Pick<Merged, "plan" | "saved">, { chosen, offered, sites }: Listed): object {
  const added = cellKeys(changesOf(plan.changes));
  const tick = ({ date, cell: { column: source }, name }: FoundTick) => ({ date, source, name });
  return {
    version: 1,
    sites: sites.map(({ line: _, ...site }) => site),
    changes: chosen
      .filter(({ cell }) => added.has(cellKey(cell)))
      .map((found) => ({ ...tick(found), done: true, was: false })),
    offered: offered.map(tick),
    marks: changesOf(plan.practice.changes).map(({ row: question, column: date, state }) => {
      return { date, question, mark: MARK_WORDS[state] };
    }),
    saved,
  };
}
