import {
  type Cell,
  type CivilDate,
  type Mark,
  type MarkChange,
  markCell,
  SOURCE_NUMBERS,
  stateIn,
  tickCell,
} from "@dailyleet/core";
import { createDocumentStore, createOutbox, type Database } from "@dailyleet/local";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mark, tick } from "../support/changes.ts";
import { isLong } from "../support/long.ts";
import { databasesInMemory } from "./support/inMemory.ts";
import { createPrograms, type Fault, type Program } from "./support/program.ts";
import { cellsAt, createAcceptedLog, type Server } from "./support/world.ts";

const [serverDatabase, ...deviceDatabases] = databasesInMemory(4) as [Database, ...Database[]];

const RUNS = isLong ? 5_000 : 120;
const DAYS = [1, 59, 60, 364, 365];
const QUESTIONS = ["leetcode.com/problems/two-sum", "a`b", "constructor"];
const DATES = ["2026-12-31", "2027-01-01"];
const OLD_YEAR = 2026;
const DECEMBER: CivilDate = { year: OLD_YEAR, month: 12, day: 31 };
const JANUARY: CivilDate = { year: OLD_YEAR + 1, month: 1, day: 1 };

/** The first device is a browser with two tabs. */
const TABS = [2, 1, 1];

type Step =
  | { kind: "tick"; program: number; day: number; source: 1 | 2 | 3 | 4 | 5; done: boolean }
  | { kind: "mark"; program: number; change: MarkChange }
  | { kind: "fault"; program: number; fault: Fault }
  | { kind: "flush" | "open" | "crash" | "deliver" | "newYear"; program: number }
  | { kind: "signIn"; program: number; person: number };

const NETWORK_FAULTS = ["none", "offline", "lostAnswer", "late"] as const;
const FAULTS: readonly Fault[] = [...NETWORK_FAULTS, "fullDisk", "crashBeforeWrite", "crashBeforeAcknowledge"];
const program = fc.integer({ min: 0, max: 3 });
const kindOf = <Kind extends string>(...kinds: readonly Kind[]) => fc.constantFrom(...kinds);
const clicked = fc.record({
  kind: kindOf("tick"),
  program,
  day: fc.constantFrom(...DAYS),
  source: fc.constantFrom(...SOURCE_NUMBERS),
  done: fc.boolean(),
});
const change = fc.record({
  table: fc.constant("marks" as const),
  row: fc.constantFrom(...QUESTIONS),
  column: fc.constantFrom(...DATES),
  state: fc.constantFrom<Mark>(0, 1, 2, 3, 4),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: clicked },
  { weight: 5, arbitrary: fc.record({ kind: kindOf("mark"), program, change }) },
  { weight: 4, arbitrary: fc.record({ kind: kindOf("fault"), program, fault: fc.constantFrom(...FAULTS) }) },
  { weight: 8, arbitrary: fc.record({ kind: kindOf("flush", "open", "crash", "deliver"), program }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf("newYear"), program }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf("signIn"), program, person: fc.integer({ min: 0, max: 1 }) }) },
);

/** Ticked, sent without an answer, unticked while the server knows of neither; then the first request arrives. */
const overtakenByALateRequest: Step[] = [
  { kind: "tick", program: 0, day: 1, source: 1, done: true },
  { kind: "fault", program: 0, fault: "late" },
  { kind: "flush", program: 0 },
  { kind: "fault", program: 0, fault: "none" },
  { kind: "tick", program: 0, day: 1, source: 1, done: false },
  { kind: "flush", program: 0 },
  { kind: "deliver", program: 0 },
];

/** The same with a mark that is taken back. */
const markOvertakenByALateRequest = overtakenByALateRequest.map((step): Step => {
  if (step.kind !== "tick") return step;
  return { kind: "mark", program: step.program, change: mark("constructor", step.done ? 3 : 0, "2026-12-31") };
});

let run = 0;

describe("three devices, two people, a bad network and a year's end", () => {
  it(`loses nothing, invents nothing and converges (${RUNS} runs of up to 100 steps)`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 100, size: "max" }), async (steps) => simulate(steps)),
      { numRuns: RUNS, examples: [[overtakenByALateRequest], [markOvertakenByALateRequest]] },
    );
  });
});

async function simulate(steps: Step[]): Promise<void> {
  run++;
  const people = [`asha${run}`, `ben${run}`];
  const server: Server = { documents: (uid) => createDocumentStore(serverDatabase, uid) };
  const log = createAcceptedLog(server);
  const programs = deviceDatabases.flatMap((database, index) =>
    createPrograms(`device${index}`, TABS[index] ?? 1, createOutbox(database), server, log),
  );
  const today = programs.map(() => DECEMBER);
  for (const each of programs) each.signIn(people[0] as string);

  for (const next of steps) await take(next, programs, today, people);

  // Everybody comes back to a good network, in the new year, and every person's outbox is sent.
  for (const person of people) {
    for (const each of programs) {
      await each.deliverLate();
      each.setFault("none");
      each.setToday(JANUARY);
      each.signIn(person);
      await each.flush();
    }
  }
  expect(log.faults, "acknowledged, but not stored").toEqual([]);
  for (const person of people) await checkPerson(person, programs, server, log);
}

async function take(next: Step, programs: Program[], today: CivilDate[], people: string[]): Promise<void> {
  const each = programs[next.program] as Program;
  const date = today[next.program] as CivilDate;
  each.setToday(date);
  if (next.kind === "tick") await each.set(tick(date.year, next.day, next.source, next.done));
  else if (next.kind === "mark") await each.set(next.change);
  else if (next.kind === "fault") each.setFault(next.fault);
  else if (next.kind === "flush") await each.flush();
  else if (next.kind === "open") await each.open(date.year);
  else if (next.kind === "crash") await each.crash();
  else if (next.kind === "deliver") await each.deliverLate();
  else if (next.kind === "newYear") today[next.program] = JANUARY;
  else if (next.kind === "signIn") each.signIn(people[next.person] as string);
}

async function checkPerson(
  person: string,
  programs: Program[],
  server: Server,
  log: ReturnType<typeof createAcceptedLog>,
): Promise<void> {
  for (const each of programs) {
    expect(await each.waiting(person)).toEqual([]);
    each.signIn(person);
    await each.open(JANUARY.year);
  }
  for (const table of [OLD_YEAR, OLD_YEAR + 1, "marks"] as const) {
    const stored = await cellsAt(server, person, table);
    for (const cell of table === "marks" ? MARK_CELLS : tickCells(table)) {
      const accepted = log.lastValues(person, cell);
      const value = stateIn(stored, cell);
      // The last word of one of the person's devices, and nothing that nobody asked for.
      expect(accepted.has(value) || (accepted.size === 0 && !value), `${person} ${JSON.stringify(cell)}`).toBe(true);
      if (table !== OLD_YEAR) for (const each of programs) expect(each.shown(cell)).toBe(value);
    }
  }
}

const tickCells = (year: number): Cell[] =>
  DAYS.flatMap((day) => SOURCE_NUMBERS.map((source) => tickCell(year, day, source)));
const MARK_CELLS: readonly Cell[] = QUESTIONS.flatMap((question) => DATES.map((date) => markCell(question, date)));
