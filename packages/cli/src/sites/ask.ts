import { createHttp, createSites } from "@dailyleet/client";
import {
  type Found,
  hasCode,
  isDailySite,
  isFault,
  type Kept,
  problemQuery,
  profileAddress,
  SITE_HOSTS,
  SITE_KEYS,
  SITES,
  type SiteFault,
  type SiteKey,
  type SiteQuery,
  type Source,
  siteOfSource,
} from "@dailyleet/core";
import { sitesStandIn } from "../cloud/emulators.ts";
import type { Context } from "../context.ts";
import { placesOf } from "../files/directories.ts";
import { cacheIfPossible, removePrivate, writePrivate } from "../files/files.ts";
import { localTimeText } from "../terminal/dates.ts";
import { oneLine } from "../terminal/output.ts";
import { readKept } from "./kept.ts";

/** The outcome of asking a site: either `found`, or a sentence in `fault`. */
export interface Visit<T> {
  /** The time of a cached answer, in milliseconds since the epoch; null for a new answer. */
  readonly keptSince: number | null;
  readonly found: T | null;
  readonly fault: string | null;
}

export type Sites = ReturnType<typeof openSites>;

/**
 * A second process counts a host asked this recently as just asked, so that it keeps the longest pause between two
 * requests, too.
 */
const JUST_NOW_MS = 2_100;

/**
 * Asks the sites on behalf of one process. Caches an answer about an account only while `isNamed` is true for it. No
 * function rejects for a site's failure. Throws `bad-config` for a stand-in on another computer.
 */
export function openSites(context: Context, isNamed: (site: SiteKey, account: string) => boolean = () => true) {
  const standIn = sitesStandIn(context.env);
  const { wait, version, now } = context;
  const { visitsFile, problemsFile, refusalsFile } = placesOf(context);
  const isRecent = ({ asked }: Kept) => Math.abs(now() - asked) < JUST_NOW_MS;
  const recent = [visitsFile, problemsFile].flatMap((file) => {
    const kept = readKept(file);
    return SITE_KEYS.filter((site) => kept[site] && isRecent(kept[site]));
  });
  const send = createSites({ http: createHttp(context), wait, version, standIn, recent });

  /** Uses the cached answer while it is valid. After a refusal, asks that site nothing at all for a while. */
  const ask = async <T extends object>(query: SiteQuery<T>, file: string, again = false): Promise<Visit<T>> => {
    const { site, account, read } = query;
    const visit = ({ answers, asked, until }: Kept, isKept = false): Visit<T> => {
      const [reading, keptSince] = [read(answers), isKept ? asked : null];
      if (!isFault(reading)) return { keptSince, found: reading, fault: null };
      return { keptSince, found: null, fault: faultText(version, query, until, reading) };
    };
    const keptIn = (place: string) => {
      const { [site]: kept } = readKept(place);
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
        writePrivate(place, `${JSON.stringify({ ...readKept(place), [site]: made })}\n`, context.processId);
        // The person may have removed the account while the site was asked.
        if (account !== null && !isNamed(site, account)) removePrivate(visitsFile);
      });
      return visit(made);
    } catch (error) {
      if (!hasCode(error, "unavailable")) throw error;
      return { keptSince: null, found: null, fault: oneLine(error.message) };
    }
  };

  return {
    /** A note for the person if another server stands in for the sites. */
    notes: standIn ? [`DAILYLEET_SITES is set: ${standIn} stands in for the sites.`] : [],
    /** The accepted submissions of an account. `again` ignores the cached list. */
    askSubmissions: (query: SiteQuery<Found>, again: boolean) => ask(query, visitsFile, again),
    /**
     * Asks the sources' sites for their problem of the day, once in each of the site's days. Resolves to sentences for
     * new faults.
     */
    async askProblems(sources: readonly Source[]): Promise<readonly string[]> {
      const sites = [...new Set(sources.map(siteOfSource))].filter(isDailySite);
      const visits = await Promise.all(sites.map((site) => ask(problemQuery(site), problemsFile)));
      return visits.flatMap(({ fault, keptSince }) => (keptSince === null ? (fault ?? []) : []));
    },
  };
}

/**
 * Statuses of refusals. A refusal is cached as its status alone: it concerns the site, not an account that the answer
 * may name.
 */
const REFUSALS: Readonly<Partial<Record<SiteFault["kind"], number>>> = { refused: 403, limited: 429 };

const KEPT_MS = 15 * 60_000;
const REFUSED_MS = 60 * 60_000;

function leftAlone<T extends object>({ endOf }: SiteQuery<T>, reading: T | SiteFault, now: number): number {
  if (!isFault(reading)) return endOf(reading, now) ?? now + KEPT_MS;
  if (reading.kind === "refused") return now + REFUSED_MS;
  return now + Math.max(KEPT_MS, reading.kind === "limited" ? reading.retryAfterMs : 0);
}

/** A sentence for a site's fault. Quotes nothing of the site's answer. */
function faultText(version: string, { site, account }: SiteQuery<unknown>, until: number, fault: SiteFault): string {
  const { title } = SITES[site];
  const page = account === null ? `https://${SITE_HOSTS[site]}/` : profileAddress(site, account);
  const [verb, subject] = account === null ? ["taken", `${site}, problem of the day`] : ["ticked", site];
  switch (fault.kind) {
    case "unknown-account":
      return `${title} knows no account '${account}'; correct it with 'dailyleet config account.${site} NAME'.`;
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
