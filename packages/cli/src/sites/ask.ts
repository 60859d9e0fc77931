import { createHttp, createSites } from "@dailyleet/client";
import {
  type Accounts,
  hasCode,
  isRecord,
  profileOf,
  type Reading,
  readPages,
  readProblem,
  SITES,
  type SiteAnswer,
  type SiteFault,
  type SiteKey,
} from "@dailyleet/core";
import { sitesStandIn } from "../cloud/emulators.ts";
import type { Context } from "../context.ts";
import { placesOf } from "../files/directories.ts";
import { cacheIfPossible, writePrivate } from "../files/files.ts";
import { timeText } from "../terminal/dates.ts";
import { oneLine, printNote } from "../terminal/output.ts";
import { type KeptProblem, type KeptProblems, readKept, readKeptProblems, siteToday } from "./problems.ts";

const KEPT_MS = 15 * 60_000;
const REFUSED_MS = 60 * 60_000;

/** `no-answer`: why no whole answer came. */
type Outcome = Reading | { readonly kind: "no-answer"; readonly sentence: string };
type Fault = Exclude<Outcome, { readonly kind: "found" }>;

/** What a site said of an account, now or a while ago. */
export interface Visit {
  readonly site: SiteKey;
  readonly account: string;
  /** When the site was asked, and until when it is left alone; milliseconds. */
  readonly asked: number;
  readonly until: number;
  readonly isKept: boolean;
  readonly outcome: Outcome;
}

interface KeptVisit extends Pick<Visit, "account" | "asked" | "until"> {
  /** As they came, so that the readers check them again. */
  readonly answers: readonly SiteAnswer[];
}

interface Asking {
  /** How far back, in milliseconds. */
  readonly since: number;
  /** Whether to ask although an answer is kept. A site that refused is left alone all the same. */
  readonly again: boolean;
}

/** The sites that a command asks, at most once each. Throws `bad-config` for a stand-in that is not on this computer. */
export function openSites(context: Context) {
  const standIn = sitesStandIn(context.env);
  if (standIn) printNote(context, `DAILYLEET_SITES is set: ${standIn} stands in for the sites.`);
  return createSites({ http: createHttp(context), wait: context.wait, version: context.version, standIn });
}

type Sites = ReturnType<typeof openSites>;

/** Asks for the accepted submissions of these accounts, or takes the answers that are kept. Never rejects for a site. */
export async function visitSites(context: Context, sites: Sites, accounts: Accounts, asking: Asking): Promise<Visit[]> {
  const { visitsFile } = placesOf(context);
  const known = readKept(visitsFile);
  const made: Partial<Record<SiteKey, KeptVisit>> = {};
  const visits = Object.entries(accounts).map(async ([key, account]): Promise<Visit> => {
    const site = key as SiteKey;
    const kept = readVisit(known[site]);
    const usable = kept && usableVisit(site, account, kept, context.now(), asking.again);
    if (usable) return usable;
    const asked = context.now();
    try {
      const answers = await sites.askSubmissions(site, account, asking.since);
      const outcome = readPages(site, answers, account);
      const until = asked + pauseAfter(outcome);
      made[site] = { account, asked, until, answers };
      return { site, account, asked, until, isKept: false, outcome };
    } catch (error) {
      if (!hasCode(error, "unavailable")) throw error;
      const outcome = { kind: "no-answer", sentence: error.message } as const;
      return { site, account, asked, until: asked, isKept: false, outcome };
    }
  });
  const all = await Promise.all(visits);
  const text = JSON.stringify({ ...readKept(visitsFile), ...made });
  if (Object.keys(made).length > 0) cacheIfPossible(() => writePrivate(visitsFile, `${text}\n`, context.processId));
  return all;
}

