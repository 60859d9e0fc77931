import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DailyleetError, doneCells } from "@dailyleet/core";
import { openDatabase } from "@dailyleet/local";
import { describe, expect, it } from "vitest";
import type { Context } from "../../../packages/cli/src/context.ts";
import { capabilitiesOf } from "../../../packages/cli/src/terminal/capabilities.ts";
import { selectedQuestion, shownQuestions } from "../../../packages/cli/src/ui/state.ts";
import { createStore, openingState, type Services } from "../../../packages/cli/src/ui/tasks.ts";
import { doneIn } from "../../support/cliProcess.ts";
import { contextOf, runInProcess } from "../../support/inProcess.ts";
import { tempDirectory } from "../../support/tempDirectory.ts";
import { dailyBackups } from "../support/backups.ts";

const NOON = new Date(2026, 10, 22, 12).getTime();
const now = () => NOON;
const NAMED: Readonly<Record<string, string>> = { "\t": "tab", "\r": "return", "\u001b": "escape" };

/** The screen's store on a person's own ticks, as `ui` has it. */
async function open(home: string, clock = now, more: Partial<Context> = {}) {
  const told = { stdout: "", stderr: "", code: 0 };
  const context = contextOf(home, told, { now: clock, ...more });
  const options = { color: "never" as const };
  const copied: string[] = [];
  const services: Services = {
    context,
    config: {},
    options,
    terminal: await capabilitiesOf(context, options),
    told: [],
    copy: (text) => void copied.push(text),
  };
  const store = createStore(await openingState(context, {}, options), services);
  const type = async (keys: string) => {
    for (const char of keys) store.press(NAMED[char] ?? char);
    await store.settled();
    return store.state();
  };
  return { store, told, copied, type };
}

async function doneToday(home: string): Promise<number[]> {
  const { stdout } = await runInProcess(home, ["today", "--json"], { now });
  return doneIn(stdout);
}

describe("what is pressed on the screen", () => {
  it("is what the other verbs see, and nothing is printed meanwhile", async () => {
    const home = tempDirectory();
    const { type, told } = await open(home);
    const state = await type("133");
    expect(state.tasks).toEqual([]);
    expect(state.years[2026]?.[326]).toEqual({ 1: true, 3: true });
    expect(state.message).toBe("GeeksforGeeks, 2026-11-22: Done (was Untried).");
    expect(await doneToday(home)).toEqual([1, 3]);
    expect(told).toEqual({ stdout: "", stderr: "", code: 0 });
  });

  it("can be undone and redone, here and there", async () => {
    const home = tempDirectory();
    const { type } = await open(home);
    await type("1");
    expect((await type("u")).message).toBe("Undone: LeetCode, 2026-11-22: Untried (was Done).");
    expect(await doneToday(home)).toEqual([]);
    expect((await type("u")).message).toBe("Nothing to undo.");
    expect((await type("r")).message).toBe("Redone: LeetCode, 2026-11-22: Done (was Untried).");
    await runInProcess(home, ["undo"], { now });
    expect(await doneToday(home)).toEqual([]);
  });

  it("shows what is undone: the day, of whatever year, or the question, and its name", async () => {
    const home = tempDirectory();
    for (const args of [
      ["tick", "all", "--date", "2025-11-21"],
      ["mark", "3sum", "solved"],
      ["mark", "two sum", "hint"],
    ]) {
      await runInProcess(home, args, { now });
    }
    const { type } = await open(home);
    const first = await type("u");
    expect([first.view, selectedQuestion(first)?.question.name]).toEqual(["questions", "Two Sum"]);
    expect(first.message).toBe("Undone: Two Sum: mark removed (was hint) - new.");
    const second = await type("/tree\ru");
    expect([second.list.filter, selectedQuestion(second)?.question.name]).toEqual(["", "3Sum"]);
    const third = await type("\ru");
    expect([third.view, third.list.opened, third.selected]).toEqual([
      "calendar",
      null,
      { year: 2025, month: 11, day: 21 },
    ]);
    expect(third.years[2025] && doneCells(third.years[2025])).toEqual([]);
    expect(third.message).toMatch(/^Undone: tick of .*, 5 changes\.$/);
  });

  it("marks questions, and says when they come back", async () => {
    const home = tempDirectory();
    const { type } = await open(home);
    const state = await type("\t3");
    expect(state.message).toBe("Two Sum: solved - comes back on 2026-11-25 (in 3 days).");
    expect(state.questions[0]?.progress).toMatchObject({ state: "learning", due: "2026-11-25" });
    const { stdout } = await runInProcess(home, ["export"], { now });
    expect(JSON.parse(stdout).practice).toEqual({ "leetcode.com/problems/two-sum": { "2026-11-22": 3 } });
  });

  it("stays about the opened question when its mark takes it off the list, and goes on with the next one", async () => {
    const home = tempDirectory();
    for (const name of ["1", "2", "3"]) {
      await runInProcess(home, ["mark", name, "solution", "--date", "2026-11-01"], { now });
    }
    const { type } = await open(home);
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
    const home = tempDirectory();
    await runInProcess(home, ["tick", "4", "--date", "2025-11-22"], { now });
    const { type } = await open(home);
    const state = await type("<");
    expect(state.years[2025]?.[326]).toEqual({ 4: true });
  });
});

