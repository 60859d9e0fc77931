import { readSubmissions, type SiteAnswer, type SiteKey } from "@dailyleet/core";
import { type Http, type HttpCall, retryAfter, urlEncode, type Wait } from "./http.ts";

/** The hosts and the requests are fixed; of the person there is the account in them, and nothing else. */
interface SiteCall extends Pick<HttpCall, "method" | "json" | "headers"> {
  readonly host: string;
  /** With the query. */
  readonly path: string;
}

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
  const send = async ({ host, path, ...call }: SiteCall): Promise<SiteAnswer> => {
    if (asked.has(host)) await wait(host === CODEFORCES ? CODEFORCES_PAUSE_MS : PAUSE_MS);
    asked.add(host);
    const response = await http({
      ...call,
      url: `${standIn ? `${standIn}/` : "https://"}${host}${path}`,
      server: host,
      headers: { "user-agent": `dailyleet/${version}`, accept: "application/json", ...call.headers },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
    return { status: response.status, body: response.body, retryAfterMs: retryAfter(response.headers) };
  };
  return {
    /** The pages with the account's submissions, as far back as `since` (milliseconds) where the site has pages. */
    async askSubmissions(site: SiteKey, account: string, since: number): Promise<readonly SiteAnswer[]> {
      const answers: SiteAnswer[] = [];
      for (let call = nextCall(site, account, since, answers); call; call = nextCall(site, account, since, answers)) {
        answers.push(await send(call));
      }
      return answers;
    },
    /** The problem of the day, of LeetCode or GeeksforGeeks. */
    askProblem: (site: SiteKey): Promise<SiteAnswer> =>
      send(site === "leetcode" ? LEETCODE_DAILY : GEEKSFORGEEKS_DAILY),
  };
}

const CODEFORCES = "codeforces.com";
const LEETCODE = { method: "POST", host: "leetcode.com", path: "/graphql" } as const;
const LEETCODE_ROWS = 20;
const CODEFORCES_ROWS = 500;
const MAX_PAGES: Readonly<Record<SiteKey, number>> = {
  leetcode: 1,
  geeksforgeeks: 1,
  codechef: 2,
  codeforces: 1,
  atcoder: 3,
};

/** The next request for a person's submissions; null where the site has said all, or is not to be asked for more. */
function nextCall(site: SiteKey, account: string, since: number, answers: readonly SiteAnswer[]): SiteCall | null {
  const last = answers.at(-1);
  if (last === undefined) return callFor(site, account, 0, since);
  const reading = readSubmissions(site, last, account);
  if (answers.length >= MAX_PAGES[site] || reading.kind !== "found" || !reading.hasMore) return null;
  const { oldest, newest } = reading;
  if (typeof oldest !== "number" || typeof newest !== "number") return null;
  // CodeChef's pages go back in time, those of AtCoder Problems forward.
  if (site === "codechef" && oldest < since) return null;
  return callFor(site, account, answers.length, newest + 1_000);
}

function callFor(site: SiteKey, account: string, page: number, from: number): SiteCall {
  const name = urlEncode(account);
  switch (site) {
    case "leetcode":
      return {
        ...LEETCODE,
        headers: { referer: `https://leetcode.com/u/${name}/` },
        json: { query: RECENT, variables: { username: account, limit: LEETCODE_ROWS } },
      };
    case "geeksforgeeks":
      return {
        method: "POST",
        host: "practiceapi.geeksforgeeks.org",
        path: "/api/v1/user/problems/submissions/",
        json: { handle: account, requestType: "", year: "", month: "" },
      };
    case "codechef":
      return { method: "GET", host: "www.codechef.com", path: `/recent/user?page=${page}&user_handle=${name}` };
    case "codeforces":
      return {
        method: "GET",
        host: CODEFORCES,
        path: `/api/user.status?handle=${name}&from=1&count=${CODEFORCES_ROWS}`,
      };
    case "atcoder": {
      const second = Math.max(0, Math.floor(from / 1000));
      const path = `/atcoder/atcoder-api/v3/user/submissions?user=${name}&from_second=${second}`;
      return { method: "GET", host: "kenkoooo.com", path };
    }
  }
}

const RECENT =
  "query recent($username: String!, $limit: Int!) { matchedUser(username: $username) { username } recentAcSubmissionList(username: $username, limit: $limit) { id title titleSlug timestamp } }";
const DAILY = "query daily { activeDailyCodingChallengeQuestion { date link question { title difficulty } } }";

const LEETCODE_DAILY: SiteCall = {
  ...LEETCODE,
  headers: { referer: "https://leetcode.com/problemset/" },
  json: { query: DAILY },
};

const GEEKSFORGEEKS_DAILY: SiteCall = {
  method: "GET",
  host: "practiceapi.geeksforgeeks.org",
  path: "/api/vr/problems-of-day/problem/today/",
};
