import { parseJson } from "../basics.ts";
import { formatDate, readDate } from "../calendar/calendar.ts";
import { webLink } from "../text.ts";
import {
  generalFault,
  matchAt,
  nameAt,
  objectAt,
  orFault,
  type SiteAnswer,
  type SiteFault,
  UnknownForm,
} from "./answers.ts";
import { SITES, type SiteKey } from "./sites.ts";

/** A site's problem of the day. */
export interface DailyProblem {
  /** The site's day, `YYYY-MM-DD`. */
  readonly date: string;
  readonly name: string;
  readonly link: string;
  /** In the site's own word. */
  readonly difficulty: string;
}

/** Reads the answer of a site with a problem of the day. Takes any text and throws nothing. */
export function readProblem(site: SiteKey, answer: SiteAnswer): DailyProblem | SiteFault {
  const json = parseJson(answer.body);
  return generalFault(answer, json) ?? orFault(() => (site === "leetcode" ? ofLeetCode : ofGeeksforGeeks)(json));
}

function ofLeetCode(json: unknown): DailyProblem {
  const { activeDailyCodingChallengeQuestion: found } = objectAt("data", objectAt("the answer", json).data);
  const { date, link, question } = objectAt("data.activeDailyCodingChallengeQuestion", found);
  const { title, difficulty } = objectAt("the question", question);
  const path = matchAt("the link", link, /^\/problems\/[\w-]{1,200}\/?$/, "a path of a problem");
  return {
    date: dateAt(matchAt("the date", date, /^[\d-]+$/, "a date")),
    name: nameAt("the title", title),
    link: `https://${SITES.leetcode.host}${path}`,
    difficulty: nameAt("the difficulty", difficulty),
  };
}

function ofGeeksforGeeks(json: unknown): DailyProblem {
  const { date, problem_name, problem_url, difficulty } = objectAt("the answer", json);
  const { href, host } = webLink(matchAt("problem_url", problem_url, /^https:/, "an https address")) ?? {};
  if (href === undefined || host !== "www.geeksforgeeks.org") throw new UnknownForm("problem_url is of another site");
  return {
    date: dateAt(matchAt("the date", date, /^[\d-]+ /, "a date and a time")),
    name: nameAt("problem_name", problem_name),
    link: href,
    difficulty: nameAt("the difficulty", difficulty),
  };
}

function dateAt(text: string): string {
  const date = readDate(text.split(" ")[0] ?? "");
  if (date !== null) return formatDate(date);
  throw new UnknownForm("the date is no day of the calendar");
}
