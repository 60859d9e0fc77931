import { webLink } from "../text.ts";
import { SOURCE_NUMBERS, type Source, type SourceNumber } from "../ticks/sources.ts";

/** The sites that can be asked for a person's accepted submissions. */
export const SITE_KEYS = ["leetcode", "geeksforgeeks", "codechef", "codeforces", "atcoder"] as const;
export type SiteKey = (typeof SITE_KEYS)[number];

/** Those that have a problem of the day. */
const DAILY_SITES = ["leetcode", "geeksforgeeks"] as const satisfies readonly SiteKey[];
export type DailySite = (typeof DAILY_SITES)[number];

/** The accounts that a person has named. */
export type Accounts = Readonly<Partial<Record<SiteKey, string>>>;

interface Site {
  readonly title: string;
  /** A source at this host, or at one below it, is the site's. */
  readonly host: string;
  /** Who is asked, as a person reads it. */
  readonly asked: string;
  /** The account names that the site allows; each is safe in a path and in a query. */
  readonly account: RegExp;
  readonly allowed: string;
  /** The public page of NAME. */
  readonly profile: string;
  /** What the site's robots.txt asks of programs like this one. */
  readonly robots?: string;
}

export const SITES: Readonly<Record<SiteKey, Site>> = {
  leetcode: {
    title: "LeetCode",
    host: "leetcode.com",
    asked: "leetcode.com",
    account: /^[\w-]{1,40}$/,
    allowed: "1 to 40 letters, digits, _ and -",
    profile: "https://leetcode.com/u/NAME/",
    robots: "LeetCode's robots.txt asks programs to stay away from this address.",
  },
  geeksforgeeks: {
    title: "GeeksforGeeks",
    host: "geeksforgeeks.org",
    asked: "practiceapi.geeksforgeeks.org",
    account: /^(?!\.+$)[\w.-]{1,50}$/,
    allowed: "1 to 50 letters, digits, _, - and .",
    profile: "https://www.geeksforgeeks.org/user/NAME/",
  },
  codechef: {
    title: "CodeChef",
    host: "codechef.com",
    asked: "www.codechef.com",
    account: /^\w{3,20}$/,
    allowed: "3 to 20 letters, digits and _",
    profile: "https://www.codechef.com/users/NAME",
  },
  codeforces: {
    title: "Codeforces",
    host: "codeforces.com",
    asked: "codeforces.com",
    account: /^(?!\.+$)[\w.-]{3,24}$/,
    allowed: "3 to 24 letters, digits, _, - and .",
    profile: "https://codeforces.com/profile/NAME",
  },
  atcoder: {
    title: "AtCoder",
    host: "atcoder.jp",
    asked: "kenkoooo.com (AtCoder Problems)",
    account: /^\w{3,16}$/,
    allowed: "3 to 16 letters, digits and _",
    profile: "https://atcoder.jp/users/NAME",
  },
};

export function isAccount(site: SiteKey, name: unknown): name is string {
  return typeof name === "string" && SITES[site].account.test(name);
}

export function profileOf(site: SiteKey, account: string): string {
  return SITES[site].profile.replace("NAME", account);
}

/** The first source whose address is of the site's host; null where there is none. */
export function sourceOfSite(site: SiteKey, sources: readonly Source[]): SourceNumber | null {
  return SOURCE_NUMBERS.find((number) => siteOfSource(sources[number - 1]) === site) ?? null;
}

/** What is wrong, and what to do, where `sourceOfSite` finds no source. */
export function noSourceText(site: SiteKey): string {
  const { title, host } = SITES[site];
  const way = `change one with 'dailyleet config source NUMBER NAME https://${host}'`;
  return `None of your sources is at ${host}, so there is no place for ticks of ${title}; ${way}.`;
}

/** The site of a source; null for a site that can't be asked. */
export function siteOfSource(source: Source | undefined): SiteKey | null {
  const host = `.${webLink(source?.url ?? "")?.host}`;
  return SITE_KEYS.find((key) => host.endsWith(`.${SITES[key].host}`)) ?? null;
}

/** Whether the source's site has a problem of the day. */
export function hasProblems(source: Source | undefined): boolean {
  return DAILY_SITES.includes(siteOfSource(source) as DailySite);
}
