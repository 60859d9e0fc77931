import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { civilDateAt } from "@dailyleet/core";
import { copyProgram } from "./cli/homes.ts";
import { type History, keepHistory } from "./growth/history.ts";
import { pageFigures } from "./growth/page.ts";
import { atMost, type BenchOptions, type Figure, type Report } from "./support/figures.ts";
import { type Program, timeProgram } from "./support/program.ts";
import { inRounds } from "./support/rounds.ts";

const MANY = 10;
const BARE_EXPORT = join(import.meta.dirname, "growth/bareExport.cjs");
const COMMANDS = [[], ["today"], ["status"], ["stats"]] as const;

interface Person {
  readonly history: History;
  readonly home: string;
}

/** What ten years of ticks and marks cost beside one: whole processes of the terminal, and the page. */
export async function bench({ isQuick }: BenchOptions): Promise<Report> {
  const scratch = mkdtempSync(join(tmpdir(), "dailyleet-bench-growth-"));
  try {
    const cli = copyProgram(scratch);
    const [one, many] = [newPerson(scratch, 1), newPerson(scratch, MANY)];
    const figures = [
      ...(await terminalFigures(cli, one, many, isQuick ? 3 : 21)),
      ...(await pageFigures(one.home, many.home, isQuick ? 2 : 9)),
    ];
    return { part: "growth", figures, versions: { node: process.version } };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function newPerson(scratch: string, years: number): Person {
  const home = join(scratch, `${years} years`);
  mkdirSync(home, { mode: 0o700 });
  return { home, history: keepHistory(join(home, "dailyleet.db"), civilDateAt(Date.now()), years) };
}

async function terminalFigures(cli: string, one: Person, many: Person, rounds: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const command of COMMANDS) {
    const run = ({ home }: Person): Program => ({
      args: [cli, ...command],
      env: { HOME: home, DAILYLEET_HOME: home },
    });
    const times = await inRounds(rounds, "one", {
      one: () => timeProgram(run(one)),
      many: () => timeProgram(run(many)),
    });
    const name = ["dailyleet", ...command].join(" ");
    figures.push(growth(name, "time", times.many.ratio, times));
  }
  return [...figures, ...(await exportFigures(cli, one, many, rounds))];
}

/**
 * An export of ten years holds ten times as much, so it is compared with what reads and writes as much and does nothing
 * else, and by what a cell takes.
 */
async function exportFigures(cli: string, one: Person, many: Person, rounds: number): Promise<Figure[]> {
  const exported = ({ home }: Person) =>
    timeProgram({ args: [cli, "export"], env: { HOME: home, DAILYLEET_HOME: home } });
  const bare = ({ home }: Person) => timeProgram({ args: [BARE_EXPORT, join(home, "dailyleet.db")] });
  const times = await inRounds(rounds, "one", {
    one: () => exported(one),
    "one, bare": () => bare(one),
    many: () => exported(many),
    "many, bare": () => bare(many),
  });
  const beside = times.many.median / times["many, bare"].median / (times.one.median / times["one, bare"].median);
  const perCell = times.many.ratio * (one.history.cells / many.history.cells);
  return [
    growth("dailyleet export", "time, beside reading and writing as much", beside, times),
    growth("dailyleet export", "time for each cell", perCell, times),
  ];
}

function growth(
  name: string,
  measure: string,
  value: number,
  times: Readonly<Record<"one" | "many", { median: number }>>,
): Figure {
  const absolute = `${times.many.median.toFixed(0)} ms to ${times.one.median.toFixed(0)} ms`;
  return { name, measure, value, unit: "x", against: "one year", absolute, target: atMost(1.2) };
}
