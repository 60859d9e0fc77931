import { DAYS_PER_YEAR, type SourceNumber } from "@dailyleet/core";
import fc from "fast-check";
import { expect, it } from "vitest";
import { moveAmongTicks } from "../../site/src/calendar/TickKeys.tsx";

const LINE = { isStacked: false, daysInRow: 1 };
const WEEK = { isStacked: true, daysInRow: 7 };
const at = (day: number, source: number) => ({ day, source: source as SourceNumber });

it.each([
  ["ArrowRight", LINE, at(60, 2), at(60, 3)],
  ["ArrowRight", LINE, at(60, 5), at(61, 1)],
  ["ArrowLeft", LINE, at(60, 1), at(59, 5)],
  ["ArrowDown", LINE, at(60, 2), at(61, 2)],
  ["ArrowUp", LINE, at(1, 2), at(1, 2)],
  ["ArrowDown", WEEK, at(60, 2), at(60, 3)],
  ["ArrowDown", WEEK, at(60, 5), at(67, 1)],
  ["ArrowUp", WEEK, at(60, 1), at(53, 5)],
  ["ArrowRight", WEEK, at(60, 2), at(61, 2)],
  ["ArrowLeft", WEEK, at(60, 2), at(59, 2)],
  ["ArrowDown", WEEK, at(362, 5), at(362, 5)],
  // Today's card, with its ticks side by side, in a calendar of weeks.
  ["ArrowDown", { isStacked: false, daysInRow: 7 }, at(60, 2), at(67, 2)],
  ["ArrowRight", { isStacked: false, daysInRow: 7 }, at(60, 5), at(61, 1)],
  ["Home", WEEK, at(60, 3), at(60, 1)],
  ["End", LINE, at(60, 3), at(60, 5)],
  // From 31 March to 28 February. From 31 December there is no next month.
  ["PageUp", WEEK, at(90, 4), at(59, 4)],
  ["PageDown", WEEK, at(59, 4), at(87, 4)],
  ["PageDown", WEEK, at(365, 4), at(365, 4)],
])("%s, in %o, leads from one tick to the other", (key, layout, from, to) => {
  expect(moveAmongTicks(from, key, false, layout)).toEqual(to);
});

it("Ctrl makes Home and End go to the ends of the year, and other keys do not move", () => {
  expect(moveAmongTicks(at(60, 3), "Home", true, WEEK)).toEqual(at(1, 1));
  expect(moveAmongTicks(at(60, 3), "End", true, LINE)).toEqual(at(365, 5));
  for (const key of ["Enter", " ", "Tab", "a", "constructor"]) {
    expect(moveAmongTicks(at(60, 3), key, false, WEEK)).toBeNull();
  }
});

it("every arrow is undone by its opposite, but at the ends of the year", () => {
  const opposites = fc.constantFrom(["ArrowUp", "ArrowDown"], ["ArrowLeft", "ArrowRight"]);
  const place = fc.record({
    day: fc.integer({ min: 8, max: DAYS_PER_YEAR - 7 }),
    source: fc.integer({ min: 1, max: 5 }),
  });
  const layouts = fc.record({ isStacked: fc.boolean(), daysInRow: fc.constantFrom(1, 7) });
  fc.assert(
    fc.property(place, opposites, layouts, ({ day, source }, [there = "", back = ""], layout) => {
      const to = moveAmongTicks(at(day, source), there, false, layout);
      expect(to && moveAmongTicks(to, back, false, layout)).toEqual(at(day, source));
    }),
  );
});
