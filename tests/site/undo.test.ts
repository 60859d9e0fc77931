import {
  type Change,
  configFor,
  createPersonStore,
  createReplica,
  isDone,
  LOCAL_POLICY,
  SOURCE_NUMBERS,
  settingCell,
  tickCell,
  toggle,
} from "@dailyleet/core";
import { createDocumentStore } from "@dailyleet/local";
import fc from "fast-check";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { change } from "../../site/src/changes/change.ts";
import { $offer, type Step } from "../../site/src/changes/steps.ts";
import { offerText, spokenText, tickOffered, turn, undoChangeOf } from "../../site/src/changes/undo.ts";
import { $questions } from "../../site/src/list/questions.ts";
import { $connection } from "../../site/src/replica/connection.ts";
import { $config } from "../../site/src/session/setup.ts";
import { $today, $year } from "../../site/src/view/today.ts";
import { $view } from "../../site/src/view/view.ts";
import { tempDatabase } from "../local/support/database.ts";
import { mark, tick } from "../support/changes.ts";
import { createMemoryOutbox } from "../support/memoryOutbox.ts";

const TODAY = { year: 2026, month: 3, day: 5 };

beforeEach(() => {
  $today.set(TODAY);
  $year.set(TODAY.year);
  $config.set(configFor({}, {}));
});

type Click = { readonly day: number; readonly source: (typeof SOURCE_NUMBERS)[number] };

/** The page of a new person. */
function open() {
  const store = createPersonStore(createDocumentStore(tempDatabase(), "ann"), "ann");
  const replica = createReplica({ store, outbox: createMemoryOutbox(), today: () => TODAY });
  const over = new AbortController();
  const connection = { uid: "ann", replica, policy: LOCAL_POLICY, signal: over.signal };
  $connection.set(connection);
  const ticks = () => replica.year(TODAY.year).cells;
  const make = (...changes: Change[]) => void change(...changes);
  return {
    connection,
    make,
    click(cell: Click) {
      make(toggle(ticks(), tickCell(TODAY.year, cell.day, cell.source)));
    },
    shown: () =>
      Object.keys(ticks()).flatMap((day) =>
        SOURCE_NUMBERS.filter((source) => isDone(ticks(), tickCell(TODAY.year, Number(day), source))).map(
          (one) => `${day}/${one}`,
        ),
      ),
    close() {
      over.abort();
      $connection.set(null);
      replica.close();
    },
  };
}

test("undo and redo go through the states that there were, until something new is done", () => {
  const cell = fc.record({ day: fc.integer({ min: 1, max: 365 }), source: fc.constantFrom(...SOURCE_NUMBERS) });
  const asked = fc.oneof({ weight: 3, arbitrary: cell }, fc.constantFrom("undo" as const, "redo" as const));
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 40 }), (list) => {
      const { click, shown, close } = open();
      const states: string[][] = [[]];
      let place = 0;
      for (const next of list) {
        if (typeof next === "string") {
          void turn(next);
          place = next === "undo" ? Math.max(0, place - 1) : Math.min(states.length - 1, place + 1);
        } else {
          click(next);
          states.splice(++place, Number.POSITIVE_INFINITY, shown());
        }
        expect(shown()).toEqual(states[place]);
      }
      close();
    }),
    { numRuns: 40 },
  );
});

test("only the last hundred steps are remembered", () => {
  const { click, shown, close } = open();
  onTestFinished(close);
  for (let day = 1; day <= 150; day++) click({ day, source: 1 });
  for (let press = 0; press < 150; press++) void turn("undo");
  expect(shown()).toEqual(Array.from({ length: 50 }, (_, index) => `${index + 1}/1`));
  expect($offer.get()).toEqual({ act: "undo", step: [] });
});

test("a mark goes back to the one before, and forward again", () => {
  const { connection, make, close } = open();
  onTestFinished(close);
  const marks = () => connection.replica.marks().cells.a;
  make(mark("a", 3));
  make(mark("a", 1));
  void turn("undo");
  expect(marks()).toEqual({ "2026-03-05": 3 });
  void turn("redo");
  expect(marks()).toEqual({ "2026-03-05": 1 });
});

test("the panel of a question undoes its mark, and no later step of something else", () => {
  const { connection, make, click, shown, close } = open();
  onTestFinished(close);
  const marks = () => connection.replica.marks().cells;
  const cell = mark("a", 1);
  make(mark("a", 3));
  make(cell);
  click({ day: 64, source: 1 });
  expect([undoChangeOf(cell), marks(), shown()]).toEqual([true, { a: { "2026-03-05": 3 } }, ["64/1"]]);
  void turn("redo");
  expect(marks()).toEqual({ a: { "2026-03-05": 1 } });
  void turn("undo");
  void turn("undo");
  expect([marks(), shown()]).toEqual([{ a: { "2026-03-05": 3 } }, []]);
  // Cells of no step, and one cell of a step that has more.
  make(mark("a", 2), mark("b", 2));
  expect([undoChangeOf(mark("c", 0)), undoChangeOf(cell), marks()]).toEqual([
    false,
    false,
    { a: { "2026-03-05": 2 }, b: { "2026-03-05": 2 } },
  ]);
});

