import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Report } from "../../bench/support/figures.ts";
import { checkedOutCommit, historyEntry } from "../../bench/support/history.ts";
import { describeMachine } from "../../bench/support/machine.ts";
import { tempDirectory } from "../support/tempDirectory.ts";

const RESULTS = join(import.meta.dirname, "../../bench/results");
const latest: { reports: Report[] } = JSON.parse(readFileSync(join(RESULTS, "latest.json"), "utf8"));

it("a full run's line has date, commit, Node, processor and each ratio by a name of its own", () => {
  const figures: Report["figures"] = [
    { name: "tick, local", measure: "time", value: 1.64892, unit: "x", against: "node -e 0" },
    { name: "tick, local", measure: "peak memory", value: 1.1, unit: "x" },
    { name: "a full year", measure: "as compact JSON", value: 59_054, unit: "B" },
  ];
  const reports = [
    { part: "command line", figures, versions: {} },
    { part: "page", figures: figures.slice(0, 1), versions: {} },
  ];
  const machine = { date: "2026-11-22", cpu: "A processor" };
  expect(historyEntry(machine, reports, { commit: "abc1234+", node: "24.21.0" })).toEqual({
    date: "2026-11-22",
    commit: "abc1234+",
    node: "24.21.0",
    cpu: "A processor",
    ratios: {
      "command line: tick, local, time": 1.65,
      "command line: tick, local, peak memory": 1.1,
      "page: tick, local, time": 1.65,
    },
  });
});

it("no two ratios of the last full run have one name", () => {
  const { ratios } = historyEntry(describeMachine(), latest.reports, { commit: null, node: "" });
  const measured = latest.reports.flatMap(({ figures }) => figures.filter(({ unit }) => unit === "x"));
  expect(measured.length).toBeGreaterThan(0);
  expect(Object.keys(ratios)).toHaveLength(measured.length);
});

it("the commit is the one that is checked out, with a sign where files differ from it", () => {
  const root = tempDirectory();
  expect(checkedOutCommit(root)).toBe(null);
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: "pipe" }).trim();
  git("init", "--quiet");
  const author = ["-c", "user.name=Asha", "-c", "user.email=asha@example.org"];
  git(...author, "commit", "--quiet", "--allow-empty", "--message", "first");
  const commit = git("rev-parse", "--short", "HEAD");
  mkdirSync(join(root, "bench/results"), { recursive: true });
  writeFileSync(join(root, "bench/results/latest.json"), "{}");
  expect(checkedOutCommit(root)).toBe(commit);
  writeFileSync(join(root, "README.md"), "changed");
  expect(checkedOutCommit(root)).toBe(`${commit}+`);
});
