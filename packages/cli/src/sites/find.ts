import {
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
  type FoundDay,
  formatDate,
  NO_MARKS,
  noSourceText,
  type PersonData,
  planImport,
  SITE_KEYS,
  SITES,
  type SiteKey,
  shortDate,
  sourceName,
  sourceOfSite,
  sourcesOf,
  type TickCell,
  ticksOf,
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import { loadChoices } from "../files/settings.ts";
import { dateOf } from "../rendering/changes.ts";
import { timeText, todayOf } from "../terminal/dates.ts";
import type { Sites } from "./ask.ts";

interface FindOptions {
  /** Called once it is clear which sites to ask. */
  readonly open: () => Promise<Sites>;
  /** Empty for all that have an account. */
  readonly keys: readonly SiteKey[];
  /** Null for as far back as the sites' answers go. */
  readonly since: CivilDate | null;
  /** No answer from before this moment counts. */
  readonly notBefore: number;
  /** Whether the days of a site that states no zone are chosen like others. */
  readonly offered: boolean;
  /** Reads what the person has, after the sites have answered. */
  readonly readData: () => Promise<PersonData>;
}

/** How far back a site with pages is asked without a day. */
const USUAL_DAYS = 30;

/**
 * Asks the sites for accepted submissions and compares their days with the person's ticks; writes none. Also asks for the
 * problems of the day if they are on. Throws `usage` for a site without an account.
 */
export async function findTicks(context: Context, config: Config, options: FindOptions) {
  const { offered } = options;
  const accounts = accountsFor(context, options.keys);
  const sites = await options.open();
  const today = todayOf(context, config);
  const visits = await Promise.all(accounts.map((asked) => visitSite(context, config, sites, asked, options)));
  if (loadChoices(context).problems) await sites.askProblems(sourcesOf(config));
  const data = await options.readData();
  const days = (isChosen: boolean) =>
    visits.flatMap(({ site, days }) => ((offered || site !== "geeksforgeeks") === isChosen ? days : []));
  const missing = (found: readonly FoundDay[]) => {
    const ticks = ticksOf(found.map(({ cell }) => cell));
    const { changes } = planImport(data, { ticks, marks: NO_MARKS }, today);
    const byCell = Map.groupBy(found, ({ cell }) => cellKey(cell));
    return changesOf(changes).map((cell) => tickFor(cell, byCell.get(cellKey(cell)) ?? [], config));
  };
  const [chosen, changes, others] = [days(true), missing(days(true)), missing(days(false))];
  const open = cellKeys([...changes, ...others].map(({ cell }) => cell));
  return {
    data,
    chosen,
    changes,
    offered: others,
    sites: visits.map((visit) => {
      const { site, account, found, back, days, fault } = visit;
      const line = fault ?? siteLine(visit, days.filter(({ cell }) => open.has(cellKey(cell))).length, today);
      const since = back && formatDate(back);
      return { site, account, looked: found?.looked ?? 0, since, found: days.length, fault, line };
    }),
  };
}

type Account = ReturnType<typeof accountsFor>[number];

/** Asks for an account's submissions, and finds the days of them; `back` is the day of the oldest row. */
async function visitSite(
  context: Context,
  config: Config,
  sites: Sites,
  asked: Account,
  { since, notBefore }: FindOptions,
) {
  const source = sourceOfSite(asked.site, sourcesOf(config));
  if (source === null) return { ...asked, ...NOTHING, fault: noSourceText(asked.site) };
  const { year, month, day } = since ?? addDays(todayOf(context, config), -USUAL_DAYS);
  const from = new Date(year, month - 1, day).getTime();
  const visit = await sites.askSubmissions({ ...asked, since: from, notBefore });
  const clock = { now: context.now(), dayEndsAt: config.dayEndsAt };
  const { submissions = [], oldest = null } = visit.found ?? {};
  const back = oldest === null ? null : dayOf(oldest, clock);
  const found = daysOf(submissions, source, { ...clock, since });
  return { ...asked, ...visit, ...found, back: typeof back === "string" ? null : back };
}

const NOTHING = { asked: 0, isKept: false, found: null, days: [], ahead: 0, early: 0, back: null };

/** Throws `usage`. */
function accountsFor(context: Context, keys: readonly SiteKey[]) {
  const { accounts = {} } = loadChoices(context);
  const wanted = keys.length > 0 ? [...new Set(keys)] : SITE_KEYS.filter((site) => accounts[site] !== undefined);
  if (wanted.length === 0) {
    const way = "name one with 'dailyleet config account SITE NAME'";
    throw new DailyleetError("usage", `There is no account to ask for; ${way} (${SITE_KEYS.join(", ")}).`);
  }
  return wanted.map((site) => {
    const account = accounts[site];
    if (account !== undefined) return { site, account };
    const way = `name it with 'dailyleet config account ${site} NAME'`;
    throw new DailyleetError("usage", `Your account of ${SITES[site].title} is not known; ${way}.`);
  });
}

/** A tick that is missing, with the names of the problems it is for. */
export type FoundTick = ReturnType<typeof tickFor>;

function tickFor(cell: TickCell, days: readonly FoundDay[], config: Config) {
  const problems = new Set(days.flatMap(({ submissions }) => submissions.map(({ name }) => name)));
  const name = sourceName(sourcesOf(config), cell.column);
  return { cell, date: dateOf(cell), source: cell.column, name, problems: [...problems] };
}

/** 'LeetCode: the newest 20, back to November 24; 3 days found, 1 already ticked' */
function siteLine(
  { site, found, back, days, ahead, early, isKept, asked }: Awaited<ReturnType<typeof visitSite>>,
  open: number,
  today: CivilDate,
): string {
  const { looked = 0, hasMore = false } = found ?? {};
  // AtCoder Problems gives the oldest first.
  const isCut = site === "atcoder" && hasMore;
  const year = back === null || back.year === today.year ? "" : `, ${back.year}`;
  const reach = back === null ? "" : `, back to ${shortDate(back)}${year}`;
  const parts = [
    looked === 0 ? "nothing listed" : `the ${isCut ? "oldest" : "newest"} ${looked}${reach}`,
    `${counted(days.length, "day")} found, ${days.length - open} already ticked`,
    ahead > 0 && `${ahead} of days to come left out`,
    early > 0 && `${early} from before 1970 left out`,
    isCut && "a later --since reads the rest",
    isKept && `as of ${timeText(asked)}`,
  ];
  return `${SITES[site].title}: ${parts.filter(Boolean).join("; ")}`;
}
