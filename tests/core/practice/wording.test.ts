import {
  type CivilDate,
  doneText,
  dueText,
  inDays,
  interviewPlanText,
  interviewText,
  nextDueText,
  type Progress,
  progressText,
  type StudyPlan,
  shortDueText,
  studyPlanText,
  tomorrowText,
} from "@dailyleet/core";
import { describe, expect, it, test } from "vitest";
import { question } from "../support/fixtures.ts";

const TODAY: CivilDate = { year: 2026, month: 11, day: 22 };
const LATER: Progress = { state: "learning", due: "2026-11-30", isDue: false, overdueDays: 0, marks: 1 };
/** A day without its year, as a page or the terminal may show it. */
const dayName = (date: string, today: CivilDate) => date.replace(`${today.year}-`, "");

test("days to come are counted, and tomorrow has its name", () => {
  expect([-3, 0, 1, 2, 44].map(inDays)).toEqual(["now", "now", "tomorrow", "in 2 days", "in 44 days"]);
});

describe("how a question stands", () => {
  it.each([
    [{ ...LATER, state: "new", due: null, marks: 0 } as const, "New"],
    [{ ...LATER, due: "2026-11-22", isDue: true }, "Due today"],
    [{ ...LATER, due: "2026-11-21", isDue: true, overdueDays: 1 }, "1 day overdue"],
    [{ ...LATER, due: "2026-11-05", isDue: true, overdueDays: 17 }, "17 days overdue"],
  ])("says what is new or due: %j", (progress, text) => {
    expect(progressText(progress, TODAY, dayName)).toBe(text);
    expect(shortDueText(progress, TODAY)).toBe(text.toLowerCase());
  });

  it("names the day on which a question comes back, as the face writes it", () => {
    expect(progressText(LATER, TODAY, dayName)).toBe("Learning, comes back on 11-30 (in 8 days)");
    expect(shortDueText(LATER, TODAY)).toBe("in 8 days");
    expect(dueText("2027-01-05", TODAY, String)).toBe("comes back on 2027-01-05 (in 44 days)");
    expect(dueText("2026-11-20", TODAY, String)).toBe("2 days overdue");
  });
});

test("a day that is done says what tomorrow brings, else when the next question comes back", () => {
  expect([doneText(0), doneText(1), doneText(5)]).toEqual([
    "All caught up.",
    "Done for today: 1 question.",
    "Done for today: 5 questions.",
  ]);
  const coming = (...due: number[]) => {
    return { today: TODAY, nextDue: "2026-11-30", forecast: due.map((due) => ({ date: "", due })) };
  };
  expect(tomorrowText(coming(2, 1, 4), dayName)).toBe("Tomorrow 3 questions are due.");
  expect(tomorrowText(coming(0, 1), dayName)).toBe("Tomorrow 1 question is due.");
  expect(tomorrowText(coming(0, 0, 4), dayName)).toBe("The next question comes back on 11-30 (in 8 days).");
  expect(nextDueText({ today: TODAY, nextDue: null }, dayName)).toBe("");
});

describe("a plan", () => {
  const listed = ["a", "b"].map((name) => ({ question: question(name), key: "", number: 1 }));
  const days = [{ date: "2026-12-31", new: listed, reviews: 0 }];
  const plan: StudyPlan = { until: "2026-12-31", left: 40, perDay: 2, behind: 0, days, waysOn: null, enough: null };
  const waysOn = { moved: "2027-02-14", perDay: 3, until: "2026-12-31" };

  it.each([
    [{}, "2 new a day, 40 left: on track"],
    [{ behind: 12, waysOn }, "12 behind, 40 left: move to 2027-02-14, or 3 a day until 12-31"],
    [{ behind: 40, days: [], waysOn }, "over, 40 left: move to 2027-02-14, or 3 a day until 12-31"],
    [
      { perDay: 37, enough: "2027-01-04" },
      "37 new a day can't be done: move it to 2027-01-04, or choose a shorter list",
    ],
    [{ left: 0 }, "every question met; reviews only"],
    [{ left: 0, days: [] }, "done"],
  ])("says what it asks for: %j", (change, text) => {
    expect(studyPlanText({ ...plan, ...change }, TODAY, dayName)).toBe(text);
    expect(interviewPlanText({ ...plan, ...change }, TODAY, dayName)).toBe(`Interview on 12-31: ${text}`);
  });

  it("says in how many days the interview is, and what is left of today", () => {
    expect(interviewText(plan, 2, TODAY)).toBe("Interview in 39 days: 2 new, 2 to review today");
    const free = { ...plan, days: [{ date: "2026-11-22", new: [], reviews: 0 }] };
    expect(interviewText(free, 0, TODAY)).toBe("Interview in 39 days: done for today");
    expect(interviewText({ ...plan, until: "2026-11-22" }, 0, TODAY)).toBe("Interview today: 2 new today");
    expect([interviewText({ ...plan, days: [] }, 2, TODAY), interviewText(null, 2, TODAY)]).toEqual([null, null]);
  });
});