/** The kept visit where the site is not to be asked now; a refusal counts whatever the account is. */
function usableVisit(
  site: SiteKey,
  account: string,
  { answers, ...kept }: KeptVisit,
  now: number,
  again: boolean,
): Visit | null {
  const outcome = readPages(site, answers, kept.account);
  const isRefusal = outcome.kind === "refused" || outcome.kind === "limited";
  const isOver = now < kept.asked || now >= kept.until;
  if (isOver || (!isRefusal && (again || kept.account !== account))) return null;
  return { site, ...kept, account, isKept: true, outcome };
}

function pauseAfter(outcome: { readonly kind: string } | SiteFault): number {
  if (outcome.kind === "refused") return REFUSED_MS;
  return "retryAfterMs" in outcome ? Math.max(KEPT_MS, outcome.retryAfterMs) : KEPT_MS;
}

function readVisit(value: unknown): KeptVisit | null {
  if (!isRecord(value)) return null;
  const { account, asked, until, answers } = value;
  if (typeof account !== "string" || typeof asked !== "number" || typeof until !== "number") return null;
  return Array.isArray(answers) && answers.every(isAnswer) ? { account, asked, until, answers } : null;
}

function isAnswer(value: unknown): value is SiteAnswer {
  if (!isRecord(value) || typeof value.body !== "string") return false;
  return typeof value.status === "number" && typeof value.retryAfterMs === "number";
}

/** Asks those sites for their problem of the day of which none of their day is kept; says why one gives none. */
export async function askProblems(context: Context, sites: Sites, keys: readonly SiteKey[]): Promise<void> {
  const known = readKeptProblems(context);
  const made: KeptProblems = {};
  const now = context.now();
  const asked = keys.map(async (site) => {
    const kept = known[site];
    const today = siteToday(site, now);
    const isLeftAlone = kept && (kept.problem?.date === today || (now >= kept.asked && now < kept.until));
    if (today === "" || isLeftAlone) return;
    try {
      const found = readProblem(site, await sites.askProblem(site));
      const isFault = "kind" in found;
      const until = now + pauseAfter(isFault ? found : { kind: "found" });
      const problem = isFault ? null : found;
      made[site] = { asked: now, until, problem } satisfies KeptProblem;
      if (isFault) printNote(context, faultText({ site, account: null, outcome: found, until }, context.version));
    } catch (error) {
      if (!hasCode(error, "unavailable")) throw error;
      printNote(context, error.message);
    }
  });
  await Promise.all(asked);
  if (Object.keys(made).length === 0) return;
  const text = `${JSON.stringify({ ...known, ...made })}\n`;
  cacheIfPossible(() => writePrivate(placesOf(context).problemsFile, text, context.processId));
}

interface Failure extends Pick<Visit, "site" | "until"> {
  /** Null where nobody's submissions were asked for. */
  readonly account: string | null;
  readonly outcome: Fault;
}

/** A sentence for a fault of a site, without any text of its answer. */
export function faultText({ site, account, outcome, until }: Failure, version: string): string {
  const { title, host } = SITES[site];
  const page = account === null ? `https://${host}/` : profileOf(site, account);
  switch (outcome.kind) {
    case "unknown-account":
      return `${title} knows no account '${account}'; correct it with 'dailyleet config account ${site} NAME'.`;
    case "withheld":
      return `${title} gives no list of ${account}, and nothing was ticked from it; see ${page}.`;
    case "limited":
      return `${title} asks to be left alone until ${timeText(until)}; run this command again after that.`;
    case "refused":
      return `${title} refused to answer a program, and is left alone until ${timeText(until)}; see ${page} yourself.`;
    case "unavailable":
      return `${title} has a problem of its own (${outcome.status}); try again later.`;
    case "no-answer":
      return oneLine(outcome.sentence);
    case "unknown-form": {
      const report = `dailyleet ${version}, ${site}${account === null ? ", problem of the day" : ""}: ${outcome.missing}`;
      const form = `${title}'s answer has a form that dailyleet ${version} doesn't know; nothing was ${account === null ? "taken" : "ticked"} from it`;
      return `${form}. A line for a report: ${report}.`;
    }
  }
}
