import {
  isDailyJudge,
  isFault,
  judgeOfSource,
  type Kept,
  keptAnswers,
  type NamedProblem,
  orElse,
  problemQuery,
  type Source,
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import { placesOf } from "../files/directories.ts";
import { readText } from "../files/files.ts";

/** Separate from `ask.ts`, so that showing a cached answer loads no network code. */

/** Cached answers by judge; empty if the file can't be read. */
export function readKept(file: string): Readonly<Record<string, Kept>> {
  return keptAnswers(orElse(null, () => readText(file)) ?? "");
}

/** The cached problem of the day of each source's judge; null without a valid one. */
export function keptProblems(context: Context, sources: readonly Source[]): (NamedProblem | null)[] {
  const kept = readKept(placesOf(context).problemsFile);
  return sources.map((source) => {
    const judge = judgeOfSource(source);
    const answers = judge && kept[judge]?.answers;
    if (!isDailyJudge(judge) || !answers) return null;
    const query = problemQuery(judge);
    const problem = query.read(answers);
    if (isFault(problem)) return null;
    const { date: _, ...named } = problem;
    return query.endOf(problem, context.now()) === null ? null : named;
  });
}
