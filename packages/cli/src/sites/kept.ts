import {
  type DailyProblem,
  dateInZone,
  formatDate,
  isRecord,
  orElse,
  parseJson,
  readProblem,
  SITES,
  type SiteAnswer,
  type SiteKey,
  type Source,
  siteOfSource,
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import { placesOf } from "../files/directories.ts";
import { readText } from "../files/files.ts";

/** Apart from `ask.ts`, so that a command that shows what is kept loads nothing of a network. */

/** What a site answered last, as it came: the readers check it again. */
export interface Kept {
  /** Null for a problem of the day. */
  readonly account: string | null;
  /** When the site was asked, and until when it is left alone; milliseconds. */
  readonly asked: number;
  readonly until: number;
  readonly answers: readonly SiteAnswer[];
}

/** By site; nothing where the file is absent or damaged. */
export function readKept(file: string): Readonly<Record<string, Kept>> {
  const json = parseJson(orElse(null, () => readText(file)) ?? "");
  const entries = Object.entries(isRecord(json) ? json : {});
  return Object.fromEntries(entries.flatMap(([site, value]) => (isKept(value) ? [[site, value]] : [])));
}

function isKept(value: unknown): value is Kept {
  if (!isRecord(value) || !Array.isArray(value.answers) || value.answers.length === 0) return false;
  return [value.asked, value.until].every(Number.isFinite) && value.answers.every(isAnswer);
}

function isAnswer(value: unknown): value is SiteAnswer {
  if (!isRecord(value) || typeof value.body !== "string") return false;
  return [value.status, value.retryAfterMs].every(Number.isFinite);
}

/** Of each source, the problem of its site's day; null where none is kept. */
export function keptProblems(context: Context, sources: readonly Source[]): (DailyProblem | null)[] {
  const kept = readKept(placesOf(context).problemsFile);
  return sources.map((source) => {
    const site = siteOfSource(source);
    const [answer] = (site && kept[site]?.answers) ?? [];
    const problem = site && answer ? readProblem(site, answer) : null;
    return site && problem && !("kind" in problem) && isOfToday(site, problem, context.now()) ? problem : null;
  });
}

/** Whether a problem is of the site's own day. */
export function isOfToday(site: SiteKey, { date }: DailyProblem, now: number): boolean {
  const { problemZone } = SITES[site];
  return problemZone !== undefined && date === formatDate(dateInZone(problemZone, now));
}

export function problemJson(problem: DailyProblem | null): object | null {
  return problem && { name: problem.name, link: problem.link, difficulty: problem.difficulty };
}
