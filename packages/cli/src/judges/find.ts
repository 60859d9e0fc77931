import {
  addDays,
  type CivilDate,
  type Config,
  cellKey,
  changesOf,
  counted,
  dayOf,
  daysOf,
  type FoundDay,
  type FoundTick,
  formatDate,
  JUDGE_KEYS,
  JUDGES,
  type JudgeKey,
  NO_MARKS,
  noSourceText,
  type PersonData,
  planImport,
  requireSources,
  shortDate,
  sourceName,
  sourceOfJudge,
  submissionsQuery,
  ticksOf,
  usageError,
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import { dateOf } from "../rendering/changes.ts";
import { localTimeText, todayOf } from "../terminal/dates.ts";
import type { Judges } from "./ask.ts";

interface FindOptions {
  readonly judges: Judges;
  /** Empty for all judges that have an account. */
  readonly keys: readonly JudgeKey[];
  /** Null for as far back as the judges' answers go. */
  readonly since: CivilDate | null;
  /** Ask the judges even if a cached answer is still valid. */
  readonly again: boolean;
  /** Called after the judges have answered. */
  readonly readData: () => Promise<PersonData>;
}

/**
 * Asks the judges for accepted submissions and compares their days with the person's ticks. Writes no ticks. With
 * `problems` on, also asks for the problems of the day. Throws `usage` for a judge without an account, and as
 * `requireSources`.
 */
export async function findTicks(context: Context, config: Config, options: FindOptions) {
  const sources = requireSources(config);
  const today = todayOf(context, config);
  const accounts = accountsFor(config, options.keys);
  const visits = await Promise.all(accounts.map((account) => visitSite(context, config, account, options)));
  const problemFaults = config.problems ? await options.judges.askProblems(sources) : [];
  const data = await options.readData();
  const days = visits.flatMap(({ days }) => days);
  const byCell = new Map(days.map((day) => [cellKey(day.cell), day]));
  const { changes } = planImport(data, { ticks: ticksOf(days.map(({ cell }) => cell)), marks: NO_MARKS }, today);
  const missing = changesOf(changes).flatMap((cell) => byCell.get(cellKey(cell)) ?? []);
  return {
    data,
    days,
    /** Sentences for judges that gave no problem of the day. */
    problemFaults,
    /** Whether an answer came from the cache. */
    isKept: visits.some(({ keptSince, fault }) => keptSince !== null && fault === null),
    ticks: missing.map((day) => tickOf(day, config)),
    sites: visits.map((visit) => {
      const { site: judge, account, looked, back, days, fault } = visit;
      const line = fault ?? judgeLine(visit, days.filter((day) => !missing.includes(day)).length, today);
      return { site: judge, account, looked, since: back && formatDate(back), found: days.length, fault, line };
    }),
  };
}

/** How many days back to ask a judge that has pages, if no day is given. */
const USUAL_DAYS = 30;

/** Asks for an account's submissions and finds their days. `back` is the day of the oldest row. */
async function visitSite(
  context: Context,
  config: Config,
  { site: judge, account }: ReturnType<typeof accountsFor>[number],
  { judges, since, again }: FindOptions,
) {
  const source = sourceOfJudge(judge, config.sources);
  const { year, month, day } = since ?? addDays(todayOf(context, config), -USUAL_DAYS);
  const query = submissionsQuery(judge, account, new Date(year, month - 1, day).getTime());
  const visit =
    source === null
      ? { keptSince: null, found: null, fault: noSourceText(judge) }
      : await judges.askSubmissions(query, again);
  const clock = { now: context.now(), dayEndsAt: config.dayEndsAt };
  const { submissions = [], oldest = null, looked = 0, hasMore = false } = visit.found ?? {};
  const back = oldest === null ? null : dayOf(oldest, clock);
  const found = daysOf(submissions, source ?? 1, { ...clock, since });
  return {
    ...visit,
    ...found,
    site: judge,
    account,
    since,
    looked,
    hasMore,
    back: typeof back === "string" ? null : back,
  };
}

/** Throws `usage`. */
function accountsFor({ accounts = {} }: Config, keys: readonly JudgeKey[]) {
  const wanted = keys.length > 0 ? [...new Set(keys)] : JUDGE_KEYS.filter((judge) => accounts[judge] !== undefined);
  if (wanted.length === 0) {
    const way = "name one with 'dailyleet config account.SITE NAME'";
    throw usageError(`There is no account to ask for; ${way} (${JUDGE_KEYS.join(", ")}).`);
  }
  return wanted.map((judge) => {
    const account = accounts[judge];
    if (account !== undefined) return { site: judge, account };
    const way = `name it with 'dailyleet config account.${judge} NAME'`;
    throw usageError(`Your account of ${JUDGES[judge].title} is not known; ${way}.`);
  });
}

function tickOf({ cell, isOffered, submissions }: FoundDay, config: Config): FoundTick {
  const problems = [...new Set(submissions.map(({ name }) => name))];
  const name = sourceName(config.sources, cell.column);
  return { cell, date: dateOf(cell), name, problems, isOffered };
}

/** Such as 'LeetCode: the newest 20, back to November 24; 3 days found, 1 already ticked'. */
function judgeLine(
  { site: judge, looked, hasMore, back, days, ahead, early, keptSince, since }: Awaited<ReturnType<typeof visitSite>>,
  ticked: number,
  today: CivilDate,
): string {
  // AtCoder Problems lists the oldest submissions first.
  const isCut = judge === "atcoder" && hasMore;
  const year = back === null || back.year === today.year ? "" : `, ${back.year}`;
  const reach = back === null ? "" : `, back to ${shortDate(back)}${year}`;
  const parts = [
    looked === 0 ? "nothing listed" : `the ${isCut ? "oldest" : "newest"} ${looked}${reach}`,
    `${counted(days.length, "day")} found, ${ticked} already ticked`,
    ahead > 0 && `${ahead} of days to come left out`,
    early > 0 && `${early} from before 1970 left out`,
    isCut && "a later --since reads the rest",
    keptSince !== null && `as of ${localTimeText(keptSince)}`,
    // The cached answer may not reach back as far as `since`.
    keptSince !== null && since !== null && "asked anew after 15 minutes",
  ];
  return `${JUDGES[judge].title}: ${parts.filter(Boolean).join("; ")}`;
}
