import { webLink } from "../text.ts";
import { JUDGE_HOSTS, JUDGE_KEYS, type JudgeKey, judgeOfSource } from "../ticks/hosts.ts";
import { SOURCE_NUMBERS, type Source, type SourceNumber } from "../ticks/sources.ts";
import { stripControls } from "../untrusted.ts";

interface Judge {
  readonly title: string;
  /** The host that is asked. */
  readonly asked: string;
  /** The account names that the judge allows; each is safe in a path and in a query. */
  readonly account: RegExp;
  readonly allowed: string;
  /** The public page of NAME. */
  readonly profile: string;
  /** What else a person should know before naming an account. */
  readonly note?: string;
}

export const JUDGES: Readonly<Record<JudgeKey, Judge>> = {
  leetcode: {
    title: "LeetCode",
    asked: "leetcode.com",
    account: /^[\w-]{1,40}$/,
    allowed: "1 to 40 letters, digits, _ and -",
    profile: "https://leetcode.com/u/NAME/",
    note: "LeetCode's robots.txt asks programs to stay away from this address.",
  },
  geeksforgeeks: {
    title: "GeeksforGeeks",
    asked: "practiceapi.geeksforgeeks.org",
    account: /^(?!\.+$)[\w.-]{1,50}$/,
    allowed: "1 to 50 letters, digits, _, - and .",
    profile: "https://www.geeksforgeeks.org/user/NAME/",
  },
  codechef: {
    title: "CodeChef",
    asked: "www.codechef.com",
    account: /^\w{3,20}$/,
    allowed: "3 to 20 letters, digits and _",
    profile: "https://www.codechef.com/users/NAME",
  },
  codeforces: {
    title: "Codeforces",
    asked: "codeforces.com",
    account: /^(?!\.+$)[\w.-]{3,24}$/,
    allowed: "3 to 24 letters, digits, _, - and .",
    profile: "https://codeforces.com/profile/NAME",
  },
  atcoder: {
    title: "AtCoder",
    asked: "kenkoooo.com",
    account: /^\w{3,16}$/,
    allowed: "3 to 16 letters, digits and _",
    profile: "https://atcoder.jp/users/NAME",
    note: "kenkoooo.com is AtCoder Problems, which is made for programs.",
  },
};

/** The judge that a person names, ignoring case; null for an unknown name. */
export function readJudge(word: string | undefined): JudgeKey | null {
  return JUDGE_KEYS.find((key) => key === word?.toLowerCase()) ?? null;
}

export function isAccount(judge: JudgeKey, name: unknown): name is string {
  return typeof name === "string" && JUDGES[judge].account.test(name);
}

/** Takes the account out of what a person types or pastes: NAME, @NAME or the address of its page; null without one. */
export function readAccount(judge: JudgeKey, text: string): string | null {
  const given = stripControls(text).trim();
  const link = given.includes("/") ? (webLink(given) ?? webLink(`https://${given}`)) : null;
  const isOwn = link !== null && judgeOfSource({ name: "", url: link.href }) === judge;
  const name = isOwn ? PROFILE.exec(link.href)?.[1] : given.replace(/^@/, "");
  return isAccount(judge, name) ? name : null;
}

const PROFILE = /^https?:\/\/[^/]+\/(?:u|users?|profile)\/([^/?#]+)/;

export function profileAddress(judge: JudgeKey, account: string): string {
  return JUDGES[judge].profile.replace("NAME", account);
}

/** The first source at the link's host or a parent domain; null if there is none. */
export function sourceOfLink(link: string, sources: readonly Source[]): SourceNumber | null {
  const host = bareHost(link);
  const isAbove = (own: string | undefined) => own !== undefined && `.${host}`.endsWith(`.${own}`);
  return SOURCE_NUMBERS.find((number) => isAbove(bareHost(sources[number - 1]?.url ?? ""))) ?? null;
}

const bareHost = (address: string) => webLink(address)?.host.replace(/^www\./, "");

/** The problem and its remedy if `sourceOfJudge` finds no source. */
export function noSourceText(judge: JudgeKey): string {
  const { title } = JUDGES[judge];
  const host = JUDGE_HOSTS[judge];
  const way = `change one with 'dailyleet config source.NUMBER NAME https://${host}'`;
  return `None of your sources is at ${host}, so there is no place for ticks of ${title}; ${way}.`;
}
