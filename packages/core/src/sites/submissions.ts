import { isRecord, parseJson } from "../basics.ts";
import { type CivilDate, epochDay, isCivilDate, MS_PER_DAY, readDate } from "../calendar/calendar.ts";
import { fold } from "../text.ts";
import {
  A_SLUG,
  generalFault,
  integerAt,
  listAt,
  matchAt,
  nameAt,
  objectAt,
  orFault,
  type SiteAnswer,
  type SiteFault,
  SLUG,
  UnknownForm,
  wrong,
} from "./answers.ts";
import type { SiteKey } from "./sites.ts";

/** An instant in milliseconds since the epoch, or a date whose zone the site does not state. */
export type SubmissionTime = number | CivilDate;

/** An accepted submission of the person. */
export interface Submission {
  readonly name: string;
  /** The problem's page; null where its address can't be told. */
  readonly link: string | null;
  readonly at: SubmissionTime;
}

export interface Found {
  readonly kind: "found";
  readonly submissions: readonly Submission[];
  /** How many rows were read, whatever their verdict. */
  readonly looked: number;
  /** Of all rows with a time; null where there is none. */
  readonly oldest: SubmissionTime | null;
  readonly newest: SubmissionTime | null;
  /** Whether the site has rows after these. */
  readonly hasMore: boolean;
}

/** What is certain of an answer. Absence proves nothing. */
export type Reading = Found | SiteFault;

/** Reads one answer to the question for an account's submissions. Takes any text and throws nothing. */
export function readSubmissions(site: SiteKey, answer: SiteAnswer, account: string): Reading {
  const json = parseJson(answer.body);
  return generalFault(answer, json) ?? orFault(() => READERS[site](json, account));
}

/** Reads a site's pages together: a fault in one is the fault of all. */
export function readPages(site: SiteKey, answers: readonly SiteAnswer[], account: string): Reading {
  const found: Found[] = [];
  for (const answer of answers) {
    const reading = readSubmissions(site, answer, account);
    if (reading.kind !== "found") return reading;
    found.push(reading);
  }
  const times = found.flatMap(({ oldest, newest }) => [oldest, newest]).filter((time) => time !== null);
  return {
    ...spanOf(times),
    kind: "found",
    submissions: found.flatMap(({ submissions }) => submissions),
    looked: found.reduce((sum, { looked }) => sum + looked, 0),
    hasMore: found.at(-1)?.hasMore ?? false,
  };
}

/** `accepted` is null for another verdict, `at` for a row without a time. */
interface Row {
  readonly at: SubmissionTime | null;
  readonly accepted: Omit<Submission, "at"> | null;
}

function foundIn(rows: readonly Row[], hasMore = false): Found {
  const times = rows.flatMap(({ at }) => at ?? []);
  const submissions = rows.flatMap(({ at, accepted }) => (accepted && at !== null ? { ...accepted, at } : []));
  return { kind: "found", submissions, looked: rows.length, ...spanOf(times), hasMore };
}

function spanOf(times: readonly SubmissionTime[]): Pick<Found, "oldest" | "newest"> {
  const order = (time: SubmissionTime) => (typeof time === "number" ? time : epochDay(time) * MS_PER_DAY);
  const sorted = times.toSorted((a, b) => order(a) - order(b));
  return { oldest: sorted[0] ?? null, newest: sorted.at(-1) ?? null };
}

type Read = (json: unknown, account: string) => Reading;

