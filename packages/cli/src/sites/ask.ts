import { createHttp, createSites } from "@dailyleet/client";
import {
  DAILIES,
  type DailyProblem,
  type Found,
  hasCode,
  type Kept,
  problemEnd,
  profileOf,
  readProblem,
  readSubmissions,
  SITE_HOSTS,
  SITES,
  type SiteAnswer,
  type SiteFault,
  type SiteKey,
  type Source,
  siteOfSource,
} from "@dailyleet/core";
import { sitesStandIn } from "../cloud/emulators.ts";
import type { Context } from "../context.ts";
import { placesOf } from "../files/directories.ts";
import { cacheIfPossible, writePrivate } from "../files/files.ts";
import { timeText } from "../terminal/dates.ts";
import { oneLine, printNote } from "../terminal/output.ts";
import { readKept } from "./kept.ts";

interface Question {
  readonly site: SiteKey;
  /** Null for the site's problem of the day. */
  readonly account: string | null;
  /** How far back, in milliseconds. */
  readonly since: number;
  /** No answer from before this moment counts. */
  readonly notBefore: number;
}

/** What a site says, now or a while ago: `found`, or the sentence `fault`. */
export interface Visit<Reading> {
  readonly asked: number;
  readonly isKept: boolean;
  readonly found: Reading | null;
  readonly fault: string | null;
}

export type Sites = ReturnType<typeof openSites>;

/**
 * The sites, for all that a process asks of them. No function rejects for what a site does. Throws `bad-config` for a
 * stand-in that is not on this computer.
 */
export function openSites(context: Context) {
  const standIn = sitesStandIn(context.env);
  if (standIn) printNote(context, `DAILYLEET_SITES is set: ${standIn} stands in for the sites.`);
  const sites = createSites({ http: createHttp(context), wait: context.wait, version: context.version, standIn });
  const { visitsFile, problemsFile } = placesOf(context);
  return {
    /** The accepted submissions of an account. */
    askSubmissions(question: Question & { readonly account: string }): Promise<Visit<Found>> {
      const { site, account, since } = question;
      const send = () => sites.askSubmissions(site, account, since);
      return ask(context, visitsFile, question, send, (answers) => readSubmissions(site, answers, account));
    },
    /** Asks the sources' sites for their problem of the day, once in each of their days; prints why one gives none. */
    async askProblems(sources: readonly Source[]): Promise<void> {
      const visits = [...new Set(sources.map(siteOfSource))].flatMap((site) => {
        if (site === null || DAILIES[site] === undefined) return [];
        const question = { site, account: null, since: 0, notBefore: 0 };
        const send = () => sites.askProblem(site);
        return ask(context, problemsFile, question, send, (answers) => readProblem(site, answers));
      });
      for (const { fault, isKept } of await Promise.all(visits)) if (fault && !isKept) printNote(context, fault);
    },
  };
}

/** Takes the kept answer as long as it counts. A site that refused is left alone, whatever is asked. */
async function ask<R extends Found | DailyProblem>(
  context: Context,
  file: string,
  question: Question,
  send: () => Promise<readonly SiteAnswer[]>,
  read: (answers: readonly SiteAnswer[]) => R | SiteFault,
): Promise<Visit<R>> {
  const { site, account, notBefore } = question;
  const now = context.now();
  const visit = ({ asked, until, answers }: Kept, isKept: boolean): Visit<R> => {
    const reading = read(answers);
    if (!isFault(reading)) return { asked, isKept, found: reading, fault: null };
    return { asked, isKept, found: null, fault: faultText(context, question, until, reading) };
  };
  const kept = readKept(file)[site];
  if (kept && now >= kept.asked && now < kept.until) {
    const isUsable = kept.account === account && kept.asked >= notBefore;
    if (isUsable || isRefusal(read(kept.answers))) return visit(kept, true);
  }
  try {
    const answers = await send();
    // After the answer: it counts for a tab that asked meanwhile.
    const asked = context.now();
    const made = { account, asked, until: leftAlone(site, read(answers), asked), answers };
    const text = `${JSON.stringify({ ...readKept(file), [site]: made })}\n`;
    cacheIfPossible(() => writePrivate(file, text, context.processId));
    return visit(made, false);
  } catch (error) {
    if (!hasCode(error, "unavailable")) throw error;
    return { asked: now, isKept: false, found: null, fault: oneLine(error.message) };
  }
}

type Reading = Found | DailyProblem | SiteFault;

const isFault = (reading: Reading): reading is SiteFault => "kind" in reading && reading.kind !== "found";
const isRefusal = (reading: Reading) => "kind" in reading && (reading.kind === "refused" || reading.kind === "limited");

const KEPT_MS = 15 * 60_000;
const REFUSED_MS = 60 * 60_000;

function leftAlone(site: SiteKey, reading: Reading, now: number): number {
  if ("date" in reading) return problemEnd(site, reading, now) ?? now + KEPT_MS;
  if (reading.kind === "refused") return now + REFUSED_MS;
  return now + Math.max(KEPT_MS, reading.kind === "limited" ? reading.retryAfterMs : 0);
}

/** A sentence for a fault of a site, without any text of its answer. */
function faultText({ version }: Context, { site, account }: Question, until: number, fault: SiteFault): string {
  const { title } = SITES[site];
  const page = account === null ? `https://${SITE_HOSTS[site]}/` : profileOf(site, account);
  const [verb, subject] = account === null ? ["taken", `${site}, problem of the day`] : ["ticked", site];
  const { status, missing } = { status: 0, missing: "", ...fault };
  const sentences: Readonly<Record<SiteFault["kind"], string>> = {
    "unknown-account": `${title} knows no account '${account}'; correct it with 'dailyleet config account ${site} NAME'.`,
    withheld: `${title} gives no list of ${account}, and nothing was ${verb} from it; see ${page}.`,
    limited: `${title} asks to be left alone until ${timeText(until)}; run this command again after that.`,
    refused: `${title} refused to answer a program, and is left alone until ${timeText(until)}; see ${page} yourself.`,
    unavailable: `${title} has a problem of its own (${status}); try again later.`,
    "unknown-form": `${title}'s answer has a form that dailyleet ${version} doesn't know; nothing was ${verb} from it. A line for a report: dailyleet ${version}, ${subject}: ${missing}.`,
  };
  return sentences[fault.kind];
}
