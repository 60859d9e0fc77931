import { json, type Reply, startScriptedServer, text } from "../client/support/scriptedServer.ts";
import { sample } from "./siteSamples.ts";

/** What a host is asked for, in the order in which the server compares them. */
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
 * Plays the hosts of all sites: `DAILYLEET_SITES` names its origin, and a request for `https://HOST/PATH` comes to
 * `/HOST/PATH`. Answers with the samples, whose account is `sample_user`, unless it is told otherwise.
 */
export async function startSitesServer() {
  const server = await startScriptedServer();
  const replies = new Map<Question, Reply>();
  server.reply((response, request) => {
    const found = Object.entries(QUESTIONS).find(
      ([, [path, words]]) => request.url.split("?")[0] === `/${path}` && request.body.includes(words),
    );
    const question = found?.[0] as Question | undefined;
    // The second page of CodeChef.
    const isSecond = /[?&]page=1&/.test(request.url);
    const file = question && (isSecond ? "codechef-recent-user-empty.json" : SAMPLES[question]);
    const reply = (question && replies.get(question)) ?? (file ? text(200, sample(file)) : json(404, {}));
    // As the real host does: https://github.com/kenkoooo/AtCoderProblems/issues/920
    const isRefused = question === "atcoder" && !/\bgzip\b/.test(String(request.headers["accept-encoding"]));
    (isRefused ? json(403, { message: "Forbidden" }) : reply)(response, request);
  });
  return {
    ...server,
    env: { DAILYLEET_SITES: server.origin },
    /** From now on, to this question. */
    answer: (question: Question, reply: Reply) => void replies.set(question, reply),
    /** From now on, the samples again. */
    reset: () => replies.clear(),
    /** What was asked, without the body. */
    asked: () => server.requests.map(({ method, url }) => `${method} ${url}`),
  };
}