const readLeetCode: Read = (json, account) => {
  const { data: body, errors } = objectAt("the answer", json);
  const data = objectAt("data", body);
  if (data.matchedUser === null && isUnknownUser(errors)) return { kind: "unknown-account" };
  const { username } = objectAt("data.matchedUser", data.matchedUser);
  requireAccount("data.matchedUser.username", username, account);
  const path = "data.recentAcSubmissionList";
  if (data.recentAcSubmissionList === null) return { kind: "withheld" };
  const rows = listAt(path, data.recentAcSubmissionList).map((value, index): Row => {
    const { title, titleSlug, timestamp } = objectAt(`${path}[${index}]`, value);
    const slug = matchAt(`${path}[${index}].titleSlug`, titleSlug, SLUG, A_SLUG);
    const seconds = matchAt(`${path}[${index}].timestamp`, timestamp, /^\d{1,12}$/, "a text of digits");
    const name = nameAt(`${path}[${index}].title`, title);
    return { at: Number(seconds) * 1000, accepted: { name, link: `https://leetcode.com/problems/${slug}/` } };
  });
  return foundIn(rows);
};

function isUnknownUser(errors: unknown): boolean {
  const says = (error: unknown) => isRecord(error) && /user does not exist/i.test(String(error.message));
  return errors === undefined || (Array.isArray(errors) && errors.some(says));
}

function requireAccount(path: string, found: unknown, account: string): void {
  if (isAccountOf(found, account)) return;
  throw new UnknownForm(`${path} is not the account that was asked for`);
}

/** The sites take account names in any case of letters. */
function isAccountOf(found: unknown, account: string): boolean {
  return typeof found === "string" && fold(found) === fold(account);
}

const readCodeforces: Read = (json, account) => {
  const { status, comment, result } = objectAt("the answer", json);
  if (status === "FAILED") {
    if (/limit exceeded/i.test(String(comment))) return { kind: "limited", retryAfterMs: 0 };
    if (/^handles?: .*not found/i.test(String(comment))) return { kind: "unknown-account" };
    throw new UnknownForm("the comment of status FAILED is unknown");
  }
  matchAt("status", status, /^OK$/, "'OK'");
  const rows = listAt("result", result).map((value, index): Row => {
    const row = objectAt(`result[${index}]`, value);
    const at = integerAt(`result[${index}].creationTimeSeconds`, row.creationTimeSeconds) * 1000;
    if (row.verdict !== "OK") return { at, accepted: null };
    const { members } = objectAt(`result[${index}].author`, row.author);
    const isOwn = listAt(`result[${index}].author.members`, members).some(
      (member) => isRecord(member) && isAccountOf(member.handle, account),
    );
    return { at, accepted: isOwn ? codeforcesProblem(`result[${index}].problem`, row.problem) : null };
  });
  return foundIn(rows);
};

/** Contests of this number and above are in the gym. */
const FIRST_GYM = 100_000;

function codeforcesProblem(path: string, value: unknown): Row["accepted"] {
  const problem = objectAt(path, value);
  const name = nameAt(`${path}.name`, problem.name);
  // Problems of the archive 'acmsguru' are of no contest.
  if (problem.contestId === undefined) return { name, link: null };
  const contest = integerAt(`${path}.contestId`, problem.contestId);
  const index = matchAt(`${path}.index`, problem.index, SLUG, A_SLUG);
  const place = contest < FIRST_GYM ? `problemset/problem/${contest}/${index}` : `gym/${contest}/problem/${index}`;
  return { name, link: `https://codeforces.com/${place}` };
}

/** AtCoder Problems gives at most so many rows at once, the oldest first. */
const ATCODER_ROWS = 500;

const readAtCoder: Read = (json, account) => {
  const list = listAt("the answer", json);
  const rows = list.map((value, index): Row => {
    const row = objectAt(`[${index}]`, value);
    requireAccount(`[${index}].user_id`, row.user_id, account);
    const at = integerAt(`[${index}].epoch_second`, row.epoch_second) * 1000;
    if (row.result !== "AC") return { at, accepted: null };
    const contest = matchAt(`[${index}].contest_id`, row.contest_id, SLUG, A_SLUG);
    const name = matchAt(`[${index}].problem_id`, row.problem_id, SLUG, A_SLUG);
    return { at, accepted: { name, link: `https://atcoder.jp/contests/${contest}/tasks/${name}` } };
  });
  return foundIn(rows, list.length >= ATCODER_ROWS);
};

