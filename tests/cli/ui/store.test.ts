import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DailyleetError, doneCells } from "@dailyleet/core";
import { openDatabase } from "@dailyleet/local";
import { describe, expect, it } from "vitest";
import type { Context } from "../../../packages/cli/src/context.ts";
import { knownConfig } from "../../../packages/cli/src/files/settings.ts";
import { capabilitiesOf } from "../../../packages/cli/src/terminal/capabilities.ts";
import { selectedQuestion, shownQuestions } from "../../../packages/cli/src/ui/state.ts";
import { createStore, openingState, type PracticeRequest } from "../../../packages/cli/src/ui/tasks.ts";
import { doneIn } from "../../support/cliProcess.ts";
import { contextOf, runInProcess } from "../../support/inProcess.ts";
import { tempDirectory } from "../../support/tempDirectory.ts";
import { NOTHING_THERE } from "../support/home.ts";

const NOON = new Date(2026, 10, 22, 12).getTime();
const DAY = 24 * 60 * 60 * 1000;
const NAMED: Readonly<Record<string, string>> = { "\t": "tab", "\r": "return", "\u001b": "escape" };

/** The store of the `ui` screen, for a person who ran the commands `before`. */
async function open(
  before: readonly (readonly string[])[] = [],
  more: Partial<Context> = {},
  practice: PracticeRequest | null = null,
) {
  const home = tempDirectory();
  const run = async (...args: string[]) => (await runInProcess(home, args, { now: () => NOON })).stdout;
  for (const args of before) await run(...args);
  const clock = { time: NOON };
  const told = { stdout: "", stderr: "", code: 0 };
  const context = contextOf(home, told, { now: () => clock.time, ...more });
  const options = { color: "never" } as const;
  const copied: string[] = [];
  const copy = (text: string) => void copied.push(text);
  const terminal = await capabilitiesOf(context, options);
  const services = { context, options, terminal, told: [], copy };
  const store = createStore(await openingState(context, knownConfig(context), options, practice), services);
  const type = async (keys: string) => {
    for (const char of keys) store.press(NAMED[char] ?? char);
    await store.settled();
    return store.state();
  };
  const doneToday = async () => doneIn(await run("today", "--json"));
  return { home, run, doneToday, clock, store, told, copied, type };
}

const reopen = (home: string) => {
  const context = contextOf(home, { stdout: "", stderr: "", code: 0 }, { now: () => NOON });
  return openingState(context, knownConfig(context), { color: "never" }, null);
};

