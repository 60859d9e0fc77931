import {
  type Cell,
  type Mark,
  type MarkChange,
  markCell,
  type NamedTable,
  type PersonSettings,
  SETTING_PARTS,
  SOURCE_NUMBERS,
  settingCell,
  settingChanges,
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
const HOUR = 3_600_000;
/** A week from Monday to Sunday, over the year's end. */
const FIRST_EVENING = new Date(OLD_YEAR, 11, 28, 20).getTime();
const LAST_EVENING = new Date(OLD_YEAR + 1, 0, 3, 20).getTime();
/** Each name comes from its owner's settings. */
const NAMES = ["asha", "ben"];

/** Tabs of each device; the first device is a browser with two tabs. */
const TABS = [2, 1, 1];

type Step =
  | { kind: "tick"; program: number; day: number; source: 1 | 2 | 3 | 4 | 5; done: boolean }
  | { kind: "mark"; program: number; change: MarkChange }
  | { kind: "setting"; program: number; row: string; texts: PersonSettings[string] }
  | { kind: "fault"; program: number; fault: Fault }
  | { kind: "flush" | "open" | "crash" | "deliver"; program: number }
  | { kind: "later"; program: number; hours: number }
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
/** Values for settings; OWN stands for the person's name. */
const TEXTS: Readonly<Record<string, readonly PersonSettings[string][]>> = {
  list: [{ value: "all" }, { value: "neetcode150" }],
  plan: [{ until: "2027-01-05" }, { until: "2027-03-31" }],
  dayEndsAt: [{ value: "03:00" }, { value: "06:00" }],
  "rest.weekdays": [{ value: "sat,sun" }, { value: "wed" }],
  "rest.perMonth": [{ value: "2" }, { value: "0" }],
  "account.leetcode": [{ value: "OWN" }, { value: "OWN_2" }],
  "source.2": [
    { name: "OWN's", url: "https://leetcode.com/problemset/" },
    { name: "OWN's", url: "https://OWN.example/" },
  ],
  problems: [{ value: "on" }],
};
const setting = fc.constantFrom(...Object.keys(TEXTS)).chain((row) =>
  fc.record({
    kind: kindOf("setting"),
    program,
    row: fc.constant(row),
    texts: fc.constantFrom({}, ...(TEXTS[row] ?? [])),
  }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: clicked },
  { weight: 5, arbitrary: fc.record({ kind: kindOf("mark"), program, change }) },
  { weight: 6, arbitrary: setting },
  { weight: 4, arbitrary: fc.record({ kind: kindOf("fault"), program, fault: fc.constantFrom(...FAULTS) }) },
  { weight: 8, arbitrary: fc.record({ kind: kindOf("flush", "open", "crash", "deliver"), program }) },
  { weight: 3, arbitrary: fc.record({ kind: kindOf("later"), program, hours: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf("signIn"), program, person: fc.integer({ min: 0, max: 1 }) }) },
);

/** A tick is sent and gets no answer, then unticked before the server knows it; then the first request arrives. */
const overtakenByALateRequest: Step[] = [
  { kind: "tick", program: 0, day: 1, source: 1, done: true },
  { kind: "fault", program: 0, fault: "late" },
  { kind: "flush", program: 0 },
  { kind: "fault", program: 0, fault: "none" },
  { kind: "tick", program: 0, day: 1, source: 1, done: false },
  { kind: "flush", program: 0 },
  { kind: "deliver", program: 0 },
];

/** The same steps with a mark that is withdrawn. */
const markOvertakenByALateRequest = overtakenByALateRequest.map((step): Step => {
  if (step.kind !== "tick") return step;
  return { kind: "mark", program: step.program, change: mark("constructor", step.done ? 3 : 0, "2026-12-31") };
});

/** The same steps with a setting that is reset. */
const settingOvertakenByALateRequest = overtakenByALateRequest.map((step): Step => {
  if (step.kind !== "tick") return step;
  return { kind: "setting", program: step.program, row: "list", texts: { value: step.done ? "all" : "" } };
});

let run = 0;

describe("three devices, two people with their own settings, a bad network and a week with a year's end", () => {
  it(`loses nothing, invents nothing and converges (${RUNS} runs of up to 100 steps)`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 100, size: "max" }), async (steps) => simulate(steps)),
      {
        numRuns: RUNS,
        examples: [[overtakenByALateRequest], [markOvertakenByALateRequest], [settingOvertakenByALateRequest]],
      },
    );
  });
});