const readGeeksforGeeks: Read = (json) => {
  const { status, message, result } = objectAt("the answer", json);
  if (status === "failed") {
    if (/user not found|valid user details/i.test(String(message))) return { kind: "unknown-account" };
    throw new UnknownForm("the message of status failed is unknown");
  }
  matchAt("status", status, /^success$/, "'success'");
  const levels = Object.values(objectAt("result", result));
  const rows = levels.flatMap((level) => Object.values(objectAt("a level of the result", level)));
  return foundIn(
    rows.map((value, index): Row => {
      const row = objectAt(`solved problem ${index + 1}`, value);
      const slug = matchAt(`the slug of solved problem ${index + 1}`, row.slug, SLUG, A_SLUG);
      const name = nameAt(`the pname of solved problem ${index + 1}`, row.pname);
      // Some solved problems have no time.
      const at = row.user_subtime == null ? null : dateIn(index, row.user_subtime);
      return { at, accepted: { name, link: `https://www.geeksforgeeks.org/problems/${slug}/1` } };
    }),
  );
};

function dateIn(index: number, value: unknown): CivilDate {
  const path = `the user_subtime of solved problem ${index + 1}`;
  const text = matchAt(path, value, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, "a time such as 2026-11-24 23:41:07");
  const date = readDate(text.split(" ")[0] ?? "");
  if (date !== null) return date;
  throw new UnknownForm(`${path} is no day of the calendar`);
}

const readCodeChef: Read = (json) => {
  const { max_page, content } = objectAt("the answer", json);
  const pages = integerAt("max_page", max_page);
  if (typeof content !== "string") throw wrong("content", content, "a text");
  // Without activity there is one row, which says so.
  const isRow = (html: string) => /<td\b/i.test(html) && (pages !== 0 || /\/problems\//.test(html));
  const rows = content.split(/<tr\b/i).filter(isRow);
  if (pages !== 0 && rows.length === 0) throw new UnknownForm("the content has no row");
  return foundIn(rows.map(codeChefRow), pages > 1);
};

/** A time stands in a row once or twice; the title of the first `span` with one is the verdict. */
function codeChefRow(html: string, index: number): Row {
  const missing = (noun: string) => new UnknownForm(`row ${index + 1} of the content has no ${noun}`);
  const times = new Set(html.match(/\b\d\d:\d\d [AP]M \d\d\/\d\d\/\d\d\b/g));
  const [time] = times;
  const at = time === undefined || times.size > 1 ? null : instantInIndia(time);
  if (at === null) throw missing("single time");
  const [, , verdict] = /<span\s[^<>]*?title=(["'])([^"'<>]*)\1/i.exec(html) ?? [];
  if (verdict === undefined) throw missing("verdict");
  const [, , name] = /<a\s[^<>]*?href=(["'])\/(?:[\w-]+\/)?problems\/([\w-]{1,100})\1/i.exec(html) ?? [];
  if (name === undefined) throw missing("link to a problem");
  const isAccepted = verdict === "accepted";
  return { at, accepted: isAccepted ? { name, link: `https://www.codechef.com/problems/${name}` } : null };
}

const INDIA_MS = 330 * 60_000;

/** '09:15 AM 26/11/26' */
function instantInIndia(text: string): number | null {
  const [hour = 0, minute = 0, day = 0, month = 0, year = 0] = text.match(/\d+/g)?.map(Number) ?? [];
  const date = { year: 2000 + year, month, day };
  if (!isCivilDate(date) || hour < 1 || hour > 12 || minute > 59) return null;
  const hours = (hour % 12) + (text.includes("PM") ? 12 : 0);
  return epochDay(date) * MS_PER_DAY + (hours * 60 + minute) * 60_000 - INDIA_MS;
}

const READERS: Readonly<Record<SiteKey, Read>> = {
  leetcode: readLeetCode,
  geeksforgeeks: readGeeksforGeeks,
  codechef: readCodeChef,
  codeforces: readCodeforces,
  atcoder: readAtCoder,
};
