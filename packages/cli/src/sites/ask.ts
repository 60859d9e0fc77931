import { createHttp, createSites } from "@dailyleet/client";
import {
  type DailyProblem,
  dayEndIn,
  type Found,
  hasCode,
  profileOf,
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
import { isOfToday, type Kept, readKept } from "./kept.ts";

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
      return ask(context, visitsFile, question, send, (answers) => readPages(site, answers, account));
    },
    /** Asks for the problem of the day, once in each of the site's days, and prints why a site gives none. */
    async askProblems(keys: readonly SiteKey[]): Promise<void> {
      const visits = keys.flatMap((site) => {
        if (SITES[site].problemZone === undefined) return [];
        const send = async () => [await sites.askProblem(site)];
        const question = { site, account: null, since: 0, notBefore: 0 };
        return ask(context, problemsFile, question, send, ([answer]) => readProblem(site, answer as SiteAnswer));
      });
      for (const { fault, isKept } of await Promise.all(visits)) if (fault && !isKept) printNote(context, fault);
    },
  };
}

/** Takes the kept answer as long as it counts. A site that refused is left alone, whatever is asked. */
async function ask<R extends Found | DailyProblem>(
  context: Context,
  file: string,
  { site, account, notBefore }: Question,
  send: () => Promise<readonly SiteAnswer[]>,
  read: (answers: readonly SiteAnswer[]) => R | SiteFault,
): Promise<Visit<R>> {
  const now = context.now();
  const visit = ({ asked, until, answers }: Kept, isKept: boolean): Visit<R> => {
    const reading = read(answers);
    if (!isFault(reading)) return { asked, isKept, found: reading, fault: null };
    return { asked, isKept, found: null, fault: faultText(context, site, account, until, reading) };
  };
  const kept = readKept(file)[site];
  if (kept && now >= kept.asked && now < kept.until) {
    const isUsable = kept.account === account && kept.asked >= notBefore;
    if (isUsable || isRefusal(read(kept.answers))) return visit(kept, true);
  }
  try {
    const answers = await send();
    const made = { account, asked: now, until: leftAlone(site, read(answers), now), answers };
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
  if ("date" in reading && isOfToday(site, reading, now)) return dayEndIn(SITES[site].problemZone ?? "", now);
  if (!isRefusal(reading)) return now + KEPT_MS;
  return now + ("retryAfterMs" in reading ? Math.max(KEPT_MS, reading.retryAfterMs) : REFUSED_MS);
}

/** A sentence for a fault of a site, without any text of its answer. */
function faultText(
  { version }: Context,
  site: SiteKey,
  account: string | null,
  until: number,
  fault: SiteFault,
): string {
  const { title, host } = SITES[site];
  const page = account === null ? `https://${host}/` : profileOf(site, account);
  switch (fault.kind) {
    case "unknown-account":
      return `${title} knows no account '${account}'; correct it with 'dailyleet config account ${site} NAME'.`;
    case "withheld":
      return `${title} gives no list of ${account}, and nothing was ticked from it; see ${page}.`;
    case "limited":
      return `${title} asks to be left alone until ${timeText(until)}; run this command again after that.`;
    case "refused":
      return `${title} refused to answer a program, and is left alone until ${timeText(until)}; see ${page} yourself.`;
    case "unavailable":
      return `${title} has a problem of its own (${fault.status}); try again later.`;
    case "unknown-form": {
      const [verb, noun] = account === null ? ["taken", ", problem of the day"] : ["ticked", ""];
      const form = `${title}'s answer has a form that dailyleet ${version} doesn't know; nothing was ${verb} from it`;
      return `${form}. A line for a report: dailyleet ${version}, ${site}${noun}: ${fault.missing}.`;
    }
  }
}
