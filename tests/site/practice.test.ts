import type { Marks, Question } from "@dailyleet/core";
import { describe, expect, it } from "vitest";
import { readPractice } from "../../site/src/practice/practice.ts";
import { comesBack, dayName, dueText, isIn, progressText } from "../../site/src/practice/wording.ts";
import { NO_FILTER, practisedText, summary } from "../../site/src/questions/filter.ts";

const TODAY = { year: 2026, month: 11, day: 22 };

function question(name: string, link = `https://leetcode.com/problems/${name}/`): Question {
  return { name, link, tags: ["array"], text: "", solution: "", takeaways: "", analysis: "" };
}

const key = (name: string) => `leetcode.com/problems/${name}`;
const A = question("a");
const B = question("b");
const C = question("c");
const D = question("d");
/** A on a second row. */
const AGAIN = question("A again", "http://www.leetcode.com/problems/a?ref=x");
const UNMARKABLE = question("x", "__proto__");
const QUESTIONS = [A, B, C, D, AGAIN, UNMARKABLE];
const MARKS: Marks = {
  [key("a")]: { "2026-11-01": 1 },
  [key("b")]: { "2026-11-22": 3 },
  [key("c")]: { "2026-09-01": 4, "2026-11-20": 4 },
};

describe("the sign of a row", () => {
  const practice = readPractice(QUESTIONS, MARKS, TODAY);

  it("says where the person stands, on each row of a question, and nothing where no mark can be", () => {
    const signs = QUESTIONS.map((row) => practice.standing(row));
    expect(signs).toEqual(["due", "learning", "known", "new", "due", null]);
  });

  it("decides which filter shows the row: what is new or practised, and of that what is due", () => {
    const shown = (state: "due" | "new" | "practised") =>
      QUESTIONS.filter((row) => isIn(state, practice.standing(row)));
    expect(shown("due")).toEqual([A, AGAIN]);
    expect(shown("new")).toEqual([D]);
    expect(shown("practised")).toEqual([A, B, C, AGAIN]);
  });
});

describe("the line above the list", () => {
  const ready = { status: "ready", questions: QUESTIONS, keptAt: null } as const;
  const due = { ...NO_FILTER, state: "due" } as const;
  const none = readPractice(QUESTIONS, {}, TODAY);

  it("counts each question once", () => {
    expect(practisedText(readPractice(QUESTIONS, MARKS, TODAY))).toBe("3 of 5 practised · 1 due");
  });

  it("says that nothing is due, and when the next question comes back", () => {
    expect(summary(ready, due, 0, none)).toBe("Nothing is due today.");
    const later = readPractice(QUESTIONS, { [key("b")]: { "2026-11-22": 3 }, [key("c")]: { "2026-11-22": 4 } }, TODAY);
    expect(summary(ready, due, 0, later)).toMatch(
      /^Nothing is due today. The next question comes back on November 2\d.$/,
    );
  });

  it("says no more than that nothing was found where words or tags narrow the list too", () => {
    expect(summary(ready, { ...due, tags: ["graph"] }, 0, none)).toBe("0 of 6 questions");
    expect(summary(ready, { ...due, search: "tree" }, 0, none)).toBe("0 of 6 questions");
  });

  it("says of marks that are not known only that they are loading", () => {
    expect(summary(ready, due, 0, null)).toBe("Loading your progress…");
    expect(summary(ready, NO_FILTER, 6, null)).toBe("6 questions");
  });
});

describe("the words for a day", () => {
  const progress = { state: "learning", due: "2026-11-30", isDue: false, overdueDays: 0, marks: 1 } as const;

  it.each([
    [{ ...progress, state: "new", due: null, marks: 0 } as const, "New"],
    [{ ...progress, due: "2026-11-22", isDue: true }, "Due today"],
    [{ ...progress, due: "2026-11-21", isDue: true, overdueDays: 1 }, "1 day overdue"],
    [{ ...progress, due: "2026-11-05", isDue: true, overdueDays: 17 }, "17 days overdue"],
  ])("say of what is new or due, in a row and in a suggestion: %j", (given, text) => {
    expect([progressText(given, TODAY), dueText(given)]).toEqual([text, text]);
  });

  it("name the day on which a question comes back", () => {
    expect(progressText(progress, TODAY)).toBe("Learning, comes back in 8 days, on November 30");
    expect(comesBack("2026-11-23", TODAY)).toBe("in 1 day, on November 23");
    expect(comesBack("2027-01-05", TODAY)).toBe("in 44 days, on January 5, 2027");
    expect(dayName("2028-02-29", TODAY)).toBe("February 29, 2028");
  });
});
