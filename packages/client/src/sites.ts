import { DAILIES, nextRequest, type SiteAnswer, type SiteKey, type SiteRequest } from "@dailyleet/core";
import { type Http, retryAfter, type Wait } from "./http.ts";

interface SitesOptions {
  readonly http: Http;
  readonly wait: Wait;
  readonly version: string;
  /** The origin of a server that stands in for all sites, with the host as the first part of the path. */
  readonly standIn?: string | undefined;
}

const TIMEOUT_MS = 8_000;
const MAX_BYTES = 2 << 20;
const PAUSE_MS = 1_000;
/** https://codeforces.com/apiHelp allows one request in two seconds. */
const CODEFORCES_PAUSE_MS = 2_100;

/**
 * All requests of a process go through one of these, which keeps the pause between two requests to a host. Each function
 * rejects with `unavailable` when no whole answer came. A site is asked one thing after another.
 */
export function createSites({ http, wait, version, standIn }: SitesOptions) {
  const asked = new Set<string>();
  const send = async ({ host, path, json, headers }: SiteRequest): Promise<SiteAnswer> => {
    if (asked.has(host)) await wait(host === "codeforces.com" ? CODEFORCES_PAUSE_MS : PAUSE_MS);
    asked.add(host);
    const response = await http({
      method: json ? "POST" : "GET",
      url: `${standIn ? `${standIn}/` : "https://"}${host}${path}`,
      server: host,
      headers: { "user-agent": `dailyleet/${version}`, accept: "application/json", ...headers },
      json,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
    return { status: response.status, body: response.body, retryAfterMs: retryAfter(response.headers) };
  };
  return {
    /** The pages with the account's submissions, as far back as `since` (milliseconds) where the site has pages. */
    async askSubmissions(site: SiteKey, account: string, since: number): Promise<readonly SiteAnswer[]> {
      const answers: SiteAnswer[] = [];
      for (let next = nextRequest(site, account, since, answers); next; ) {
        answers.push(await send(next));
        next = nextRequest(site, account, since, answers);
      }
      return answers;
    },
    /** The problem of the day; no answer from a site that has none. */
    async askProblem(site: SiteKey): Promise<readonly SiteAnswer[]> {
      const daily = DAILIES[site];
      return daily ? [await send(daily.request)] : [];
    },
  };
}
