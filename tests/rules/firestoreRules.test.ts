import { readFileSync } from "node:fs";
import { addDays, formatDate, isMarkable } from "@dailyleet/core";
import { afterAll, describe, expect, test } from "vitest";
import { describeEmulatorStore } from "../contract/emulatorStore.ts";
import { type Emulator, startEmulator } from "../support/emulator.ts";
import { isLong } from "../support/long.ts";
import { SEED } from "../support/seed.ts";
import { CHECKS, callAs, decide, decideAll, documentCheck, store, type Write } from "./support/checks.ts";
import { randomChecks, randomLists } from "./support/fuzz.ts";
import { questionNames, questions, SEARCH_CASES } from "./support/markCases.ts";
import { days, fields, fullYear, pathOf } from "./support/ruleCase.ts";
import { everyPart, SETTING_KEYS } from "./support/settingCases.ts";
import { WINDOW_CASES } from "./support/tickCases.ts";

const RULES = readFileSync(new URL("../../firestore.rules", import.meta.url), "utf8");

const started = await startEmulator("What firestore.rules allows and refuses, and the store's contract there");
const emulator = started as Emulator;
afterAll(() => started?.stop());

const as = (uid: string) => callAs(emulator, emulator.token(uid));

if (started !== null) describeEmulatorStore(started);

