import { JUDGES, type JudgeAnswer, type JudgeKey, type JudgeQuery } from "@dailyleet/core";
import { type Http, retryAfter, type Wait } from "./http.ts";

interface JudgesOptions {
  readonly http: Http;
  readonly wait: Wait;
  readonly version: string;
  /** The origin of a server that stands in for all judges, with the host as the first part of the path. */
  readonly standIn?: string | undefined;
  /** The judges that this computer asked a moment ago. */
  readonly recent?: readonly JudgeKey[];
}

const TIMEOUT_MS = 8_000;
const MAX_BYTES = 2 << 20;
const PAUSE_MS = 1_000;
/** https://codeforces.com/apiHelp allows one request in two seconds. */
const CODEFORCES_PAUSE_MS = 2_100;
/** The longest wait that a `Retry-After` can ask for. */
const MAX_RETRY_AFTER_MS = 7 * 86_400_000;

/**
 * Returns the function that sends a query's requests and collects the answers. It rejects with `unavailable` if no
 * complete answer came. Create one per process: it keeps the pause between requests to a judge.
 */
export function createJudges({ http, wait, version, standIn, recent }: JudgesOptions) {
  const asked = new Set(recent);
  return async ({ judge, next }: JudgeQuery<unknown>): Promise<readonly JudgeAnswer[]> => {
    const server = JUDGES[judge].asked;
    const answers: JudgeAnswer[] = [];
    for (let request = next(answers); request !== null; request = next(answers)) {
      if (asked.has(judge)) await wait(judge === "codeforces" ? CODEFORCES_PAUSE_MS : PAUSE_MS);
      asked.add(judge);
      const { path, json, headers } = request;
      const response = await http({
        method: json ? "POST" : "GET",
        url: `${standIn ? `${standIn}/` : "https://"}${server}${path}`,
        server,
        headers: { "user-agent": `dailyleet/${version}`, accept: "application/json", ...headers },
        json,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
      });
      const retryAfterMs = Math.round(Math.min(retryAfter(response.headers), MAX_RETRY_AFTER_MS));
      answers.push({ status: response.status, body: response.body, retryAfterMs });
    }
    return answers;
  };
}
