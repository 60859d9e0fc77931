import {
  type Accounts,
  addDays,
  type CivilDate,
  type Config,
  cellKey,
  cellKeys,
  changesOf,
  counted,
  DailyleetError,
  dayOf,
  daysOf,
  type Found,
  type FoundDay,
  type FoundDays,
  formatDate,
  isSharedDay,
  MARK_WORDS,
  planImport,
  plannedChanges,
  plannedText,
  questionKey,
  SHARED_DAY,
  SITE_KEYS,
  SITES,
  type SiteKey,
  type Source,
  type SourceNumber,
  shortDate,
  solvedMarks,
  solvedQuestions,
  sourceName,
  sourcesOf,
  type TickCell,
  ticksOf,
} from "@dailyleet/core";
import { Argument } from "commander";
import type { Context } from "../context.ts";
import { loadChoices, loadConfig } from "../files/directories.ts";
import { dateOf, namingFor } from "../rendering/changes.ts";
import type { Visit } from "../sites/ask.ts";
import { requireSource, sitesOf } from "../sites/sources.ts";
import { readDay, timeText, todayOf } from "../terminal/dates.ts";
import { addVerb, type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { isYes, oneLine, printJson, printNote, writeText } from "../terminal/output.ts";
import { type Merged, mergeData } from "../tracker/mergeData.ts";

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
/** How far back a site with pages is asked without `--since`. */
const USUAL_DAYS = 30;

async function runFetch(context: Context, options: FetchOptions): Promise<void> {
  const config = loadConfig(context);
  const { accounts = {}, problems } = loadChoices(context);
  const wanted = accountsFor(options.sites, accounts, config);
  const today = todayOf(context, config);
  const since = options.since === undefined ? null : readDay(options.since, today);
  const { askProblems, faultText, openSites, visitSites } = await import("../sites/ask.ts");
  const sites = openSites(context);
  const { year, month, day } = since ?? addDays(today, -USUAL_DAYS);
  const asking = { since: new Date(year, month - 1, day).getTime(), again: options.again === true };
  const visits = await visitSites(context, sites, wanted, asking);
  if (problems) await askProblems(context, sites, sitesOf(config));
  const found = visits.map((visit): Finding => {
    const clock = { now: context.now(), dayEndsAt: config.dayEndsAt };
    const { site, outcome } = visit;
    const source = requireSource(site, config);
    if (outcome.kind !== "found") {
      return { ...NOTHING, ...visit, source, fault: faultText({ ...visit, outcome }, context.version) };
    }
    const oldest = outcome.oldest === null ? null : dayOf(outcome.oldest, clock);
    const back = typeof oldest === "string" ? null : oldest;
    return {
      ...visit,
      ...outcome,
      ...daysOf(outcome.submissions, source, { ...clock, since }),
      source,
      back,
      fault: null,
    };
  });
  for (const { fault } of found) if (fault !== null) printNote(context, fault);
  if (found.some(({ fault }) => fault !== null)) context.setExitCode(FAILED);
  const fetched = await addFound(context, config, options, found);
  if (options.json) return printJson(context, fetchJson(fetched, found, sourcesOf(config)));
  const { isAsked, saved, plan } = fetched;
  const end =
    amountOf(fetched) === 0 ? "No new ticks" : `${saved === null ? "Would add" : "Added"} ${plannedText(plan)}`;
  // A person who was asked has read the list.
  const list = isAsked ? "" : await listText(context, config, fetched, found);
  if (isAsked && saved === null) return printNote(context, "Nothing was added.");
  writeText(context.stdout, `${list}${end}\n`);
  if (changesOf(plan.changes).some(({ table, row }) => isSharedDay({ year: table, day: row })))
    printNote(context, SHARED_DAY);
  if (saved === null && !options.dryRun && amountOf(fetched) > 0)
    printNote(context, "Nothing was added; --yes adds it.");
}

/** Throws `usage` for a site without an account or without a source. */
function accountsFor(sites: readonly SiteKey[], accounts: Accounts, config: Config): Accounts {
  const wanted = sites.length > 0 ? [...new Set(sites)] : SITE_KEYS.filter((site) => accounts[site] !== undefined);
  if (wanted.length === 0) {
    const way = "name one with 'dailyleet config account SITE NAME'";
    throw new DailyleetError("usage", `There is no account to ask for; ${way} (${SITE_KEYS.join(", ")}).`);
  }
  for (const site of wanted) {
    if (accounts[site] === undefined) {
      const way = `name it with 'dailyleet config account ${site} NAME'`;
      throw new DailyleetError("usage", `Your account of ${SITES[site].title} is not known; ${way}.`);
    }
    requireSource(site, config);
  }
  return Object.fromEntries(wanted.map((site) => [site, accounts[site]]));
}

/** What a site's answer comes to. */
interface Finding extends Visit, FoundDays, Pick<Found, "looked" | "hasMore"> {
  readonly source: SourceNumber;
  /** The day of the oldest row; null without one. */
  readonly back: CivilDate | null;
  readonly fault: string | null;
}

const NOTHING = { days: [], ahead: 0, early: 0, looked: 0, hasMore: false, back: null };

interface Fetched extends Pick<Merged, "plan" | "saved"> {
  /** Ticks that are proposed, not chosen: the site gives dates without saying of which zone. */
  readonly offered: Merged["plan"]["changes"];
  readonly isAsked: boolean;
}

const amountOf = ({ plan }: Fetched) => plannedChanges(plan).length;

/** Shows the list and asks a person once, where nothing else says what is wanted; adds what was found. */
async function addFound(
  context: Context,
  config: Config,
  options: FetchOptions,
  found: readonly Finding[],
): Promise<Fetched> {
  const isChosen = ({ site }: Finding) => site !== "geeksforgeeks" || options.offered === true;
  const daysIn = (own: readonly Finding[]): Days => own.flatMap(({ days }) => days);
  const chosen = daysIn(found.filter(isChosen));
  const others = daysIn(found.filter((each) => !isChosen(each)));
  const questions = options.marks ? await questionsOf(context, config) : new Set<string>();
  const solved = solvedQuestions(chosen, questions);
  const today = todayOf(context, config);
  const merge = async (dryRun: boolean, isAsked = false): Promise<Fetched> => {
    let offered: Fetched["offered"] = [];
    const merged = await mergeData(context, config, { ...options, command: "fetch", dryRun }, (_, current) => {
      offered = planImport(current, { ticks: ticksIn(others), marks: {} }, today).changes;
      return { ticks: ticksIn(chosen), marks: solvedMarks({ solved }, current.marks, today) };
    });
    return { ...merged, offered, isAsked };
  };
  if (options.yes && !options.dryRun) return merge(false);
  const preview = await merge(true);
  if (options.dryRun || options.json || amountOf(preview) === 0) return preview;
  const list = await listText(context, config, preview, found);
  const reply = await context.ask(`${list}Add ${plannedText(preview.plan)}? [Y/n] `);
  if (reply === null) return preview;
  return isYes(reply) ? merge(false, true) : { ...preview, isAsked: true };
}

type Days = readonly FoundDay[];

const ticksIn = (days: Days) => ticksOf(days.map(({ cell }) => cell));

async function questionsOf(context: Context, config: Config): Promise<ReadonlySet<string>> {
  const { loadQuestions } = await import("../questions/sheet.ts");
  return new Set((await loadQuestions(context, config)).map(questionKey));
}

const NAMED = 3;

/** A line for each tick and mark, for each tick that is only offered, and for each site that gave an answer. */
async function listText(
  context: Context,
  config: Config,
  { plan, offered }: Fetched,
  found: readonly Finding[],
): Promise<string> {
  const { sources, questions, today } = await namingFor(context, config, changesOf(plan.practice.changes));
  const daysByCell = Map.groupBy(
    found.flatMap(({ days }) => days),
    ({ cell }) => cellKey(cell),
  );
  const tickLine = (tick: TickCell) => {
    const days = daysByCell.get(cellKey(tick)) ?? [];
    const names = [...new Set(days.flatMap(({ submissions }) => submissions.map(({ name }) => name)))];
    const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : "";
    return `${dateOf(tick)} ${oneLine(sourceName(sources, tick.column))}: ${names.slice(0, NAMED).join(", ")}${more}`;
  };
  const open = cellKeys(changesOf([...plan.changes, ...offered]));
  const lines = [
    ...changesOf(plan.changes).map(tickLine),
    ...changesOf(plan.practice.changes).map(({ row: question, column: date, state }) => {
      return `${date} ${oneLine(questions.get(question) ?? question)}: ${MARK_WORDS[state]}`;
    }),
    ...changesOf(offered).map((tick) => `${tickLine(tick)} (date as the site gives it; --offered adds it)`),
    ...found.flatMap((each) =>
      each.fault === null ? siteLine(each, each.days.filter(({ cell }) => open.has(cellKey(cell))).length, today) : [],
    ),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** 'LeetCode: the newest 20, back to November 24; 3 days found, 1 already ticked' */
function siteLine(finding: Finding, open: number, today: CivilDate): string {
  const { site, looked, hasMore, back, days, ahead, early, isKept, asked } = finding;
  // AtCoder Problems gives the oldest first.
  const isCut = site === "atcoder" && hasMore;
  const year = back === null || back.year === today.year ? "" : `, ${back.year}`;
  const parts = [
    looked === 0
      ? "nothing listed"
      : `the ${isCut ? "oldest" : "newest"} ${looked}${back === null ? "" : `, back to ${shortDate(back)}${year}`}`,
    `${counted(days.length, "day")} found, ${days.length - open} already ticked`,
    ahead === 0 ? "" : `${ahead} of days to come left out`,
    early === 0 ? "" : `${early} from before 1970 left out`,
    isCut ? "a later --since reads the rest" : "",
    isKept ? `as of ${timeText(asked)}` : "",
  ];
  return `${SITES[site].title}: ${parts.filter((part) => part !== "").join("; ")}`;
}

function fetchJson({ plan, offered, saved }: Fetched, found: readonly Finding[], sources: readonly Source[]): object {
  const tick = (cell: TickCell) => {
    return { date: dateOf(cell), source: cell.column, name: sourceName(sources, cell.column) };
  };
  return {
    version: 1,
    sites: found.map(({ site, account, looked, back, days, fault }) => {
      return { site, account, looked, since: back && formatDate(back), found: days.length, fault };
    }),
    changes: changesOf(plan.changes).map((change) => ({ ...tick(change), done: true, was: false })),
    offered: changesOf(offered).map(tick),
    marks: changesOf(plan.practice.changes).map(({ row: question, column: date, state }) => {
      return { date, question, mark: MARK_WORDS[state] };
    }),
    saved,
  };
}
