import { json, type Reply, startScriptedServer, text } from "../client/support/scriptedServer.ts";
import { sample } from "./judgeSamples.ts";

/** The kinds of requests: a part of the URL and a part of the body. The server takes the first that matches. */
const QUESTIONS = {
  leetcodeDaily: ["leetcode.com/graphql", "activeDaily"],
  leetcode: ["leetcode.com/graphql", "recentAc"],
  geeksforgeeksDaily: ["practiceapi.geeksforgeeks.org/api/vr/problems-of-day/problem/today/", ""],
  geeksforgeeks: ["practiceapi.geeksforgeeks.org/api/v1/user/problems/submissions/", ""],
  codechef: ["www.codechef.com/recent/user", ""],
  codeforces: ["codeforces.com/api/user.status", ""],
  atcoder: ["kenkoooo.com/atcoder/atcoder-api/v3/user/submissions", ""],
} as const;
type Question = keyof typeof QUESTIONS;

const SAMPLES: Readonly<Record<Question, string>> = {
  leetcodeDaily: "leetcode-activeDailyCodingChallengeQuestion.json",
  leetcode: "leetcode-recentAcSubmissionList.json",
  geeksforgeeksDaily: "geeksforgeeks-problem-of-day-today.json",
  geeksforgeeks: "geeksforgeeks-submissions-solved.json",
  codechef: "codechef-recent-user.json",
  codeforces: "codeforces-user.status.json",
  atcoder: "atcoder-user-submissions.json",
};

/**
 * Stands in for the hosts of all sites. `DAILYLEET_SITES` has its origin, and a request for `https://HOST/PATH` comes
 * to `/HOST/PATH`. By default it answers with the samples, whose account is `sample_user`.
 */
export async function startJudgesServer() {
  const server = await startScriptedServer();
  const replies = new Map<Question, Reply>();
  server.reply((response, request) => {
    const found = Object.entries(QUESTIONS).find(
      ([, [path, words]]) => request.url.split("?")[0] === `/${path}` && request.body.includes(words),
    );
    const question = found?.[0] as Question | undefined;
    // CodeChef's second page.
    const isSecond = /[?&]page=1&/.test(request.url);
    const file = question && (isSecond ? "codechef-recent-user-empty.json" : SAMPLES[question]);
    const reply = (question && replies.get(question)) ?? (file ? text(200, sample(file)) : json(404, {}));
    // The real host refuses requests without gzip: https://github.com/kenkoooo/AtCoderProblems/issues/920
    const isRefused = question === "atcoder" && !/\bgzip\b/.test(String(request.headers["accept-encoding"]));
    (isRefused ? json(403, { message: "Forbidden" }) : reply)(response, request);
  });
  return {
    ...server,
    env: { DAILYLEET_SITES: server.origin },
    /** Sets the reply to this kind of request. */
    answer: (question: Question, reply: Reply) => void replies.set(question, reply),
    /** Goes back to the samples. */
    reset: () => replies.clear(),
    /** The requests so far, without their bodies. */
    asked: () => server.requests.map(({ method, url }) => `${method} ${url}`),
  };
}
