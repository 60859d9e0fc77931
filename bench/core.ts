import { createRequire } from "node:module";
import { join } from "node:path";
import {
  addDays,
  cellKey,
  coalesce,
  dayOfYear,
  formatDate,
  type Mark,
  overlay,
  parseSheet,
  progressOf,
  type QuestionMarks,
  SHEET_PREFIX,
  SHEET_SUFFIX,
  type SourceNumber,
  type TickChange,
  type Ticks,
  yearSummary,
} from "@dailyleet/core";
import { atMost, type BenchOptions, type Figure, type Report, type Target } from "./support/figures.ts";
import { installPeers, peerVersion } from "./support/peers.ts";
import { inRounds, type Measured, timeCalls } from "./support/rounds.ts";
import { sheetOf } from "./support/sheet.ts";

const ROWS = 5_000;
const QUESTIONS = 600;
const MARKS_EACH = 30;
const SCALES = { ms: 1, µs: 1e3, ns: 1e6 } as const;

/** What is measured, both in milliseconds, beside what any program has to do. */
interface Comparison {
  readonly name: string;
  readonly measure: string;
  readonly against: string;
  /** For the absolute times. */
  readonly unit: keyof typeof SCALES;
  ours(): number;
  floor(): number;
  readonly target?: Target;
  readonly limit?: number;
}

/** The pure functions against what any program has to do. */
export async function bench({ isQuick }: BenchOptions): Promise<Report> {
  const peers = installPeers("core", ["date-fns@4"]);
  const figures: Figure[] = [];
  for (const comparison of [sheet(), days(peers), merging(), statistics(), practice()]) {
    figures.push(await compare(isQuick ? 9 : 41, comparison));
  }
  return {
    part: "core",
    figures,
    versions: { node: process.version, "date-fns": peerVersion(peers, "date-fns") },
  };
}

async function compare(rounds: number, { unit, ours, floor, ...what }: Comparison): Promise<Figure> {
  const results = await inRounds(rounds, "floor", { floor, ours });
  const show = ({ median }: Measured) => `${Number((median * SCALES[unit]).toPrecision(3))} ${unit}`;
  const absolute = `${show(results.ours)} to ${show(results.floor)}`;
  return { ...what, value: results.ours.ratio, unit: "x", absolute };
}

function sheet(): Comparison {
  const text = sheetOf(ROWS);
  return {
    name: `a sheet of ${ROWS.toLocaleString("en")} rows`,
    measure: "parse and map",
    against: "slice + JSON.parse",
    unit: "ms",
    floor: () => timeCalls(3, () => JSON.parse(text.slice(SHEET_PREFIX.length, -SHEET_SUFFIX.length))),
    ours: () => timeCalls(3, () => parseSheet(text)),
    target: atMost(1.35),
    limit: 1.25,
  };
}

function days(peers: string): Comparison {
  const dateFns = createRequire(join(peers, "package.json"))("date-fns") as { getDayOfYear(date: Date): number };
  const dates = Array.from({ length: 365 }, (_, day) => new Date(2026, 0, day + 1));
  const civil = dates.map((date) => ({ month: date.getMonth() + 1, day: date.getDate() }));
  return {
    name: "day of the year",
    measure: "time",
    against: "date-fns",
    unit: "ns",
    floor: () => timeCalls(20, () => dates.reduce((sum, date) => sum + dateFns.getDayOfYear(date), 0)) / dates.length,
    ours: () => timeCalls(200, () => civil.reduce((sum, date) => sum + dayOfYear(date), 0)) / dates.length,
    target: atMost(0.03),
  };
}

/** 200 unsent changes over a full year, as after a week without network. */
function merging(): Comparison {
  const year = fullYear();
  const changes = Array.from({ length: 200 }, (_, index): TickChange => {
    return { year: 2026, day: 1 + (index % 40), source: (1 + (index % 5)) as SourceNumber, done: index % 3 > 0 };
  });
  return {
    name: "200 unsent changes over a full year",
    measure: "merge",
    against: "putting them into a Map",
    unit: "µs",
    floor: () => timeCalls(50, () => new Map(changes.map((change) => [cellKey(change), change]))),
    ours: () => timeCalls(50, () => overlay(year, coalesce(changes), 2026)),
  };
}

/** Totals, streaks and strength; the floor looks at each cell of the year once. */
function statistics(): Comparison {
  const year = fullYear();
  const today = { year: 2026, month: 12, day: 31 };
  return {
    name: "a year's statistics",
    measure: "time",
    against: "counting its cells",
    unit: "µs",
    floor: () => timeCalls(50, () => Object.values(year).flatMap((day) => Object.values(day).filter(Boolean)).length),
    ours: () => timeCalls(50, () => yearSummary({ 2026: year }, 2026, today)),
  };
}

/** Where somebody stands with 600 questions of 30 marks, nothing kept from before; the floor sorts the dates. */
function practice(): Comparison {
  const first = { year: 2023, month: 1, day: 1 };
  const today = { year: 2026, month: 12, day: 31 };
  const dates = Array.from({ length: MARKS_EACH }, (_, index) => formatDate(addDays(first, index * (index + 1))));
  const marks = Object.fromEntries(dates.map((date, index) => [date, (1 + (index % 4)) as Mark]));
  const questions = (): QuestionMarks[] => Array.from({ length: QUESTIONS }, () => ({ ...marks }));
  return {
    name: `practice: ${(QUESTIONS * MARKS_EACH).toLocaleString("en")} marks replayed`,
    measure: "time",
    against: "reading their dates",
    unit: "ms",
    floor: () => timeCalls(1, () => questions().map((own) => Object.keys(own).sort().map(Date.parse))),
    ours: () => timeCalls(1, () => questions().map((own) => progressOf({ own }, "own", today))),
  };
}

function fullYear(): Ticks {
  const day = { 1: true, 2: true, 3: false, 4: true, 5: true };
  return Object.fromEntries(Array.from({ length: 365 }, (_, index) => [index + 1, day]));
}