describe.skipIf(started === null)("firestore.rules on Google's emulator", () => {
  test(`decides the table of ${CHECKS.length} cases`, async () => {
    const decisions = await decideAll(emulator, CHECKS, "table");
    expect(CHECKS.filter(({ allowed }, index) => allowed !== decisions[index]).map(({ name }) => name)).toEqual([]);
  });

  test("finds the days that change wherever in the year they are", async () => {
    const decisions = await decideAll(emulator, WINDOW_CASES.map(documentCheck), "window");
    expect(WINDOW_CASES.filter((_, index) => !decisions[index]).map(({ name }) => name)).toEqual([]);
  });

  test("finds the one question that changes wherever its name is", async () => {
    const decisions = await decideAll(emulator, SEARCH_CASES.map(documentCheck), "search");
    expect(SEARCH_CASES.filter((_, index) => !decisions[index]).map(({ name }) => name)).toEqual([]);
  });

  const COMMITS = isLong ? 300 : 80;
  test.each(isLong ? [1, 2, 3, 4, 5, 6, 7, 8] : [1])(
    `decides ${COMMITS} random commits as core does (%i)`,
    async (part) => {
      const checks = randomChecks(COMMITS, SEED + part);
      const decisions = await decideAll(emulator, checks, `random-${part}`);
      const different = checks.filter((check, index) => check.allowed !== decisions[index]);
      expect(different).toEqual([]);
      const allowed = decisions.filter(Boolean).length;
      expect(Math.min(allowed, checks.length - allowed)).toBeGreaterThan(COMMITS / 5);
    },
  );

  test("decides 150 random lists as core does", async () => {
    const checks = randomLists(150, SEED);
    const decisions = await decideAll(emulator, checks, "lists");
    const different = checks.filter((check, index) => check.allowed !== decisions[index]);
    expect(different).toEqual([]);
    const allowed = decisions.filter(Boolean).length;
    expect(Math.min(allowed, checks.length - allowed)).toBeGreaterThan(15);
  });

  test("counts the days of a document over all writes of a commit", async () => {
    const oneByOne = (uid: string, document: string, count: number): Write[] =>
      Array.from({ length: count }, (_, index) => ({
        path: pathOf(uid, document),
        fields: days(index + 1, 1),
        mask: [`\`${index + 1}\`.\`1\``],
      }));
    const inBoth = (uid: string, count: number) => ["open", "2025"].flatMap((name) => oneByOne(uid, name, count));
    const open = fields({ year: 2026 });
    await store(
      emulator,
      ["both-10", "both-11"].map((uid) => ({ uid, stored: { open } })),
    );
    expect(await as("one-10").commit(oneByOne("one-10", "open", 10))).toBe(true);
    expect(await as("one-11").commit(oneByOne("one-11", "open", 11))).toBe(false);
    expect(await as("both-10").commit(inBoth("both-10", 10))).toBe(true);
    expect(await as("both-11").commit(inBoth("both-11", 11))).toBe(false);
  });

  test("is asked before the preconditions, so that a write which was overtaken may look refused", async () => {
    const next = { ...days(1, 1), ...fields({ year: 2027 }) };
    await store(emulator, [{ uid: "late", stored: { open: next } }]);
    const currentDocument = { exists: false };
    const stamp: Write = {
      path: pathOf("late", "open"),
      fields: fields({ year: 2026 }),
      mask: ["year"],
      currentDocument,
    };
    expect(await as("late").commit([stamp])).toBe(false);
    const overtaken = as("late").commit([{ ...stamp, fields: next }]);
    await expect(overtaken).rejects.toThrow("ALREADY_EXISTS");
  });

  test("takes the longest name that core calls markable, and the database no longer one", async () => {
    const mark = (name: string): Write[] => [
      {
        path: pathOf("long", "marks"),
        fields: fields({ marks: questions([name]) }),
        mask: [`marks.${name}.\`2026-11-21\``],
      },
    ];
    const longest = "x".repeat(1482);
    expect([isMarkable(longest), isMarkable(`${longest}x`)]).toEqual([true, false]);
    expect(await as("long").commit(mark(longest))).toBe(true);
    await expect(as("long").commit(mark(`${longest}x`))).rejects.toThrow("INVALID_ARGUMENT");
  });

  test.each([
    ["ann", "bob"],
    ["bob", "ann"],
  ])("keeps %s from all that is %s's", async (me, other) => {
    const open = { ...days(5, 30), ...fields({ year: 2026 }) };
    await store(
      emulator,
      [me, other].map((uid) => ({
        uid,
        stored: {
          open,
          2025: days(5, 1),
          marks: fields({ marks: questions(["q1"]) }),
          settings: fields({ settings: everyPart(SETTING_KEYS) }),
        },
      })),
    );
    const paths = ["open", "2025", "marks", "settings"].map((document) => pathOf(other, document));
    const read = () => Promise.all(paths.map((path) => as(other).send("GET", `/${path}`)));
    const before = await read();
    const tick = (uid: string): Write => ({ path: pathOf(uid, "open"), fields: days(9, 1), mask: ["`9`.`1`"] });
    for (const path of paths) {
      expect((await as(me).send("GET", `/${path}`)).status).toBe(403);
      expect((await as(me).send("DELETE", `/${path}`)).status).toBe(403);
    }
    expect(await as(me).commit([tick(other)])).toBe(false);
    const mark: Write = {
      path: pathOf(other, "marks"),
      fields: fields({ marks: questions(["q2"]) }),
      mask: ["marks.q2"],
    };
    expect(await as(me).commit([mark])).toBe(false);
    const setting: Write = {
      path: pathOf(other, "settings"),
      fields: fields({ settings: { list: { value: "all" } } }),
      mask: ["settings.list.value"],
    };
    expect(await as(me).commit([setting])).toBe(false);
    expect(await as(me).commit([tick(me), tick(other)])).toBe(false);
    expect(await decide(emulator, other, { commit: { 2026: open, open: fields({ year: 2027 }) }, by: me })).toBe(false);
    expect(await read()).toEqual(before);
    expect(await as(me).commit([tick(me)])).toBe(true);
  });

  test.each([
    [75, 728],
    [5000, 6],
  ])(
    "takes one mark and marks of twenty questions where %i questions with %i marks each fill a document",
    async (count, each) => {
      const dates = Array.from({ length: each }, (_, day) =>
        formatDate(addDays({ year: 2026, month: 1, day: 1 }, day)),
      );
      const names = questionNames(count).map((name) => `leetcode.com/problems/${name}`);
      const full = questions(names, Object.fromEntries(dates.map((date) => [date, 3])));
      await store(emulator, [{ uid: "full", stored: { marks: fields({ marks: full }) } }]);
      const mark = (marked: readonly string[]): Write => ({
        path: pathOf("full", "marks"),
        fields: fields({ marks: questions(marked, { "2025-12-31": 4 }), changed: marked }),
        mask: [...marked.map((name) => `marks.\`${name}\`.\`2025-12-31\``), ...(marked.length > 1 ? ["changed"] : [])],
      });
      expect(await as("full").commit([mark(names.slice(-1))])).toBe(true);
      expect(await as("full").commit([mark(names.slice(0, 20))])).toBe(true);
    },
  );

  test("costs so little that 200 of the 1,000 expressions are left", async () => {
    const spent = `[${Array(200).fill("1")}].size() > 0 && `;
    await emulator.setRules(RULES.replace("return request.auth", `return ${spent} request.auth`));
    const open = fullYear(2026);
    const marks = fields({ marks: questions(questionNames(300)) });
    await store(
      emulator,
      ["ticks", "closes", "marks", "settings"].map((uid) => ({ uid, stored: { open, marks } })),
    );
    const ticked = { ...open, ...days(100, 10, { 1: true, 2: true, 3: true, 4: true, 5: true }) };
    expect(await decide(emulator, "ticks", { commit: { open: ticked } })).toBe(true);
    expect(await decide(emulator, "closes", { commit: { 2026: open, open: fields({ year: 2027 }) } })).toBe(true);
    const named = questionNames(20, 100);
    const marked = { ...questions(questionNames(300)), ...questions(named, { "2026-11-21": 3, "2026-11-22": 4 }) };
    expect(await decide(emulator, "marks", { commit: { marks: fields({ marks: marked, changed: named }) } })).toBe(
      true,
    );
    const settings = fields({ settings: everyPart(SETTING_KEYS), changed: SETTING_KEYS });
    expect(await decide(emulator, "settings", { commit: { settings } })).toBe(true);
    await emulator.setRules(RULES);
  });
});
