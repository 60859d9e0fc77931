import { type Marks, practisedText } from "@dailyleet/core";
import { describe, expect, it } from "vitest";
import { NO_FILTER } from "../../site/src/list/filter.ts";
import { readPractice } from "../../site/src/practice/practice.ts";
import { dayName, isIn } from "../../site/src/practice/wording.ts";
import { summary } from "../../site/src/questions/summary.ts";
import { question } from "../core/support/fixtures.ts";

const TODAY = { year: 2026, month: 11, day: 22 };

const key = (name: string) => `leetcode.com/problems/${name}`;
const A = question("a");
const B = question("b");
const C = question("c");
const D = question("d");
/** Question A in a second row, with another form of its link. */
const AGAIN = question("A again", { link: "http://www.leetcode.com/problems/a?ref=x" });
const UNMARKABLE = question("__proto__", { link: "" });
const QUESTIONS = [A, B, C, D, AGAIN, UNMARKABLE];
const MARKS: Marks = {
  [key("a")]: { "2026-11-01": 1 },
  [key("b")]: { "2026-11-22": 3 },
  [key("c")]: { "2026-09-01": 4, "2026-11-20": 4 },
};

describe("the sign of a row", () => {
  const practice = readPractice(QUESTIONS, MARKS, TODAY);

  it("says where the person stands, on each row of a question, and nothing where no mark can be", () => {
    const signs = QUESTIONS.map((row) => practice.stateOf(row));
    expect(signs).toEqual(["due", "learning", "known", "new", "due", null]);
  });

  it("decides which filter shows the row: what is new or practised, and of that what is due", () => {
    const shown = (state: "due" | "new" | "practised") => QUESTIONS.filter((row) => isIn(state, practice.stateOf(row)));
    expect(shown("due")).toEqual([A, AGAIN]);
    expect(shown("new")).toEqual([D]);
    expect(shown("practised")).toEqual([A, B, C, AGAIN]);
  });
});

describe("the line above the list", () => {
  const ready = { status: "ready", questions: QUESTIONS, keptAt: null, fault: "" } as const;
  const due = { ...NO_FILTER, state: "due" } as const;
  const none = readPractice(QUESTIONS, {}, TODAY);

  it("counts each question once", () => {
    expect(practisedText(readPractice(QUESTIONS, MARKS, TODAY).summary)).toBe("3 of 5 practised · 1 due");
  });

  it("says that nothing is due, and when the next question comes back", () => {
    expect(summary(ready, due, 0, none)).toBe("Nothing is due today.");
    const later = readPractice(QUESTIONS, { [key("b")]: { "2026-11-22": 3 }, [key("c")]: { "2026-11-22": 4 } }, TODAY);
    expect(summary(ready, due, 0, later)).toMatch(
      /^Nothing is due today. The next question comes back on November 2\d \(in \d days\)\.$/,
    );
  });

  it("says no more than that nothing was found where words or tags narrow the list too", () => {
    expect(summary(ready, { ...due, tags: ["graph"] }, 0, none)).toBe("0 of 6 questions");
    expect(summary(ready, { ...due, search: "tree" }, 0, none)).toBe("0 of 6 questions");
  });

  it("says of marks that are not known only that they are loading", () => {
    expect(summary(ready, due, 0, null)).toBe("Loading your progress to see what is due…");
    expect(summary(ready, NO_FILTER, 6, null)).toBe("6 questions");
  });
});

it("names the year of a day where it is not today's", () => {
  expect(dayName("2026-11-30", TODAY)).toBe("November 30");
  expect(dayName("2028-02-29", TODAY)).toBe("February 29, 2028");
});
