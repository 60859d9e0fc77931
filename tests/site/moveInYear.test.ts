import { addDays, type CivilDate, epochDay, weekday } from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCivilDate } from "../../packages/core/src/calendar/calendar.ts";
import { moveInYear } from "../../site/src/glance/Heatmap.tsx";

const date = (month: number, day: number, year = 2026): CivilDate => ({ year, month, day });

describe("moving in the heatmap", () => {
  it.each([
    ["ArrowDown", date(11, 20), date(11, 21)],
    ["ArrowDown", date(11, 21), date(11, 22)],
    ["ArrowUp", date(3, 1, 2028), date(2, 29, 2028)],
    ["ArrowRight", date(11, 20), date(11, 27)],
    ["ArrowLeft", date(11, 20), date(11, 13)],
    ["ArrowLeft", date(1, 3), date(1, 3)],
    ["ArrowDown", date(12, 31), date(12, 31)],
    ["PageUp", date(3, 31), date(2, 28)],
    ["PageUp", date(3, 31, 2028), date(2, 29, 2028)],
    ["PageDown", date(1, 31), date(2, 28)],
    ["PageDown", date(12, 5), date(12, 5)],
    ["Home", date(11, 20), date(1, 2)],
    ["End", date(11, 20), date(12, 25)],
  ])("%s leads from one day to the other", (key, from, to) => {
    expect(moveInYear(from, key, false)).toEqual(to);
  });

  it("Ctrl makes Home and End go to the ends of the year", () => {
    expect(moveInYear(date(5, 5), "Home", true)).toEqual(date(1, 1));
    expect(moveInYear(date(5, 5), "End", true)).toEqual(date(12, 31));
  });

  it("other keys do not move", () => {
    for (const key of ["Enter", "Tab", "a", "constructor"]) expect(moveInYear(date(5, 5), key, false)).toBeNull();
  });

  it("every move ends on a day of the same year, and Home and End on the same weekday", () => {
    const keys = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Home", "End"];
    fc.assert(
      fc.property(
        fc.integer({ min: 1970, max: 9998 }),
        fc.nat(364),
        fc.constantFrom(...keys),
        fc.boolean(),
        (year, days, key, isWhole) => {
          const from = addDays(date(1, 1, year), days);
          const to = moveInYear(from, key, isWhole) as CivilDate;
          expect(isCivilDate(to) && to.year === year).toBe(true);
          if (isWhole || (key !== "Home" && key !== "End")) return;
          expect(weekday(to)).toBe(weekday(from));
          expect(addDays(to, key === "Home" ? -7 : 7).year).not.toBe(year);
          expect(Math.sign(epochDay(to) - epochDay(from))).not.toBe(key === "Home" ? 1 : -1);
        },
      ),
    );
  });
});
