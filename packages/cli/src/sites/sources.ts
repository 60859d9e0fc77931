import { type Config, type SiteKey, siteOfSource, sourcesOf } from "@dailyleet/core";

/** The sites of the five sources that can be asked. */
export function sitesOf(config: Config): readonly SiteKey[] {
  return [...new Set(sourcesOf(config).flatMap((source) => siteOfSource(source) ?? []))];
}
