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
import { atMost, type Figure, type Report } from "./support/figures.ts";
import type { BenchOptions } from "./support/options.ts";
import { installPeers, peerVersion } from "./support/peers.ts";
import { inRounds, timeCalls } from "./support/rounds.ts";
import { sheetOf } from "./support/sheet.ts";

const ROWS = 5_000;

/** The pure functions against what any program has to do. */
export async function bench({ isQuick }: BenchOptions): Promise<Report> {
  const rounds = isQuick ? 9 : 41;
  const peers = installPeers("core", ["date-fns@4"]);
  const figures = [
    ...(await sheet(rounds)),
    ...(await days(rounds, peers)),
    ...(await merging(rounds)),
    ...(await statistics(rounds)),
    ...(await practice(rounds)),
  ];
  return {
    part: "core",
    figures,
    versions: { node: process.version, "date-fns": peerVersion(peers, "date-fns") },
  };
}

async function sheet(rounds: number): Promise<Figure[]> {
  const text = sheetOf(ROWS);
  const { ours, floor } = await inRounds(rounds, "floor", {
    floor: () => timeCalls(3, () => JSON.parse(text.slice(SHEET_PREFIX.length, -SHEET_SUFFIX.length))),
    ours: () => timeCalls(3, () => parseSheet(text)),
  });
  const absolute = `${ours.median.toFixed(1)} ms to ${floor.median.toFixed(1)} ms`;
  const name = `a sheet of ${ROWS.toLocaleString("en")} rows`;
  return [
    {
      name,
      measure: "parse and map",
      value: ours.ratio,
      unit: "x",
      against: "slice + JSON.parse",
      absolute,
      target: atMost(1.35),
      limit: 1.25,
    },
  ];
}

async function days(rounds: number, peers: string): Promise<Figure[]> {
  const dateFns = createRequire(join(peers, "package.json"))("date-fns") as { getDayOfYear(date: Date): number };
  const dates = Array.from({ length: 365 }, (_, day) => new Date(2026, 0, day + 1));
  const civil = dates.map((date) => ({ month: date.getMonth() + 1, day: date.getDate() }));
  const { ours, theirs } = await inRounds(rounds, "theirs", {
    theirs: () => timeCalls(20, () => dates.reduce((sum, date) => sum + dateFns.getDayOfYear(date), 0)) / dates.length,
    ours: () => timeCalls(200, () => civil.reduce((sum, date) => sum + dayOfYear(date), 0)) / dates.length,
  });
  const absolute = `${(ours.median * 1e6).toFixed(1)} ns to ${(theirs.median * 1e6).toFixed(0)} ns`;
  return [
    {
      name: "day of the year",
      measure: "time",
      value: ours.ratio,
      unit: "x",
      against: "date-fns",
      absolute,
      target: atMost(0.03),
    },
  ];
}

/** 200 unsent changes over a full year, as after a week without network. */
async function merging(rounds: number): Promise<Figure[]> {
  const year = fullYear();
  const changes = Array.from({ length: 200 }, (_, index): TickChange => {
    return { year: 2026, day: 1 + (index % 40), source: (1 + (index % 5)) as SourceNumber, done: index % 3 > 0 };
  });
  const { ours, floor } = await inRounds(rounds, "floor", {
    floor: () => timeCalls(50, () => new Map(changes.map((change) => [cellKey(change), change]))),
    ours: () => timeCalls(50, () => overlay(year, coalesce(changes), 2026)),
  });
  const name = "200 unsent changes over a full year";
  const absolute = `${(ours.median * 1e3).toFixed(0)} µs to ${(floor.median * 1e3).toFixed(0)} µs`;
  return [{ name, measure: "merge", value: ours.ratio, unit: "x", against: "putting them into a Map", absolute }];
}

/** Totals, streaks and strength; the floor looks at each cell of the year once. */
async function statistics(rounds: number): Promise<Figure[]> {
  const year = fullYear();
  const today = { year: 2026, month: 12, day: 31 };
  const { ours, floor } = await inRounds(rounds, "floor", {
    floor: () => timeCalls(50, () => Object.values(year).flatMap((day) => Object.values(day).filter(Boolean)).length),
    ours: () => timeCalls(50, () => yearSummary({ 2026: year }, 2026, today)),
  });
  const absolute = `${(ours.median * 1e3).toFixed(0)} µs to ${(floor.median * 1e3).toFixed(0)} µs`;
  return [
    {
      name: "a year's statistics",
      measure: "time",
      value: ours.ratio,
      unit: "x",
      against: "counting its cells",
      absolute,
    },
  ];
}

const QUESTIONS = 600;
const MARKS_EACH = 30;

/** Where somebody stands with 600 questions of 30 marks, nothing kept from before; the floor sorts the dates. */
async function practice(rounds: number): Promise<Figure[]> {
  const first = { year: 2023, month: 1, day: 1 };
  const today = { year: 2026, month: 12, day: 31 };
  const dates = Array.from({ length: MARKS_EACH }, (_, index) => formatDate(addDays(first, index * (index + 1))));
  const marks = Object.fromEntries(dates.map((date, index) => [date, (1 + (index % 4)) as Mark]));
  const questions = (): QuestionMarks[] => Array.from({ length: QUESTIONS }, () => ({ ...marks }));
  const { ours, floor } = await inRounds(rounds, "floor", {
    floor: () => timeCalls(1, () => questions().map((own) => Object.keys(own).sort().map(Date.parse))),
    ours: () => timeCalls(1, () => questions().map((own) => progressOf({ own }, "own", today))),
  });
  const name = `practice: ${(QUESTIONS * MARKS_EACH).toLocaleString("en")} marks replayed`;
  const absolute = `${ours.median.toFixed(1)} ms to ${floor.median.toFixed(1)} ms`;
  return [{ name, measure: "time", value: ours.ratio, unit: "x", against: "reading their dates", absolute }];
}

function fullYear(): Ticks {
  const day = { 1: true, 2: true, 3: false, 4: true, 5: true };
  return Object.fromEntries(Array.from({ length: 365 }, (_, index) => [index + 1, day]));
}
