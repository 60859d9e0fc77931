import { createHttp, createJudges } from "@dailyleet/client";
import {
  type Found,
  hasCode,
  isDailyJudge,
  isFault,
  JUDGE_HOSTS,
  JUDGE_KEYS,
  JUDGES,
  type JudgeFault,
  type JudgeKey,
  type JudgeQuery,
  judgeOfSource,
  type Kept,
  problemQuery,
  profileAddress,
  type Source,
} from "@dailyleet/core";
import { judgesStandIn } from "../cloud/emulators.ts";
import type { Context } from "../context.ts";
import { placesOf } from "../files/directories.ts";
import { cacheIfPossible, removePrivate, writePrivate } from "../files/files.ts";
import { localTimeText } from "../terminal/dates.ts";
import { oneLine } from "../terminal/output.ts";
import { readKept } from "./kept.ts";

/** The outcome of asking a judge: either `found`, or a sentence in `fault`. */
export interface Visit<T> {
  /** The time of a cached answer, in milliseconds since the epoch; null for a new answer. */
  readonly keptSince: number | null;
  readonly found: T | null;
  readonly fault: string | null;
}

export type Judges = ReturnType<typeof openJudges>;

/**
 * A second process counts a host asked this recently as just asked, so that it keeps the longest pause between two
 * requests, too.
 */
const JUST_NOW_MS = 2_100;

/**
 * Asks the judges on behalf of one process. Caches an answer about an account only while `isNamed` is true for it. No
 * function rejects for a judge's failure. Throws `bad-config` for a stand-in on another computer.
 */
export function openJudges(context: Context, isNamed: (judge: JudgeKey, account: string) => boolean = () => true) {
  const standIn = judgesStandIn(context.env);
  const { wait, version, now } = context;
  const { visitsFile, problemsFile, refusalsFile } = placesOf(context);
  const isRecent = ({ asked }: Kept) => Math.abs(now() - asked) < JUST_NOW_MS;
  const recent = [visitsFile, problemsFile].flatMap((file) => {
    const kept = readKept(file);
    return JUDGE_KEYS.filter((judge) => kept[judge] && isRecent(kept[judge]));
  });
  const send = createJudges({ http: createHttp(context), wait, version, standIn, recent });

  /** Uses the cached answer while it is valid. After a refusal, asks that judge nothing at all for a while. */
  const ask = async <T extends object>(query: JudgeQuery<T>, file: string, again = false): Promise<Visit<T>> => {
    const { judge, account, read } = query;
    const visit = ({ answers, asked, until }: Kept, isKept = false): Visit<T> => {
      const [reading, keptSince] = [read(answers), isKept ? asked : null];
      if (!isFault(reading)) return { keptSince, found: reading, fault: null };
      return { keptSince, found: null, fault: faultText(version, query, until, reading) };
    };
    const keptIn = (place: string) => {
      const { [judge]: kept } = readKept(place);
      return kept && now() >= kept.asked && now() < kept.until ? kept : null;
    };
    const own = again ? null : keptIn(file);
    const kept = keptIn(refusalsFile) ?? (own?.account === account ? own : null);
    if (kept !== null) return visit(kept, true);
    try {
      const answers = await send(query);
      const [reading, asked] = [read(answers), now()];
      const until = leftAlone(query, reading, asked);
      const refusal = isFault(reading) && REFUSALS[reading.kind];
      const made = refusal
        ? { account: null, asked, until, answers: [{ status: refusal, body: "", retryAfterMs: 0 }] }
        : { account, asked, until, answers };
      cacheIfPossible(() => {
        const place = refusal ? refusalsFile : file;
        writePrivate(place, `${JSON.stringify({ ...readKept(place), [judge]: made })}\n`, context.processId);
        // The person may have removed the account while the judge was asked.
        if (account !== null && !isNamed(judge, account)) removePrivate(visitsFile);
      });
      return visit(made);
    } catch (error) {
      if (!hasCode(error, "unavailable")) throw error;
      return { keptSince: null, found: null, fault: oneLine(error.message) };
    }
  };

  return {
    /** A note for the person if another server stands in for the judges. */
    notes: standIn ? [`DAILYLEET_SITES is set: ${standIn} stands in for the sites.`] : [],
    /** The accepted submissions of an account. `again` ignores the cached list. */
    askSubmissions: (query: JudgeQuery<Found>, again: boolean) => ask(query, visitsFile, again),
    /**
     * Asks the sources' judges for their problem of the day, once in each of the judge's days. Resolves to sentences for
     * new faults.
     */
    async askProblems(sources: readonly Source[]): Promise<readonly string[]> {
      const judges = [...new Set(sources.map(judgeOfSource))].filter(isDailyJudge);
      const visits = await Promise.all(judges.map((judge) => ask(problemQuery(judge), problemsFile)));
      return visits.flatMap(({ fault, keptSince }) => (keptSince === null ? (fault ?? []) : []));
    },
  };
}

/**
 * Statuses of refusals. A refusal is cached as its status alone: it concerns the judge, not an account that the answer
 * may name.
 */
const REFUSALS: Readonly<Partial<Record<JudgeFault["kind"], number>>> = { refused: 403, limited: 429 };

const KEPT_MS = 15 * 60_000;
const REFUSED_MS = 60 * 60_000;

function leftAlone<T extends object>({ endOf }: JudgeQuery<T>, reading: T | JudgeFault, now: number): number {
  if (!isFault(reading)) return endOf(reading, now) ?? now + KEPT_MS;
  if (reading.kind === "refused") return now + REFUSED_MS;
  return now + Math.max(KEPT_MS, reading.kind === "limited" ? reading.retryAfterMs : 0);
}

/** A sentence for a judge's fault. Quotes nothing of the judge's answer. */
function faultText(version: string, { judge, account }: JudgeQuery<unknown>, until: number, fault: JudgeFault): string {
  const { title } = JUDGES[judge];
  const page = account === null ? `https://${JUDGE_HOSTS[judge]}/` : profileAddress(judge, account);
  const [verb, subject] = account === null ? ["taken", `${judge}, problem of the day`] : ["ticked", judge];
  switch (fault.kind) {
    case "unknown-account":
      return `${title} knows no account '${account}'; correct it with 'dailyleet config account.${judge} NAME'.`;
    case "withheld":
      return `${title} gives no list of ${account}, and nothing was ${verb} from it; see ${page}.`;
    case "limited":
      return `${title} asks to be left alone until ${localTimeText(until)}; run this command again after that.`;
    case "refused":
      return `${title} refused to answer a program, and is left alone until ${localTimeText(until)}; see ${page} yourself.`;
    case "unavailable":
      return `${title} has a problem of its own (${fault.status}); try again later.`;
    case "unknown-form":
      return `${title}'s answer has a form that dailyleet ${version} doesn't know; nothing was ${verb} from it. A line for a report: dailyleet ${version}, ${subject}: ${fault.missing}.`;
  }
}
