import { isRecord } from "../basics.ts";
import { type CivilDate, epochDay, isCivilDate, MS_PER_DAY } from "../calendar/calendar.ts";
import { any, integer, list, match, must, objectWith, type Read, text } from "../readers.ts";
import { fold } from "../text.ts";
import type { JudgeKey } from "../ticks/hosts.ts";
import {
  fail,
  isFault,
  type JudgeAnswer,
  type JudgeFault,
  type JudgeQuery,
  type JudgeRequest,
  nameText,
  readAnswer,
  slugText,
  timedDay,
  UNKNOWN_ACCOUNT,
} from "./answers.ts";

/** An instant in milliseconds since the epoch, or a date whose zone the judge does not state. */
export type SubmissionTime = number | CivilDate;

export interface Submission {
  readonly name: string;
  /** The problem's page; null where its address can't be told. */
  readonly link: string | null;
  readonly at: SubmissionTime;
}

/** What a judge's answers prove. A missing submission proves nothing. */
export interface Found {
  readonly submissions: readonly Submission[];
  /** How many rows were read, whatever their verdict. */
  readonly looked: number;
  /** The time of the oldest row of any verdict; null if no row has a time. */
  readonly oldest: SubmissionTime | null;
  readonly newest: SubmissionTime | null;
  /** Whether the judge has further rows. */
  readonly hasMore: boolean;
}

/**
 * The query for an account's submissions, as far back as `since` (milliseconds since the epoch) where the judge has
 * pages.
 */
export function submissionsQuery(judge: JudgeKey, account: string, since: number): JudgeQuery<Found> {
  const { request, maxPages = 1 } = PAGES[judge];
  return {
    judge,
    account,
    next(answers) {
      const last = answers.slice(-1);
      if (last.length === 0) return request(account, 0, since);
      const found = readPages(judge, last, account);
      if (answers.length >= maxPages || isFault(found) || !found.hasMore) return null;
      if (typeof found.oldest !== "number" || typeof found.newest !== "number") return null;
      // CodeChef's pages are numbered and go back in time. AtCoder Problems' begin at a second and go forward.
      if (judge === "codechef" && found.oldest < since) return null;
      return request(account, answers.length, found.newest + 1_000);
    },
    read: (answers) => readPages(judge, answers, account),
    endOf: () => null,
  };
}

/** Joins the rows of all pages. A fault in one page is the result. */
function readPages(judge: JudgeKey, answers: readonly JudgeAnswer[], account: string): Found | JudgeFault {
  let rows: readonly SubmittedRow[] = [];
  let hasMore = false;
  for (const answer of answers) {
    const page = readAnswer(answer, (json) => PAGES[judge].read(json, account));
    if (isFault(page)) return page;
    rows = [...rows, ...page.rows];
    hasMore = page.hasMore ?? false;
  }
  const order = (time: SubmissionTime) => (typeof time === "number" ? time : epochDay(time) * MS_PER_DAY);
  const times = rows.flatMap(({ at }) => at ?? []).toSorted((a, b) => order(a) - order(b));
  const submissions = rows.flatMap(({ at, accepted }) => (accepted && at !== null ? { ...accepted, at } : []));
  const [oldest = null, newest = null] = [times[0], times.at(-1)];
  return { submissions, looked: rows.length, oldest, newest, hasMore };
}

interface SubmittedRow {
  /** Null for a row without a time. */
  readonly at: SubmissionTime | null;
  /** Null for another verdict. */
  readonly accepted: Omit<Submission, "at"> | null;
}

interface Pages {
  readonly maxPages?: number;
  /** `from` is in milliseconds since the epoch. */
  readonly request: (account: string, page: number, from: number) => JudgeRequest;
  readonly read: (
    json: unknown,
    account: string,
  ) => { readonly rows: readonly SubmittedRow[]; readonly hasMore?: boolean };
}

const leetcode: Pages = {
  request: (account) => ({
    path: "/graphql",
    headers: { referer: `https://leetcode.com/u/${account}/` },
    json: {
      query:
        "query recent($username: String!, $limit: Int!) { matchedUser(username: $username) { username } recentAcSubmissionList(username: $username, limit: $limit) { id title titleSlug timestamp } }",
      variables: { username: account, limit: 20 },
    },
  }),
  read(json, account) {
    const row = objectWith({
      title: nameText,
      titleSlug: slugText,
      timestamp: match(/^\d{1,12}$/, "a text of digits"),
    });
    const user = objectWith({ username: ownName(account) });
    const data = objectWith({ matchedUser: orNull(user), recentAcSubmissionList: orNull(list(row)) });
    const answer = objectWith({ errors: any, data })(json);
    const { matchedUser, recentAcSubmissionList: rows } = answer.data;
    const isUnknown = answer.errors === undefined || UNKNOWN_ACCOUNT.test(JSON.stringify(answer.errors));
    if (matchedUser === null) return fail(isUnknown ? { kind: "unknown-account" } : "data.matchedUser is null");
    if (rows === null) return fail({ kind: "withheld" });
    return {
      rows: rows.map(({ title, titleSlug, timestamp }) => {
        const accepted = { name: title, link: `https://leetcode.com/problems/${titleSlug}/` };
        return { at: Number(timestamp) * 1000, accepted };
      }),
    };
  },
};

/** The judges ignore the case of account names. */
const isSameName = (found: unknown, account: string) => typeof found === "string" && fold(found) === fold(account);

const ownName = (account: string) => must((name) => isSameName(name, account), "the account that was asked for");

