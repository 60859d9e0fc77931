import { webLink } from "../text.ts";
import { SOURCE_NUMBERS, type Source, type SourceNumber } from "./sources.ts";

/**
 * The sites that can be asked for a person's accepted submissions, with their hosts. A source belongs to the site if
 * its address is at this host or a subdomain.
 */
export const SITE_HOSTS = {
  leetcode: "leetcode.com",
  geeksforgeeks: "geeksforgeeks.org",
  codechef: "codechef.com",
  codeforces: "codeforces.com",
  atcoder: "atcoder.jp",
} as const;
export type SiteKey = keyof typeof SITE_HOSTS;
export const SITE_KEYS = Object.keys(SITE_HOSTS) as readonly SiteKey[];

export type DailySite = "leetcode" | "geeksforgeeks";

/** The first source that belongs to the site; null for none. */
export function sourceOfSite(site: SiteKey, sources: readonly Source[]): SourceNumber | null {
  return SOURCE_NUMBERS.find((number) => siteOfSource(sources[number - 1]) === site) ?? null;
}

/** The site that the source belongs to; null for none. */
export function siteOfSource(source: Source | undefined): SiteKey | null {
  const host = `.${webLink(source?.url ?? "")?.host}`;
  return SITE_KEYS.find((key) => host.endsWith(`.${SITE_HOSTS[key]}`)) ?? null;
}

/** Whether a site has a problem of the day. */
export function isDailySite(site: SiteKey | null): site is DailySite {
  return site === "leetcode" || site === "geeksforgeeks";
}
