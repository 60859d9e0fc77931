import { expect, it } from "vitest";
import { firstWeekday } from "../../site/src/calendar/weeks.ts";
import { shareText } from "../../site/src/picture/PictureSheet.tsx";

it.each([
  ["en-US", 0],
  ["de-DE", 1],
  ["ar-EG", 6],
  ["not a language", 0],
])("a week begins by the language: %s, %i", (language, first) => {
  // Not in every Node.
  const knows = "getWeekInfo" in Intl.Locale.prototype;
  expect(firstWeekday(language)).toBe(knows ? first : 0);
});

it("shares seven rows of five squares, over the end of a year, below the streak", () => {
  const all = { 1: true, 2: true, 3: true, 4: true, 5: true };
  const years = { 2027: { 365: { 2: true }, 364: all }, 2028: { 1: { 1: true, 3: true }, 2: all } };
  const today = { year: 2028, month: 1, day: 2 };
  const none = "⬜⬜⬜⬜⬜";
  const rows = [none, none, none, "🟩🟩🟩🟩🟩", "⬜🟩⬜⬜⬜", "🟩⬜🟩⬜⬜", "🟩🟩🟩🟩🟩"];
  expect(shareText(years, today, 4)).toBe(["dailyleet · All five. Day 4", ...rows].join("\n"));
  expect(shareText(years, { ...today, day: 1 }, 3).split("\n")[0]).toBe("dailyleet · Day 3");
});
