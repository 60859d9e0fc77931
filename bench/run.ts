import { readFileSync, writeFileSync } from "node:fs";
import { arch, cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type BenchOptions, isMet, type Report, tableOf } from "./support/figures.ts";

// `npm run bench` runs all parts, `npm run bench -- core cli --quick` some; both print tables. A full run also writes
// the tables into results/README.md, except the table of scale, whose figures docs/scale.md explains.

const PARTS: Readonly<Record<string, () => Promise<{ bench(options: BenchOptions): Promise<Report> }>>> = {
  core: () => import("./core.ts"),
  cli: () => import("./cli.ts"),
  page: () => import("./page.ts"),
  lighthouse: () => import("./lighthouse.ts"),
  scale: () => import("./scale.ts"),
};
const PAGE = join(import.meta.dirname, "results/README.md");
const TABLES = /(?<=<!-- results -->\n).*(?=<!-- \/results -->)/s;

const { values, positionals } = parseArgs({ options: { quick: { type: "boolean" } }, allowPositionals: true });
const unknown = positionals.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}; give ${Object.keys(PARTS).join(", ")} or nothing for all.`);
  process.exit(2);
}
const isQuick = values.quick === true;
const names = positionals.length > 0 ? positionals : Object.keys(PARTS);
const machine = describeMachine();
console.log(machine);
const tables: string[] = [];
let missed = 0;
for (const name of names) {
  const report = await PARTS[name]?.().then(({ bench }) => bench({ isQuick }));
  if (report === undefined) continue;
  if (name !== "scale") tables.push(tableOf(report));
  missed += report.figures.filter((figure) => !isMet(figure)).length;
  console.log(`\n${tableOf(report)}`);
}
console.log(missed === 0 ? "\nEvery target is met." : `\n${missed} targets are missed.`);
if (!isQuick && names.length === Object.keys(PARTS).length) {
  writeFileSync(
    PAGE,
    readFileSync(PAGE, "utf8").replace(TABLES, () => `\n${[machine, ...tables].join("\n\n")}\n\n`),
  );
}

function describeMachine(): string {
  const processors = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const cpu = processors[0]?.model.trim() ?? "unknown processor";
  const system = `${type()} ${release().split("-")[0]} ${arch()}`;
  return `${new Date().toISOString().slice(0, 10)}, ${cpu}, ${processors.length} cores, ${memory}, ${system}.`;
}
