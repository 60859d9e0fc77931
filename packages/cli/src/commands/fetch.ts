import {
  type Config,
  cellKey,
  cellKeys,
  changesOf,
  type FoundDay,
  type FoundTick,
  fold,
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
  readonly dryRun: true | undefined;
  readonly yes: true | undefined;
}

export function registerFetch(program: Program, context: Context): void {
  addVerb(program, "fetch", {
    summary: "add ticks for what you solved, as the sites tell it",
    description:
      "Ask the sites for your accounts' solutions, and add the missing ticks. Lists them and asks first; no tick is cleared, a backup is saved, and 'dailyleet undo' takes it back. On a terminal the answer 'o' also adds days of a site that states no time zone, and 'a' asks a site again that answered less than 15 minutes ago; --yes and scripts do neither.",
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
    .addOption(OPTION.dryRun)
    .option("--yes", "add the ticks without asking")
    .addOption(OPTION.json)
    .action((sites, _options, command) => runFetch(context, { ...optionsOf(command), sites }));
}

const FAILED = 1;

/** With `again`, a kept answer of a site doesn't count. */
async function runFetch(context: Context, options: FetchOptions, again = false): Promise<void> {
  const config = loadSourcesConfig(context, options);
  const today = todayOf(context, config);
  const since = options.since === undefined ? null : readDay(options.since, today);
  const { openSites } = await import("../sites/ask.ts");
  // Opened first, so that no site is asked for a person who has to sign in.
  const found = await withTracker(context, config, { ...options, purpose: "preview" }, ({ data: readData }) => {
    const sites = openSites(context, (site, account) => knownConfig(context, options).accounts?.[site] === account);
    return findTicks(context, config, { sites, keys: options.sites, since, again, readData });
  });
  for (const { fault } of found.sites) if (fault !== null) printNote(context, fault);
  context.setExitCode(found.sites.some(({ fault }) => fault !== null) ? FAILED : 0);
  const planWith = async (isChosen: (day: Pick<FoundDay, "isOffered">) => boolean) => {
    const chosen = found.ticks.filter(isChosen);
    const solved = options.marks ? await solvedIn(context, config, found.days.filter(isChosen)) : new Map();
    const dataFor = ({ marks }: PersonData): PersonData => {
      return { ticks: ticksOf(chosen.map(({ cell }) => cell)), marks: solvedMarks({ solved }, marks, today) };
    };
    const offered = found.ticks.filter((tick) => !isChosen(tick));
    const planned = planImport(found.data, dataFor(found.data), today);
    return { planned, dataFor, listed: { chosen, offered, sites: found.sites } };
  };
  const certain = await planWith(({ isOffered }) => !isOffered);
  const list = await listText(context, config, certain.planned, certain.listed);
  const isAsking = !options.yes && !options.dryRun && !options.json;
  const answer = isAsking ? await askPerson(context, list, certain, found.isKept) : null;
  if (answer === "again") return runFetch(context, options, true);
  const { planned, dataFor, listed } = answer === "offered" ? await planWith(() => true) : certain;
  const isNew = plannedChanges(planned).length > 0;
  const isWanted = isNew && !options.dryRun && (options.yes || (answer !== null && answer !== "none"));
  const { plan, saved } = isWanted
    ? await mergeData(context, config, { ...options, command: "fetch" }, (_, current) => dataFor(current))
    : { plan: planned, saved: null };
  if (options.json) return printJson(context, fetchJson({ plan, saved }, listed));
  if (answer !== null && saved === null) return printNote(context, "Nothing was added.");
  // A person who was asked has read the list.
  const outcome = saved === null ? "Would add" : "Added";
  const end = plannedChanges(plan).length === 0 ? "No new ticks" : `${outcome} ${plannedText(plan)}`;
  writeText(context.stdout, `${answer === null ? list : ""}${end}\n`);
  noteSharedDay(context, plan);
  if (isNew && isAsking && saved === null) printNote(context, "Nothing was added; --yes adds it.");
}

/** `offered`: add the offered days as well. `again`: ask the sites anew. */
type Answer = "add" | "offered" | "again" | "none";

/** Null without a terminal, and where there is nothing to decide. */
async function askPerson(
  context: Context,
  list: string,
  { planned, listed }: { readonly planned: ImportPlan; readonly listed: Listed },
  isKept: boolean,
): Promise<Answer | null> {
  const isNew = plannedChanges(planned).length > 0;
  const count = listed.offered.length;
  if (!isNew && count === 0 && !isKept) return null;
  const question = isNew ? `Add ${plannedText(planned)}? [Y/n` : "No new ticks. [Enter: done";
  const offer = count > 0 ? `, o: ${isNew ? "also" : "add"} the ${count} offered` : "";
  const reply = await context.ask(`${list}${question}${offer}${isKept ? ", a: ask again" : ""}] `);
  if (reply === null) return null;
  const key = fold(reply || "");
  if (key === "o" && count > 0) return "offered";
  if (key === "a" && isKept) return "again";
  return isNew && isYes(reply) ? "add" : "none";
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
    ...listed.offered.map((tick) => `${tickLine(tick)} (offered: the date as the site gives it)`),
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