async function simulate(steps: Step[]): Promise<void> {
  run++;
  const people = NAMES.map((name) => `${name}${run}`);
  const server: Server = { documents: (uid) => createDocumentStore(serverDatabase, uid) };
  const log = createAcceptedLog(server);
  const programs = deviceDatabases.flatMap((database, index) =>
    createPrograms(`device${index}`, TABS[index] ?? 1, createOutbox(database), server, log),
  );
  const clocks = programs.map(() => FIRST_EVENING);
  for (const each of programs) each.signIn(people[0] as string);

  for (const next of steps) await take(next, programs, clocks, people);

  // At the week's end every program has a good network, and every outbox is sent.
  for (const person of people) {
    for (const each of programs) {
      await each.deliverLate();
      each.setFault("none");
      each.setClock(LAST_EVENING);
      each.signIn(person);
      await each.flush();
    }
  }
  expect(log.faults, "acknowledged, but not stored").toEqual([]);
  for (const person of people) await checkPerson(person, programs, server, log);
}

async function take(next: Step, programs: Program[], clocks: number[], people: string[]): Promise<void> {
  const each = programs[next.program] as Program;
  const now = clocks[next.program] as number;
  each.setClock(now);
  const today = each.today();
  if (next.kind === "tick") await each.set(tick(today.year, next.day, next.source, next.done));
  else if (next.kind === "mark") await each.set(next.change);
  else if (next.kind === "setting") {
    const texts = Object.entries(next.texts).map(([part, text]) => [part, text.replace("OWN", each.owner())]);
    const situation = { config: each.config(), today };
    await each.set(...settingChanges(next.row, Object.fromEntries(texts), situation));
  } else if (next.kind === "fault") each.setFault(next.fault);
  else if (next.kind === "flush") await each.flush();
  else if (next.kind === "open") await each.open(today.year);
  else if (next.kind === "crash") await each.crash();
  else if (next.kind === "deliver") await each.deliverLate();
  else if (next.kind === "later") clocks[next.program] = Math.min(now + next.hours * HOUR, LAST_EVENING);
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
    await each.open(OLD_YEAR + 1);
  }
  for (const table of [OLD_YEAR, OLD_YEAR + 1, "marks", "settings"] as const) {
    const stored = await cellsAt(server, person, table);
    for (const cell of typeof table === "number" ? tickCells(table) : NAMED_CELLS[table]) {
      const accepted = log.lastValues(person, cell);
      const value = stateIn(stored, cell);
      // The cell has the last value that one of the person's devices gave it, or no value if no device changed it.
      expect(accepted.has(value) || (accepted.size === 0 && !value), `${person} ${JSON.stringify(cell)}`).toBe(true);
      if (table !== OLD_YEAR) for (const each of programs) expect(each.shown(cell)).toBe(value);
    }
  }
  const [config, ...others] = programs.map((each) => each.config());
  for (const other of others) expect(other).toEqual(config);
  expect(config?.unusable).toEqual([]);
}

const tickCells = (year: number): Cell[] =>
  DAYS.flatMap((day) => SOURCE_NUMBERS.map((source) => tickCell(year, day, source)));
const NAMED_CELLS: Readonly<Record<NamedTable, readonly Cell[]>> = {
  marks: QUESTIONS.flatMap((question) => DATES.map((date) => markCell(question, date))),
  settings: Object.entries(SETTING_PARTS).flatMap(([key, parts]) => parts.map((part) => settingCell(key, part))),
};
