import { execFileSync } from "node:child_process";
import type { Report } from "./figures.ts";
import type { Machine } from "./machine.ts";

/** One line of results/history.jsonl: what a full run came to, so that a slow drift is seen. */
export interface HistoryEntry {
  /** YYYY-MM-DD */
  readonly date: string;
  /** What was measured; with '+' where the files were not those of the commit, null without Git. */
  readonly commit: string | null;
  readonly node: string;
  readonly cpu: string;
  /** 'core: day of the year, time' → the ratio, to three digits. Absolute times belong to their machine. */
  readonly ratios: Readonly<Record<string, number>>;
}

export function historyEntry(
  { date, cpu }: Pick<Machine, "date" | "cpu">,
  reports: readonly Report[],
  { commit, node }: Pick<HistoryEntry, "commit" | "node">,
): HistoryEntry {
  const ratios = reports.flatMap(({ part, figures }) =>
    figures
      .filter(({ unit }) => unit === "x")
      .map(({ name, measure, value }) => [`${part}: ${name}, ${measure}`, Number(value.toPrecision(3))] as const),
  );
  return { date, commit, node, cpu, ratios: Object.fromEntries(ratios) };
}

/** The commit that is checked out in `root`, as `HistoryEntry` tells it; what earlier runs have written doesn't count. */
export function checkedOutCommit(root: string): string | null {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    const isChanged = git("status", "--porcelain", "--", ".", ":(exclude)bench/results") !== "";
    return git("rev-parse", "--short", "HEAD") + (isChanged ? "+" : "");
  } catch {
    return null;
  }
}
