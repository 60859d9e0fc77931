import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Figure, Report } from "./support/figures.ts";
import type { Machine } from "./support/machine.ts";
import { markdownTable, replaceBetween, reportTable } from "./support/markdown.ts";
import { missedAndWhy } from "./support/reasons.ts";

// `npm run bench:table`: writes the last full run, results/latest.json, into results/README.md.

interface Result {
  readonly machine: Machine;
  readonly reports: readonly Report[];
}

const results = join(import.meta.dirname, "results");
const page = join(results, "README.md");
const result = JSON.parse(readFileSync(join(results, "latest.json"), "utf8")) as Result;

replaceBetween(page, "results", performance(result));
const scale = result.reports.find(({ part }) => part === "scale");
if (scale) {
  replaceBetween(page, "counted", tableWithReasons(scale.figures.filter(isCount)));
  replaceBetween(page, "costs", costs(scale.figures.filter(isCost)));
}

function performance({ machine, reports }: Result): string {
  const { cpu, cores, memory, system, date } = machine;
  const parts = reports.filter(({ part }) => part !== "scale").map(section);
  return [`${date}, ${cpu}, ${cores} cores, ${memory}, ${system}.`, ...parts].join("\n\n");
}

function section(report: Report): string {
  const versions = Object.entries(report.versions).map(([name, version]) => `${name} ${version.replace(/^v/, "")}`);
  const heading = `### ${report.part[0]?.toUpperCase()}${report.part.slice(1)}`;
  return [heading, tableWithReasons(report.figures), `Versions: ${versions.join(", ")}.`].join("\n\n");
}

function tableWithReasons(figures: readonly Figure[]): string {
  const reasons = missedAndWhy(figures);
  const table = reportTable({ figures });
  return reasons.length > 0 ? `${table}\n\nMissed, and why:\n\n${reasons.join("\n")}` : table;
}

function isCost({ unit }: Figure): boolean {
  return unit === "$";
}

function isCount(figure: Figure): boolean {
  return !isCost(figure);
}

/** A row for each kind of cost, a column for each number of people. */
function costs(figures: readonly Figure[]): string {
  const sizes = [...new Set(figures.map(({ name }) => name))];
  const kinds = [...new Set(figures.map(({ measure }) => measure))];
  const dollars = (value: number) => (value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(2));
  const rows = kinds.map((kind) => {
    const cells = sizes.map((size) => figures.find(({ name, measure }) => name === size && measure === kind));
    return [kind, ...cells.map((figure) => dollars(figure?.value ?? 0))];
  });
  return markdownTable(["US dollars a month", ...sizes], rows);
}