describe("what others do meanwhile", () => {
  it("is seen at the next refresh, and a day that has begun", async () => {
    const home = tempDirectory();
    const { store } = await open(home);
    await runInProcess(home, ["tick", "2"], { now });
    store.add({ kind: "refresh" });
    await store.settled();
    expect(store.state().years[2026]?.[326]).toEqual({ 2: true });
  });
});

describe("at midnight", () => {
  const DAY = 24 * 60 * 60 * 1000;
  const monday = { year: 2026, month: 11, day: 23 };

  it("the selection goes along with today, and a tick is the new day's", async () => {
    const home = tempDirectory();
    let time = NOON;
    const { store, type } = await open(home, () => time);
    time += DAY;
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
    let time = NOON;
    const { type } = await open(tempDirectory(), () => time);
    await type(before);
    time += DAY;
    expect(await type(key)).toMatchObject({
      ...{ today: monday, selected: monday, years: { 2026: {} }, marks: {}, tasks: [] },
      message: "It is Monday, November 23, 2026 now; press the key again.",
    });
    expect(await type(key)).toMatchObject(made);
  });

  it("another selected day stays selected", async () => {
    let time = NOON;
    const { type } = await open(tempDirectory(), () => time);
    await type("k");
    time += DAY;
    expect(await type("?")).toMatchObject({ today: monday, selected: { year: 2026, month: 11, day: 21 } });
  });
});

describe("a database that is damaged while it is open", () => {
  it("names the newest backup", async () => {
    const home = tempDirectory();
    writeFileSync(join(home, "given.json"), JSON.stringify({ version: 1, years: { 2026: { 1: { 1: true } } } }));
    await runInProcess(home, ["import", join(home, "given.json")], { now });
    const { type } = await open(home);
    for (const file of ["dailyleet.db-wal", "dailyleet.db-shm"]) rmSync(join(home, file), { force: true });
    writeFileSync(join(home, "dailyleet.db"), "x".repeat(8192));
    const { message } = await type("1");
    const [copy = "none"] = dailyBackups(home);
    expect(message).toContain(copy);
  });
});

describe("a year that cannot be read", () => {
  it("is not being read any more, and is asked for again by the next key in it", async () => {
    let requests = -1;
    // The first request opens the screen.
    const openOnce = (file: string) => {
      requests++;
      if (requests === 0) return openDatabase(file);
      throw new DailyleetError("busy", "Another program holds the database; try again in a moment.");
    };
    const { type } = await open(tempDirectory(), now, { openDatabase: openOnce });
    const state = await type("<<jjj");
    expect([requests, state.tasks, state.years[2024]]).toEqual([1, [], undefined]);
    expect(state.message).toContain("try again in a moment");
    expect((await type("j")).tasks).toEqual([]);
    expect(requests).toBe(2);
  });
});

describe("a change that is not accepted", () => {
  /** Opens databases that can be read, and whose transactions fail. */
  const failing = (error: Error) => ({
    openDatabase: (file: string) => ({ ...openDatabase(file), transactionAsync: () => Promise.reject(error) }),
  });

  it("leaves the source as it was, and says why", async () => {
    const home = tempDirectory();
    const { type } = await open(home, now, failing(new DailyleetError("storage", "The disk is full; make room.")));
    const state = await type("1");
    expect([state.years[2026]?.[326], state.tasks, state.message]).toEqual([
      undefined,
      [],
      "The disk is full; make room.",
    ]);
    expect(await doneToday(home)).toEqual([]);
  });

  it("for a fault of the program, ends the screen with it", async () => {
    const fault = new Error("a fault");
    const { store } = await open(tempDirectory(), now, failing(fault));
    store.press("1");
    await expect(store.ended).rejects.toBe(fault);
    await expect(store.settled()).rejects.toBe(fault);
  });
});

describe("practising with p", () => {
  it("goes on where it was left, past what was skipped only the next time", async () => {
    const { type } = await open(tempDirectory());
    expect(selectedQuestion(await type("pn3n"))?.number).toBe(3);
    expect((await type("\u001b")).view).toBe("questions");
    expect(selectedQuestion(await type("p"))?.number).toBe(1);
    expect((await type("nnnn")).message).toBe("1 of 5 done; p goes on.");
    await type("p3\r3n4n1");
    const message = "Done for today: 5 questions. 1 question tomorrow.";
    expect(await type("n")).toMatchObject({ view: "questions", practice: null, message });
    expect((await type("\tp")).message).toContain("Done for today");
  });
});

it("o opens and y copies the link of the question or of a source, and says so", async () => {
  const started: string[] = [];
  const start = async (_: string, args: readonly string[]) => started.push(...args) > 0;
  const { type, copied } = await open(tempDirectory(), now, { start, platform: "linux" });
  const link = "https://leetcode.com/problems/two-sum/";
  expect((await type("\to")).message).toBe(`Opened ${link}`);
  expect((await type("y")).message).toBe(`Copied ${link} (OSC 52, if your terminal allows it)`);
  expect((await type("\ty")).message).toBe("Copy the link of which source? 1 to 5");
  const state = await type("5");
  expect([state.message, state.years[2026]]).toEqual([expect.stringMatching(/^Copied .*codechef/), {}]);
  expect((await type("oq")).pending).toBeNull();
  expect([started, copied]).toEqual([[link], [link, "https://www.codechef.com/practice"]]);
});
