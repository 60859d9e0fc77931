import { type CivilDate, isSameDate } from "../calendar/calendar.ts";
import { match, objectWith } from "../readers.ts";
import { webLink } from "../text.ts";
import { dateInZone, dayEndIn } from "../ticks/closing.ts";
import type { DailyJudge } from "../ticks/hosts.ts";
import { fail, type JudgeQuery, type JudgeRequest, nameText, plainDay, readAnswer, timedDay } from "./answers.ts";

export interface DailyProblem {
  /** The day in the judge's zone. */
  readonly date: CivilDate;
  readonly name: string;
  readonly link: string;
  /** As the judge words it. */
  readonly difficulty: string;
}

export type NamedProblem = Omit<DailyProblem, "date">;

interface Daily {
  /** The zone in which the judge's day ends. */
  readonly zone: string;
  readonly request: JudgeRequest;
  readonly read: (json: unknown) => DailyProblem;
}

const leetCodeAnswer = objectWith({
  data: objectWith({
    activeDailyCodingChallengeQuestion: objectWith({
      date: plainDay,
      link: match(/^\/problems\/[\w-]{1,200}\/?$/, "a path of a problem"),
      question: objectWith({ title: nameText, difficulty: nameText }),
    }),
  }),
});

const geeksAnswer = objectWith({
  date: timedDay,
  problem_name: nameText,
  problem_url: match(/^https:/, "an https address"),
  difficulty: nameText,
});

const DAILIES: Readonly<Record<DailyJudge, Daily>> = {
  leetcode: {
    zone: "UTC",
    request: {
      path: "/graphql",
      headers: { referer: "https://leetcode.com/problemset/" },
      json: {
        query: "query daily { activeDailyCodingChallengeQuestion { date link question { title difficulty } } }",
      },
    },
    read(json) {
      const { date, link, question } = leetCodeAnswer(json).data.activeDailyCodingChallengeQuestion;
      return { date, name: question.title, link: `https://leetcode.com${link}`, difficulty: question.difficulty };
    },
  },
  geeksforgeeks: {
    zone: "Asia/Kolkata",
    request: { path: "/api/vr/problems-of-day/problem/today/" },
    read(json) {
      const { date, problem_name, problem_url, difficulty } = geeksAnswer(json);
      const link = webLink(problem_url);
      if (link?.host !== "www.geeksforgeeks.org") return fail("problem_url is of another site");
      return { date, name: problem_name, link: link.href, difficulty };
    },
  },
};

/** The query for a judge's problem of the day. `endOf` is null for another day's problem. */
export function problemQuery(judge: DailyJudge): JudgeQuery<DailyProblem> {
  const { zone, request, read } = DAILIES[judge];
  return {
    judge,
    account: null,
    next: ({ length }) => (length === 0 ? request : null),
    read: ([answer = { status: 0, body: "", retryAfterMs: 0 }]) => readAnswer(answer, read),
    endOf: ({ date }, now) => (isSameDate(date, dateInZone(zone, now)) ? dayEndIn(zone, now) : null),
  };
}