describe("what is pressed on the screen", () => {
  it("is not saved in an empty database once the one that was open is gone", async () => {
    const { type, home } = await open([["tick", "1"]]);
    for (const end of ["", "-wal", "-shm"]) rmSync(join(home, `dailyleet.db${end}`), { force: true });
    expect((await type("2")).message).toMatch(/^The database .* is gone; nothing was saved; .*'dailyleet restore'\.$/);
    expect(existsSync(join(home, "dailyleet.db"))).toBe(false);
    expect((await reopen(home)).message).toMatch(/^1 tick in the backup of .*: dailyleet restore$/);
  });

  it("is what the other verbs see, and nothing is printed meanwhile", async () => {
    const { type, told, doneToday } = await open();
    const state = await type("133");
    expect(state.tasks).toEqual([]);
    expect(state.years[2026]?.[326]).toEqual({ 1: true, 3: true });
    expect(state.message).toBe("GeeksforGeeks, 2026-11-22: Done (was Untried).");
    expect(await doneToday()).toEqual([1, 3]);
    expect({ ...told, stderr: told.stderr.replace(NOTHING_THERE, "") }).toEqual({ stdout: "", stderr: "", code: 0 });
  });

  it("can be undone and redone, here and there", async () => {
    const { type, run, doneToday } = await open();
    await type("1");
    expect((await type("u")).message).toBe("Undone: LeetCode, 2026-11-22: Untried (was Done).");
    expect(await doneToday()).toEqual([]);
    expect((await type("u")).message).toContain("Nothing to undo");
    expect((await type("r")).message).toBe("Redone: LeetCode, 2026-11-22: Done (was Untried).");
    await run("undo");
    expect(await doneToday()).toEqual([]);
  });

  it("shows what is undone: the day, of whatever year, or the question, and its name", async () => {
    const { type } = await open([
      ["tick", "all", "--date", "2025-11-21"],
      ["mark", "3sum", "solved"],
      ["mark", "two sum", "hint"],
    ]);
    const first = await type("u");
    expect([first.view, selectedQuestion(first)?.question.name]).toEqual(["questions", "Two Sum"]);
    expect(first.message).toBe("Undone: Two Sum: mark removed (was hint) - new.");
    const second = await type("/tree\ru");
    expect([second.list.filter, selectedQuestion(second)?.question.name]).toEqual(["", "3Sum"]);
    const third = await type("\ru");
    const selected = { year: 2025, month: 11, day: 21 };
    expect(third).toMatchObject({ view: "calendar", list: { opened: null }, selected });
    expect(third.years[2025] && doneCells(third.years[2025])).toEqual([]);
    expect(third.message).toMatch(/^Undone: tick of .*, 5 changes\.$/);
  });

  it("marks questions, and says when they come back", async () => {
    const { type, run } = await open();
    const state = await type("\t3");
    const told = "Two Sum: solved - comes back on 2026-11-25 (in 3 days).";
    expect(state.message).toBe(`${told} LeetCode is not ticked today: 1 in the calendar.`);
    expect(state.questions[0]?.progress).toMatchObject({ state: "learning", due: "2026-11-25" });
    expect(JSON.parse(await run("export")).practice).toEqual({ "leetcode.com/problems/two-sum": { "2026-11-22": 3 } });
  });

  it("stays about the opened question when its mark takes it off the list, and goes on with the next one", async () => {
    const { type } = await open(["1", "2", "3"].map((name) => ["mark", name, "solution", "--date", "2026-11-01"]));
    const [first, second, third] = shownQuestions(await type("\td")).map(({ key }) => key);
    const marked = await type("\r3");
    expect(shownQuestions(marked).map(({ key }) => key)).toEqual([second, third]);
    expect(selectedQuestion(marked)?.key).toBe(first);
    expect((await type("0")).marks[first ?? ""]?.["2026-11-22"]).toBe(0);
    expect(selectedQuestion(await type("3\u001b"))?.key).toBe(second);
    expect(selectedQuestion(await type("jl3\t\t"))?.key).toBe(second);
    expect(selectedQuestion(await type("d\r\u001b"))?.key).toBe(first);
  });

  it("reads another year when it is reached", async () => {
    const { type } = await open([["tick", "4", "--date", "2025-11-22"]]);
    expect((await type("<")).years[2025]?.[326]).toEqual({ 4: true });
  });

  it("stands beside what others do meanwhile, which is seen at the next refresh", async () => {
    const { store, run } = await open();
    await run("tick", "2");
    store.add({ kind: "refresh" });
    await store.settled();
    expect(store.state().years[2026]?.[326]).toEqual({ 2: true });
  });
});

describe("at midnight", () => {
  const monday = { year: 2026, month: 11, day: 23 };

  it("the selection goes along with today, and a tick is the new day's", async () => {
    const { store, type, clock } = await open();
    clock.time += DAY;
    store.add({ kind: "refresh" });
    expect((await type("1")).years[2026]).toEqual({});
    await store.settled();
    expect(store.state()).toMatchObject({ today: monday, selected: monday });
    expect((await type("1")).years[2026]).toEqual({ 327: { 1: true } });
  });

  it.each([
    ["a tick", "", "1", { years: { 2026: { 327: { 1: true } } } }],
    ["a mark", "\t", "3", { marks: { "leetcode.com/problems/two-sum": { "2026-11-23": 3 } } }],
  ])("%s that is pressed before the screen has turned is asked for again", async (_, before, key, made) => {
    const { type, clock } = await open();
    await type(before);
    clock.time += DAY;
    expect(await type(key)).toMatchObject({
      ...{ today: monday, selected: monday, years: { 2026: {} }, marks: {}, tasks: [] },
      message: "It is Monday, November 23, 2026 now; press the key again.",
    });
    expect(await type(key)).toMatchObject(made);
  });

  it("another selected day stays selected", async () => {
    const { type, clock } = await open();
    await type("k");
    clock.time += DAY;
    expect(await type("?")).toMatchObject({ today: monday, selected: { year: 2026, month: 11, day: 21 } });
  });
});

describe("a database that is damaged while it is open", () => {
  it("names the way to a backup", async () => {
    const { type, home, run } = await open();
    writeFileSync(join(home, "given.json"), JSON.stringify({ version: 1, years: { 2026: { 1: { 1: true } } } }));
    await run("import", join(home, "given.json"));
    for (const file of ["dailyleet.db-wal", "dailyleet.db-shm"]) rmSync(join(home, file), { force: true });
    writeFileSync(join(home, "dailyleet.db"), "x".repeat(8192));
    const { message } = await type("1");
    expect(message).toContain("'dailyleet restore'");
  });
});

