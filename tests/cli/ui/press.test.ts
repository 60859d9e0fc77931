import { readFileSync } from "node:fs";
import { join } from "node:path";
import { configFor, type Marks, NO_MARKS, NO_SETTINGS, parseSheet, practiceOf, suggest } from "@dailyleet/core";
import { describe, expect, it } from "vitest";
import { keysOf, pressKey, pressUnseen } from "../../../packages/cli/src/ui/keys.ts";
import {
  layoutOf,
  NEW_LIST,
  selectedQuestion,
  shownQuestions,
  type UiState,
} from "../../../packages/cli/src/ui/state.ts";
import { mark, tick } from "../../support/changes.ts";

const SHEET = readFileSync(join(import.meta.dirname, "../../../site/public/questions.json"), "utf8");
const TODAY = { year: 2026, month: 11, day: 22 };
const STATE: UiState = {
  person: "You",
  today: TODAY,
  view: "calendar",
  isHelpShown: false,
  selected: TODAY,
  years: { 2026: { 326: { 2: true } } },
  marks: NO_MARKS,
  questions: practiceOf(parseSheet(SHEET).questions, {}, TODAY, null),
  isListCurrent: true,
  list: NEW_LIST,
  config: configFor({}, NO_SETTINGS),
  limit: undefined,
  practice: null,
  pending: null,
  tasks: [],
  exitCode: null,
  message: "",
};

/** The state after these keys, before the program runs any task that they started. */
const typing = (keys: string, state = STATE): UiState => keys.split(" ").reduce(pressKey, state);

describe("in the calendar", () => {
  it.each([
    ["up", "11-21"],
    ["k k", "11-20"],
    ["down", "11-23"],
    ["j", "11-23"],
    ["left", "11-15"],
    ["h h", "11-8"],
    ["right", "11-29"],
    ["l l l l l l l", "12-27"],
    ["h j t", "11-22"],
    // Other keyboard layouts, and Caps Lock.
    ["л Л K", "11-19"],
    ["h j ф T", "11-22"],
  ])("'%s' goes to %s", (keys, day) => {
    const { selected } = typing(keys);
    expect(`${selected.month}-${selected.day}`).toBe(day);
  });

  it("another year is read when it is reached, and no year is that has not begun", () => {
    const read = { kind: "read", year: 2025 };
    expect(typing("<")).toMatchObject({ selected: { year: 2025, month: 11, day: 22 }, tasks: [read] });
    expect(typing(">").selected).toEqual(TODAY);
    const leapDay = { year: 2024, month: 2, day: 29 };
    expect(typing("<", { ...STATE, selected: leapDay }).selected).toEqual({ year: 2023, month: 2, day: 28 });
    expect(typing("k", { ...STATE, selected: { year: 1970, month: 1, day: 1 } }).selected.year).toBe(1970);
  });

  it("a year is asked for once while it is being read, and again after that failed", () => {
    const read = { kind: "read", year: 2025 };
    expect(typing("< left")).toMatchObject({ selected: { day: 15 }, tasks: [read] });
    expect(typing("< <").tasks).toEqual([read, { ...read, year: 2024 }]);
    const failed = { ...typing("<"), tasks: [] };
    expect(typing("left", failed).tasks).toEqual([read]);
    expect(typing("left", { ...failed, years: { 2025: {} } }).tasks).toEqual([]);
  });

  it("a digit of another script is that number, and the filter takes letters as typed", () => {
    expect(typing("۱").tasks).toEqual(typing("1").tasks);
    expect(typing("o ３").tasks).toEqual([{ kind: "open", target: 3 }]);
    expect(pressUnseen(STATE, "й").exitCode).toBe(0);
    expect(typing("tab / Д ３").list.filter).toBe("Д３");
  });

  it("a number asks for the other state of that source, and shows it only once it is accepted", () => {
    const change = tick(2026, 326, 1);
    expect(typing("1")).toEqual({ ...STATE, tasks: [{ kind: "change", verb: "tick", change }] });
    expect(typing("2").tasks).toMatchObject([{ verb: "untick", change: { column: 2, state: false } }]);
  });

  it("a source that is being saved, and a year that is not read, stay as they are", () => {
    expect(typing("1 1")).toEqual(typing("1"));
    expect(typing("< 1")).toEqual(typing("<"));
  });
});

