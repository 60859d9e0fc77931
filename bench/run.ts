import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type BenchOptions, formatReport, isMet, type Report } from "./support/figures.ts";
import { checkedOutCommit, historyEntry } from "./support/history.ts";
import { describeMachine, type Machine } from "./support/machine.ts";
import { missedAndWhy } from "./support/reasons.ts";

// `npm run bench`, `npm run bench -- core cli --quick`: runs the parts, prints their tables and writes
// results/latest.json; a full run also adds a line to results/history.jsonl.

const PARTS: Readonly<Record<string, () => Promise<{ bench(options: BenchOptions): Promise<Report> }>>> = {
  core: () => import("./core.ts"),
  cli: () => import("./cli.ts"),
  page: () => import("./page.ts"),
  lighthouse: () => import("./lighthouse.ts"),
  scale: () => import("./scale.ts"),
  growth: () => import("./growth.ts"),
};

const { values, positionals } = parseArgs({ options: { quick: { type: "boolean" } }, allowPositionals: true });
const unknown = positionals.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}; give ${Object.keys(PARTS).join(", ")} or nothing for all.`);
  process.exit(2);
}
await runAll(positionals.length > 0 ? positionals : Object.keys(PARTS), { isQuick: values.quick === true });

async function runAll(names: readonly string[], options: BenchOptions): Promise<void> {
  const reports: Report[] = [];
  for (const name of names) {
    const part = await PARTS[name]?.();
    if (!part) continue;
    const report = await part.bench(options);
    console.log(`${formatReport(report)}\n`);
    reports.push(report);
  }
  const figures = reports.flatMap((report) => report.figures);
  const machine = describeMachine();
  console.log(`${machine.cpu}, ${machine.cores} cores, ${machine.memory}, ${machine.system}; ${machine.date}`);
  const missed = figures.filter((figure) => !isMet(figure)).length;
  console.log(missed === 0 ? "Every target is met." : `${missed} targets are missed:`);
  for (const line of missedAndWhy(figures)) console.log(line);
  write(names, options, { machine, reports });
}

interface Result {
  readonly machine: Machine;
  readonly reports: readonly Report[];
}

function write(names: readonly string[], { isQuick }: BenchOptions, result: Result): void {
  const isWhole = names.length === Object.keys(PARTS).length && !isQuick;
  const directory = join(import.meta.dirname, "results");
  mkdirSync(directory, { recursive: true });
  const file = join(directory, isWhole ? "latest.json" : `${names.join("-")}${isQuick ? "-quick" : ""}.json`);
  writeFileSync(file, `${JSON.stringify(result, null, 1)}\n`);
  if (isWhole) remember(join(directory, "history.jsonl"), result);
  console.log(`Written to ${file}`);
}

function remember(file: string, { machine, reports }: Result): void {
  const commit = checkedOutCommit(join(import.meta.dirname, ".."));
  const entry = historyEntry(machine, reports, { commit, node: process.versions.node });
  appendFileSync(file, `${JSON.stringify(entry)}\n`);
}
