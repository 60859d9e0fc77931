import {
  type DailyProblem,
  dateInZone,
  formatDate,
  isRecord,
  orElse,
  parseJson,
  SITE_KEYS,
  SITES,
  type SiteKey,
  type Source,
  siteOfSource,
  webLink,
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import { placesOf } from "../files/directories.ts";
import { readText } from "../files/files.ts";

/** Apart from `ask.ts`, so that a command that shows what is kept loads nothing of a network. */

/** When a site was asked for its problem, and until when it is left alone. */
export interface KeptProblem {
  readonly asked: number;
  readonly until: number;
  /** Null where the site gave none. */
  readonly problem: DailyProblem | null;
}

export type KeptProblems = Partial<Record<SiteKey, KeptProblem>>;

/** What the sites were asked last. `config problems off` removes the file. */
export function readKeptProblems(context: Context): KeptProblems {
  const json = readKept(placesOf(context).problemsFile);
  return Object.fromEntries(SITE_KEYS.flatMap((site) => (isKept(json[site]) ? [[site, json[site]]] : [])));
}

/** What a file of the cache keeps of each site; nothing where it is absent or damaged. */
export function readKept(file: string): Record<string, unknown> {
  const json = parseJson(orElse(null, () => readText(file)) ?? "");
  return isRecord(json) ? json : {};
}

function isKept(value: unknown): value is KeptProblem {
  if (!isRecord(value) || typeof value.asked !== "number" || typeof value.until !== "number") return false;
  return value.problem === null || isProblem(value.problem);
}

function isProblem(value: unknown): value is DailyProblem {
  if (!isRecord(value)) return false;
  const { date, name, link, difficulty } = value;
  return [date, name, link, difficulty].every((text) => typeof text === "string") && webLink(String(link)) !== null;
}

/** The kept problem of a source's site, if it is of the site's day at `now`; null without one. */
export function problemOf(kept: KeptProblems, source: Source | undefined, now: number): DailyProblem | null {
  const site = siteOfSource(source);
  const problem = site && kept[site]?.problem;
  return site && problem && problem.date === siteToday(site, now) ? problem : null;
}

/** The site's own day as `YYYY-MM-DD`; empty where it has no problem of the day. */
export function siteToday(site: SiteKey, now: number): string {
  const { problemZone } = SITES[site];
  return problemZone === undefined ? "" : formatDate(dateInZone(problemZone, now));
}
