import { webLink } from "../text.ts";
import { SOURCE_NUMBERS, type Source, type SourceNumber } from "./sources.ts";

/**
 * The judges that can be asked for a person's accepted submissions, with their hosts. A source belongs to the judge if
 * its address is at this host or a subdomain.
 */
export const JUDGE_HOSTS = {
  leetcode: "leetcode.com",
  geeksforgeeks: "geeksforgeeks.org",
  codechef: "codechef.com",
  codeforces: "codeforces.com",
  atcoder: "atcoder.jp",
} as const;
export type JudgeKey = keyof typeof JUDGE_HOSTS;
export const JUDGE_KEYS = Object.keys(JUDGE_HOSTS) as readonly JudgeKey[];

export type DailyJudge = "leetcode" | "geeksforgeeks";

/** The first source that belongs to the judge; null for none. */
export function sourceOfJudge(judge: JudgeKey, sources: readonly Source[]): SourceNumber | null {
  return SOURCE_NUMBERS.find((number) => judgeOfSource(sources[number - 1]) === judge) ?? null;
}

/** The judge that the source belongs to; null for none. */
export function judgeOfSource(source: Source | undefined): JudgeKey | null {
  const host = `.${webLink(source?.url ?? "")?.host}`;
  return JUDGE_KEYS.find((key) => host.endsWith(`.${JUDGE_HOSTS[key]}`)) ?? null;
}

/** Whether a judge has a problem of the day. */
export function isDailyJudge(judge: JudgeKey | null): judge is DailyJudge {
  return judge === "leetcode" || judge === "geeksforgeeks";
}
