import {
  type Config,
  DailyleetError,
  SITES,
  type SiteKey,
  type SourceNumber,
  siteOfSource,
  sourceOfSite,
  sourcesOf,
} from "@dailyleet/core";

/** The source that gets the site's ticks. Throws `usage` where there is none. */
export function requireSource(site: SiteKey, config: Config): SourceNumber {
  const source = sourceOfSite(site, sourcesOf(config));
  if (source !== null) return source;
  const { title, host } = SITES[site];
  const fault = `None of your sources is at ${host}, so there is no place for ticks of ${title}`;
  throw new DailyleetError("usage", `${fault}; give it one in 'sources' of dailyleet.json first.`);
}

/** The sites of the five sources that can be asked. */
export function sitesOf(config: Config): readonly SiteKey[] {
  return [...new Set(sourcesOf(config).flatMap((source) => siteOfSource(source) ?? []))];
}