function orNull<T>(read: Read<T>): Read<T | null> {
  return (value) => (value === null ? null : read(value));
}

/** Reads the values of an object whose keys have no meaning. */
function values<T>(item: Read<T>): Read<readonly T[]> {
  return (value) => list(item)(isRecord(value) ? Object.values(value) : value);
}

const geeksforgeeks: Pages = {
  request: (account) => ({
    path: "/api/v1/user/problems/submissions/",
    json: { handle: account, requestType: "", year: "", month: "" },
  }),
  read(json) {
    // Some solved problems have no time.
    const time: Read<CivilDate | null> = (value) => (value == null ? null : timedDay(value));
    const row = objectWith({ slug: slugText, pname: nameText, user_subtime: time });
    const { result } = objectWith({ status: match(/^success$/, "'success'"), result: values(values(row)) })(json);
    return {
      rows: result.flat().map(({ slug, pname, user_subtime: at }) => {
        return { at, accepted: { name: pname, link: `https://www.geeksforgeeks.org/problems/${slug}/1` } };
      }),
    };
  },
};

const codechef: Pages = {
  maxPages: 2,
  request: (account, page) => ({
    path: `/recent/user?page=${page}&user_handle=${encodeURIComponent(account)}`,
  }),
  read(json) {
    const { max_page, content } = objectWith({ max_page: integer, content: text })(json);
    // Without activity, the content is one row that says so.
    const isRow = (html: string) => /<td\b/i.test(html) && (max_page !== 0 || /\/problems\//.test(html));
    const rows = content.split(/<tr\b/i).filter(isRow);
    if (max_page !== 0 && rows.length === 0) fail("the content has no row");
    return { rows: rows.map(codeChefRow), hasMore: max_page > 1 };
  },
};

/** A row has its time once or twice. The title of the first `span` with a title is the verdict. */
function codeChefRow(html: string, index: number): SubmittedRow {
  const missing = (noun: string) => fail(`row ${index + 1} of the content has no ${noun}`);
  const times = new Set(html.match(/\b\d\d:\d\d [AP]M \d\d\/\d\d\/\d\d\b/g));
  const [time] = times;
  const at = (time !== undefined && times.size === 1 && instantInIndia(time)) || missing("single time");
  const verdict = /<span\s[^<>]*?title=(["'])([^"'<>]*)\1/i.exec(html)?.[2] ?? missing("verdict");
  const [, , found] = /<a\s[^<>]*?href=(["'])\/(?:[\w-]+\/)?problems\/([\w-]{1,100})\1/i.exec(html) ?? [];
  const name = found ?? missing("link to a problem");
  return { at, accepted: verdict === "accepted" ? { name, link: `https://www.codechef.com/problems/${name}` } : null };
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

const codeforces: Pages = {
  request: (account) => ({
    path: `/api/user.status?handle=${encodeURIComponent(account)}&from=1&count=500`,
  }),
  read(json, account) {
    const row: Read<SubmittedRow> = (value) => {
      const { creationTimeSeconds, verdict } = objectWith({ creationTimeSeconds: integer, verdict: any })(value);
      const at = creationTimeSeconds * 1000;
      if (verdict !== "OK") return { at, accepted: null };
      const accepted = objectWith({ author: objectWith({ members: list(any) }), problem: codeforcesProblem });
      const { author, problem } = accepted(value);
      const isOwn = author.members.some((member) => isRecord(member) && isSameName(member.handle, account));
      return { at, accepted: isOwn ? problem : null };
    };
    return { rows: objectWith({ status: match(/^OK$/, "'OK'"), result: list(row) })(json).result };
  },
};

/** Contests of this number and above are in the gym. */
const FIRST_GYM = 100_000;

const codeforcesProblem: Read<SubmittedRow["accepted"]> = (value) => {
  const { name, contestId } = objectWith({ name: nameText, contestId: any })(value);
  // Problems of the archive 'acmsguru' have no contest.
  if (contestId === undefined) return { name, link: null };
  const { contestId: contest, index } = objectWith({ contestId: integer, index: slugText })(value);
  const place = contest < FIRST_GYM ? `problemset/problem/${contest}/${index}` : `gym/${contest}/problem/${index}`;
  return { name, link: `https://codeforces.com/${place}` };
};

/** The most rows in one answer of AtCoder Problems, the oldest first. */
const ATCODER_ROWS = 500;

const atcoder: Pages = {
  maxPages: 3,
  request(account, _, from) {
    const second = Math.max(0, Math.floor(from / 1000));
    const query = `user=${encodeURIComponent(account)}&from_second=${second}`;
    return { path: `/atcoder/atcoder-api/v3/user/submissions?${query}` };
  },
  read(json, account) {
    const row: Read<SubmittedRow> = (value) => {
      const usual = objectWith({ user_id: ownName(account), epoch_second: integer, result: any });
      const { epoch_second, result } = usual(value);
      const at = epoch_second * 1000;
      if (result !== "AC") return { at, accepted: null };
      const { contest_id, problem_id } = objectWith({ contest_id: slugText, problem_id: slugText })(value);
      const link = `https://atcoder.jp/contests/${contest_id}/tasks/${problem_id}`;
      return { at, accepted: { name: problem_id, link } };
    };
    const rows = list(row)(json);
    return { rows, hasMore: rows.length >= ATCODER_ROWS };
  },
};

const PAGES: Readonly<Record<JudgeKey, Pages>> = { leetcode, geeksforgeeks, codechef, codeforces, atcoder };