test("a setting is told by its name on the page, as it is now, also where it takes another with it", async () => {
  const { connection, close } = open();
  onTestFinished(close);
  const set = (row: string, state: string, column = "value") => ({ ...settingCell(row, column), state });
  const told = (act: "do" | "undo" | "redo", ...step: { change: ReturnType<typeof set>; was: string }[]) =>
    offerText({ act, step });
  const ends = { change: set("dayEndsAt", "03:00"), was: "" };
  expect([told("do", ends), told("undo", ends)]).toEqual(["A day ends at: 03:00", "Undone. A day ends at: 00:00"]);
  await connection.replica.change([set("plan", "2026-12-30", "until"), set("source.2", "Second", "name")]);
  const list = { change: set("list", "neetcode150"), was: "" };
  expect(told("do", list, { change: set("plan", "2026-03-05", "from"), was: "" })).toBe("List: NeetCode 150");
  expect(told("undo", list)).toBe("Undone. List: dailyleet 75");
  const address = { change: set("source.2", "https://second.example", "url"), was: "" };
  expect(told("redo", address)).toBe("Redone. Site 2: Second https://second.example");
  const account = { change: set("account.leetcode", "ada"), was: "" };
  expect(told("undo", account)).toBe("Undone. LeetCode account: none");
  expect(told("do", ends, account)).toBe("2 settings added");
});

const ticked = (year: number, day: number) => ({ change: tick(year, day, 1), was: false });

test.each([
  ["do", 2026, 64, "LeetCode: done", "March 5, LeetCode, Done"],
  ["do", 2026, 63, "March 4, LeetCode: done", "March 4, LeetCode, Done"],
  ["do", 2025, 64, "March 5, 2025, LeetCode: done", "March 5, 2025, LeetCode, Done"],
  ["undo", 2026, 64, "Undone. LeetCode: untried", "Undone. March 5, LeetCode, Untried"],
  ["redo", 2025, 1, "Redone. January 1, 2025, LeetCode: done", "Redone. January 1, 2025, LeetCode, Done"],
] as const)(
  "a tick (%s %i, day %i) is told as it is now, and spoken with its day: '%s', '%s'",
  (act, year, day, ...texts) => {
    const offer = { act, step: [ticked(year, day)] };
    expect([offerText(offer), spokenText(offer)]).toEqual(texts);
  },
);

test("several are counted, and the undo of many names the backup", () => {
  const marked = { change: mark("leetcode.com/problems/3sum", 1), was: 0 } as const;
  const many = Array.from({ length: 21 }, (_, day) => ticked(2026, day + 1));
  expect(offerText({ act: "do", step: [ticked(2026, 1), ticked(2026, 2), marked] })).toBe("2 ticks and 1 mark added");
  expect(offerText({ act: "undo", step: [marked, marked] })).toBe("Undone. 2 marks removed");
  expect(offerText({ act: "undo", step: many })).toBe(
    "Undone. 21 ticks removed. A backup was saved to your downloads.",
  );
});

test.each([
  ["leetcode.com/problems/two-sum", 2, "do", "Two Sum: needed a hint"],
  ["leetcode.com/problems/two-sum", 0, "do", "Two Sum: mark removed"],
  ["leetcode.com/problems/two-sum", 1, "undo", "Undone. Two Sum: mark removed"],
  ["leetcode.com/problems/two-sum", 1, "redo", "Redone. Two Sum: needed the solution"],
  ["example.com/no-longer-listed", 4, "do", "example.com/no-longer-listed: easy"],
] as const)("a mark names its question (%s, %i, %s): '%s'", (question, state, act, text) => {
  const empty = { tags: [], text: "", solution: "", takeaways: "", analysis: "" };
  const questions = [{ name: "Two Sum", link: "https://leetcode.com/problems/two-sum/", ...empty }];
  $questions.set({ status: "ready", questions, keptAt: null, fault: "" });
  expect(offerText({ act, step: [{ change: mark(question, state), was: 0 }] })).toBe(text);
});

test("the site of a question marked today can be ticked in the same offer, until it is", async () => {
  const { connection, close } = open();
  onTestFinished(close);
  const { replica } = connection;
  await replica.fetchYears([TODAY.year]);
  const marked = { change: mark("leetcode.com/problems/two-sum", 1), was: 0 } as const;
  const offer = (act: "do" | "undo" | "redo", ...step: Step) => tickOffered({ act, step });
  const cell = tickCell(2026, 64, 1);
  expect([offer("do", marked), offer("redo", marked)]).toEqual([cell, cell]);
  expect([offer("undo", marked), offer("do"), offer("do", marked, marked)]).toEqual([null, null, null]);
  void replica.change([{ ...cell, state: true }]);
  expect(offer("do", marked)).toBe(null);
});

test("an offer ends with the screen on which it was made", () => {
  const { click, close } = open();
  onTestFinished(close);
  $view.set({ calendar: true, marked: false });
  click({ day: 1, source: 1 });
  $view.set({ calendar: true, marked: true });
  expect($offer.get()).not.toBe(null);
  $view.set({ calendar: false, marked: true });
  expect($offer.get()).toBe(null);
});

test("a step that is not there is told", () => {
  expect(offerText({ act: "undo", step: [] })).toBe("Nothing to undo");
  expect(spokenText({ act: "redo", step: [] })).toBe("Nothing to redo");
});