describe("in the questions", () => {
  it("Tab leads there and back, and reads a list that may be old", () => {
    expect(typing("tab")).toEqual({ ...STATE, view: "questions" });
    expect(typing("tab", { ...STATE, isListCurrent: false }).tasks).toEqual([{ kind: "questions" }]);
    expect(typing("tab tab").view).toBe("calendar");
  });

  it("letters of a filter are no commands, and Escape drops it", () => {
    const typed = typing("tab / q u i");
    expect([typed.view, typed.list.filter]).toEqual(["questions", "qui"]);
    expect(typing("backspace backspace delete t r i e return", typed).list.filter).toBe("trie");
    expect(typing("escape", typed).list).toEqual(NEW_LIST);
  });

  it("the selection stays within what the filter left", () => {
    const state = typing("tab / t r e e return j j G j");
    const shown = shownQuestions(state);
    expect(shown.length).toBeGreaterThan(3);
    expect(shown.length).toBeLessThan(STATE.questions.length);
    expect(selectedQuestion(state)).toBe(shown.at(-1));
    expect(typing("g", state).list.index).toBe(0);
    expect(typing("d", state).list.index).toBe(0);
  });

  it("what is due has the order of 'review', the longest overdue first", () => {
    const marks: Marks = {
      [STATE.questions[8]?.key ?? ""]: { "2026-10-01": 1 },
      [STATE.questions[2]?.key ?? ""]: { "2026-11-01": 1 },
    };
    const questions = practiceOf(parseSheet(SHEET).questions, marks, TODAY, null);
    const state = typing("tab d", { ...STATE, marks, questions });
    expect(shownQuestions(state).map(({ number }) => number)).toEqual([9, 3]);
    expect(shownQuestions(state)).toEqual(suggest(questions, 2));
  });

  it("Enter opens and closes, and numbers mark in both", () => {
    const change = mark("leetcode.com/problems/two-sum", 3, "2026-11-22");
    const marking = [{ kind: "change", verb: "mark", change }];
    expect([typing("tab 3").tasks, typing("tab return 3").tasks]).toEqual([marking, marking]);
    expect(typing("tab 0").tasks).toMatchObject([{ change: { state: 0 } }]);
    expect(typing("tab 5").tasks).toEqual([]);
    expect(typing("tab return return").view).toBe("questions");
    expect(typing("tab / n o s u c h return return").view).toBe("questions");
  });
});

describe("everywhere", () => {
  it.each([
    ["q", 0],
    ["interrupt", 130],
    ["tab / x interrupt", 130],
    ["tab return q", 0],
  ])("'%s' ends with %d", (keys, exitCode) => {
    expect(typing(keys)).toMatchObject({ tasks: [], exitCode });
  });

  it("'?' shows the keys until the next one, which does nothing else", () => {
    expect(typing("?").isHelpShown).toBe(true);
    expect(typing("? 1")).toEqual(STATE);
  });

  it.each(["?", "tab / x"])("in a window too small for what is there after '%s', only what quits works", (keys) => {
    const state = typing(keys);
    expect(pressUnseen(state, "q")).toEqual({ ...state, exitCode: 0 });
    expect(pressUnseen(state, "interrupt").exitCode).toBe(130);
    for (const key of ["1", "tab", "u"]) expect(pressUnseen(state, key)).toEqual(state);
  });

  it("a key takes the last message away", () => {
    expect(typing("t", { ...STATE, message: "Saved." }).message).toBe("");
  });
});

describe("keys", () => {
  const plain = { ctrl: false, meta: false } as Parameters<typeof keysOf>[1];

  it("that come as one text are single ones, without controls", () => {
    expect(keysOf("ab\u0007\u202e\r", plain)).toEqual(["a", "b", "return"]);
  });

  it("with Ctrl and Alt are none, but Ctrl-C", () => {
    expect(keysOf("c", { ...plain, ctrl: true })).toEqual(["interrupt"]);
    expect(keysOf("d", { ...plain, ctrl: true })).toEqual([]);
    expect(keysOf("q", { ...plain, meta: true })).toEqual([]);
    expect(keysOf("", { ...plain, upArrow: true })).toEqual(["up"]);
  });
});

it("a window that is too small has no layout, and a large one more room", () => {
  expect(layoutOf(49, 24)).toBeNull();
  expect(layoutOf(80, 15)).toBeNull();
  const usual = { perWeek: 1, hasGaps: false, hasYear: true, isNarrow: false };
  expect(layoutOf(80, 24)).toEqual({ ...usual, width: 78, height: 24 });
  expect(layoutOf(70, 22)).toEqual({ ...usual, width: 68, height: 22 });
  expect(layoutOf(69, 21)).toEqual({ ...usual, width: 67, height: 21, hasYear: false, isNarrow: true });
  expect(layoutOf(50, 16)).toMatchObject({ width: 48, height: 16 });
  expect([113, 114].map((columns) => layoutOf(columns, 24))).toMatchObject([
    { width: 78, perWeek: 1 },
    { width: 112, perWeek: 2 },
  ]);
  expect(layoutOf(200, 60)).toEqual({ ...usual, width: 116, height: 44, perWeek: 2, hasGaps: true });
});
