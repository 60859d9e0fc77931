import { importPlanText, settingCell } from "@dailyleet/core";
import { describe, expect, test } from "vitest";
import { mark, tick } from "../../support/changes.ts";

const NO_MARKS = { changes: [], here: 0, there: 0, together: 0, ahead: 0 };
const marked = { change: mark("leetcode.com/problems/two-sum", 1), was: 0 } as const;
const lowered = { ...marked, was: 3 } as const;
const ticked = { change: tick(2026, 64, 1), was: false };

const NOTHING = { changes: [], here: 4, there: 0, together: 4, ahead: 0, practice: NO_MARKS, settings: [] };
const SETTINGS = ["name", "url"].map((part) => ({
  change: { ...settingCell("source.2", part), state: "https://second.example" },
  was: "",
}));
const ALL = {
  ...NOTHING,
  changes: [ticked],
  there: 4,
  ahead: 2,
  practice: { changes: [marked, lowered], here: 1, there: 4, together: 2, ahead: 1 },
  settings: SETTINGS,
};

describe("a plan reads as sentences:", () => {
  test.each([
    [{}, "Nothing new."],
    [{ there: 3 }, "Nothing new. Already here: 3 ticks."],
    [{ changes: Array(19).fill(ticked), there: 198 }, "Would add 19 ticks. Already here: 179 ticks."],
    [{ changes: [ticked], there: 3, ahead: 2 }, "Would add 1 tick. Skipped 2 ticks of days to come."],
    [{ settings: SETTINGS }, "Would add 1 setting."],
    [{ practice: { ...NO_MARKS, here: 1, there: 1, together: 1 } }, "Nothing new. Already here: 1 mark."],
    [
      { practice: { ...NO_MARKS, changes: [lowered], there: 1 } },
      "Would lower 1 mark: of two marks on one day the lower one counts.",
    ],
  ])("%j", (plan, sentence) => {
    expect(importPlanText({ ...NOTHING, ...plan }, "preview")).toBe(sentence);
  });

  test("what was done, for a person who is named", () => {
    expect(importPlanText(ALL, "done", "Asha")).toBe(
      "Added 1 tick, 1 mark and 1 setting to Asha. Lowered 1 mark: of two marks on one day the lower one counts. " +
        "Already there: 1 tick and 1 mark. Skipped 2 ticks and 1 mark of days to come.",
    );
    expect(importPlanText(NOTHING, "done", "Asha")).toBe("Nothing new for Asha.");
  });
});
