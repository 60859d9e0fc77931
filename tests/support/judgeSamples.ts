import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type JudgeAnswer, type JudgeKey, submissionsQuery } from "@dailyleet/core";

const SAMPLES = join(import.meta.dirname, "../fixtures/judges");

export function sample(file: string): string {
  return readFileSync(join(SAMPLES, file), "utf8");
}

export function answer(body: string | object, status = 200, retryAfterMs = 0): JudgeAnswer {
  return { status, body: typeof body === "string" ? body : JSON.stringify(body), retryAfterMs };
}

/** For each site, the sample of an answer with accepted submissions of ACCOUNT. */
export const SOLVED: Readonly<Record<JudgeKey, string>> = {
  leetcode: "leetcode-recentAcSubmissionList.json",
  geeksforgeeks: "geeksforgeeks-submissions-solved.json",
  codechef: "codechef-recent-user.json",
  codeforces: "codeforces-user.status.json",
  atcoder: "atcoder-user-submissions.json",
};
export const ACCOUNT = "sample_user";

export const readSubmissions = (judge: JudgeKey, answers: readonly JudgeAnswer[], account: string) =>
  submissionsQuery(judge, account, 0).read(answers);
