import { createRequire } from "node:module";
import { join } from "node:path";
import {
  addDays,
  dayOfYear,
  formatDate,
  type Mark,
  progressOf,
  type QuestionMarks,
  questionsIn,
  readSpreadsheet,
} from "@dailyleet/core";
import { atMost, type BenchOptions, type Figure, type Report, type Target } from "./support/figures.ts";
import { installPeers, peerVersion } from "./support/peers.ts";
import { inRounds, timeCalls } from "./support/rounds.ts";
import { sheetOf, WRAPPING } from "./support/sheet.ts";

const ROWS = 5_000;
const QUESTIONS = 600;
const MARKS_EACH = 30;

/** A measured function and its baseline; both return milliseconds. */
interface Comparison {
  readonly name: string;
  readonly against: string;
  ours(): number;
  floor(): number;
  readonly target?: Target;
}

/** Measures pure functions of core, each relative to its baseline. */
export async function bench({ isQuick }: BenchOptions): Promise<Report> {
  const peers = installPeers("core", ["date-fns@4"]);
  const figures: Figure[] = [];
  for (const { name, against, ours, floor, target } of [sheet(), days(peers), practice()]) {
    const results = await inRounds(isQuick ? 9 : 41, "floor", { floor, ours });
    const detail = `${results.ours.median.toPrecision(3)} ms; ${against}`;
    figures.push({ name, value: results.ours.ratio, unit: "x", detail, ...(target && { target }) });
  }
  return { part: "Core", figures, versions: { node: process.version, "date-fns": peerVersion(peers, "date-fns") } };
}

function sheet(): Comparison {
  const text = sheetOf(ROWS);
  const [before, after] = WRAPPING;
  return {
    name: `read a sheet of ${ROWS.toLocaleString("en")} rows`,
    against: "slice and JSON.parse",
    floor: () => timeCalls(3, () => JSON.parse(text.slice(before.length, -after.length))),
    ours: () => timeCalls(3, () => questionsIn(readSpreadsheet(text))),
    target: atMost(1.35),
  };
}

function days(peers: string): Comparison {
  const dateFns = createRequire(join(peers, "package.json"))("date-fns") as { getDayOfYear(date: Date): number };
  const dates = Array.from({ length: 365 }, (_, day) => new Date(2026, 0, day + 1));
  const civil = dates.map((date) => ({ month: date.getMonth() + 1, day: date.getDate() }));
  return {
    name: "day of the year",
    against: "date-fns",
    floor: () => timeCalls(20, () => dates.reduce((sum, date) => sum + dateFns.getDayOfYear(date), 0)) / dates.length,
    ours: () => timeCalls(200, () => civil.reduce((sum, date) => sum + dayOfYear(date), 0)) / dates.length,
    target: atMost(0.03),
  };
}

/** The states of 600 questions with 30 marks each; the baseline sorts the dates. */
function practice(): Comparison {
  const [first, today] = [
    { year: 2023, month: 1, day: 1 },
    { year: 2026, month: 12, day: 31 },
  ];
  const dates = Array.from({ length: MARKS_EACH }, (_, index) => formatDate(addDays(first, index * (index + 1))));
  const marks = Object.fromEntries(dates.map((date, index) => [date, (1 + (index % 4)) as Mark]));
  const questions = (): QuestionMarks[] => Array.from({ length: QUESTIONS }, () => ({ ...marks }));
  return {
    name: `replay ${(QUESTIONS * MARKS_EACH).toLocaleString("en")} marks`,
    against: "sort and read their dates",
    floor: () => timeCalls(1, () => questions().map((own) => Object.keys(own).sort().map(Date.parse))),
    ours: () => timeCalls(1, () => questions().map((own) => progressOf({ own }, "own", today, null))),
  };
}
