import { type CivilDate, formatDate } from "../calendar/calendar.ts";
import { webLink } from "../text.ts";
import { dateInZone, dayEndIn } from "../ticks/closing.ts";
import {
  dayText,
  fail,
  match,
  nameText,
  object,
  readAnswer,
  type SiteAnswer,
  type SiteFault,
  type SiteRequest,
  timeText,
} from "./answers.ts";
import type { DailySite, SiteKey } from "./hosts.ts";

/** A site's problem of the day. */
export interface DailyProblem {
  /** The site's day, `YYYY-MM-DD`. */
  readonly date: string;
  readonly name: string;
  readonly link: string;
  /** In the site's own word. */
  readonly difficulty: string;
}

interface Daily {
  /** The zone in which the site's day ends. */
  readonly zone: string;
  readonly request: SiteRequest;
  readonly read: (json: unknown) => Omit<DailyProblem, "date"> & { readonly date: CivilDate };
}

const leetCodeAnswer = object({
  data: object({
    activeDailyCodingChallengeQuestion: object({
      date: dayText,
      link: match(/^\/problems\/[\w-]{1,200}\/?$/, "a path of a problem"),
      question: object({ title: nameText, difficulty: nameText }),
    }),
  }),
});

const geeksAnswer = object({
  date: timeText,
  problem_name: nameText,
  problem_url: match(/^https:/, "an https address"),
  difficulty: nameText,
});

/** The sites that have a problem of the day. */
export const DAILIES: Readonly<Record<DailySite, Daily> & Partial<Record<SiteKey, Daily>>> = {
  leetcode: {
    zone: "UTC",
    request: {
      host: "leetcode.com",
      path: "/graphql",
      headers: { referer: "https://leetcode.com/problemset/" },
      json: {
        query: "query daily { activeDailyCodingChallengeQuestion { date link question { title difficulty } } }",
      },
    },
    read(json) {
      const { date, link, question } = leetCodeAnswer(json, "").data.activeDailyCodingChallengeQuestion;
      return { date, name: question.title, link: `https://leetcode.com${link}`, difficulty: question.difficulty };
    },
  },
  geeksforgeeks: {
    zone: "Asia/Kolkata",
    request: { host: "practiceapi.geeksforgeeks.org", path: "/api/vr/problems-of-day/problem/today/" },
    read(json) {
      const { date, problem_name, problem_url, difficulty } = geeksAnswer(json, "");
      const link = webLink(problem_url);
      if (link?.host !== "www.geeksforgeeks.org") return fail("problem_url is of another site");
      return { date, name: problem_name, link: link.href, difficulty };
    },
  },
};

/** Reads the answer of a site with a problem of the day. Takes any text and throws nothing. */
export function readProblem(site: SiteKey, [answer]: readonly SiteAnswer[]): DailyProblem | SiteFault {
  return readAnswer(answer ?? { status: 0, body: "", retryAfterMs: 0 }, (json) => {
    const found = DAILIES[site]?.read(json) ?? fail("the site has no problem of the day");
    return { ...found, date: formatDate(found.date) };
  });
}

/** When the site's day ends; null where the problem is not of that day. */
export function problemEnd(site: SiteKey, { date }: DailyProblem, now: number): number | null {
  const { zone = "UTC" } = DAILIES[site] ?? {};
  return date === formatDate(dateInZone(zone, now)) ? dayEndIn(zone, now) : null;
}