describe("settings that another program changes", () => {
  it("hold on the screen from the next task on: list, sources and the day", async () => {
    const { store, run, clock } = await open([["tick", "1"]]);
    clock.time = new Date(2026, 10, 23, 0, 30).getTime();
    await run("config", "list", "neetcode150");
    await run("config", "source.4", "AtCoder", "https://atcoder.jp/");
    await run("config", "dayEndsAt", "03:00");
    store.add({ kind: "refresh" });
    await store.settled();
    const { questions, config, today } = store.state();
    expect([questions.length, config.sources[3]?.name]).toEqual([150, "AtCoder"]);
    expect(today).toEqual({ year: 2026, month: 11, day: 22 });
  });

  it("are taken back by undo, which says so and shows it", async () => {
    const { type, run } = await open([["tick", "1"]]);
    await run("config", "list", "neetcode150");
    const state = await type("u");
    expect(state.message).toContain("list: default (was neetcode150)");
    expect([state.questions.length, state.config.list]).toEqual([75, undefined]);
  });
});

describe("a year that cannot be read", () => {
  it("is not being read any more, and is asked for again by the next key in it", async () => {
    let [isBusy, requests] = [false, 0];
    const openFree = (file: string) => {
      if (!isBusy) return openDatabase(file);
      requests++;
      throw new DailyleetError("busy", "Another program holds the database; try again in a moment.");
    };
    const { type } = await open([["tick", "1"]], { openDatabase: openFree });
    isBusy = true;
    const state = await type("<<jjj");
    expect([requests, state.tasks, state.years[2024]]).toEqual([1, [], undefined]);
    expect(state.message).toContain("try again in a moment");
    expect((await type("j")).tasks).toEqual([]);
    expect(requests).toBe(2);
  });
});

describe("a change that is not accepted", () => {
  /** Opens databases that can be read but whose transactions fail. */
  const failing = (error: Error) => ({
    openDatabase: (file: string) => ({ ...openDatabase(file), transactionAsync: () => Promise.reject(error) }),
  });

  it("leaves the source as it was, and says why", async () => {
    const message = "The disk is full; make room.";
    const { type, doneToday } = await open([], failing(new DailyleetError("storage", message)));
    const state = await type("1");
    expect([state.years[2026], state.tasks, state.message]).toEqual([{}, [], message]);
    expect(await doneToday()).toEqual([]);
  });

  it("for a fault of the program, ends the screen with it", async () => {
    const fault = new Error("a fault");
    const { store } = await open([], failing(fault));
    store.press("1");
    await expect(store.ended).rejects.toBe(fault);
    await expect(store.settled()).rejects.toBe(fault);
  });
});

describe("practising with p", () => {
  it("goes on where it was left, past what was skipped only the next time", async () => {
    const { type } = await open();
    expect(selectedQuestion(await type("pn3n"))?.number).toBe(3);
    expect((await type("\u001b")).view).toBe("questions");
    expect(selectedQuestion(await type("p"))?.number).toBe(1);
    expect((await type("nnnn")).message).toBe("1 of 5 done; p goes on.");
    await type("p3\r3n4n1");
    const message = "Done for today: 5 questions. Tomorrow 1 question is due.";
    expect(await type("n")).toMatchObject({ view: "questions", practice: null, message });
    expect((await type("\tp")).message).toContain("Done for today");
  });

  it("opens with the screen for 'review --start', with as many questions as --limit says", async () => {
    const { type } = await open([], {}, { limit: 2 });
    expect(selectedQuestion(await type(""))?.question.name).toBe("Two Sum");
    await type("1nn");
    expect((await type("p")).practice?.keys).toHaveLength(2);
    await type("3");
    expect((await type("n")).message).toBe("Done for today: 2 questions. Tomorrow 1 question is due.");
    expect((await (await open([], {}, { limit: 2 })).type("nn")).message).toBe("0 of 2 done; p goes on.");
  });
});

it("o opens and y copies the link of the question or of a source, and says so", async () => {
  const started: string[] = [];
  const start = async (_: string, args: readonly string[]) => started.push(...args) > 0;
  const { type, copied } = await open([], { start, platform: "linux" });
  const link = "https://leetcode.com/problems/two-sum/";
  expect((await type("\to")).message).toBe(`Opened ${link}`);
  expect((await type("y")).message).toBe(`Copied ${link} (OSC 52, if your terminal allows it)`);
  expect((await type("\ty")).message).toBe("Copy the link of which source? 1 to 5");
  const state = await type("5");
  expect([state.message, state.years[2026]]).toEqual([expect.stringMatching(/^Copied .*codechef/), {}]);
  expect((await type("oq")).pending).toBeNull();
  expect([started, copied]).toEqual([[link], [link, "https://www.codechef.com/practice"]]);
});
