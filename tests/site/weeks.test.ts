import { firstWeekday } from "@dailyleet/core";
import { afterEach, expect, it, vi } from "vitest";
import { shareText } from "../../site/src/picture/shareText.ts";
import { storedFirstWeekday } from "../../site/src/view/weeks.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("begins a week as at the last visit, asks where nothing valid is stored, and again for the next visit", async () => {
  vi.useFakeTimers();
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (name: string) => stored.get(name), setItem: stored.set.bind(stored) });
  const name = "dailyleet/week/de-DE";
  const asked = firstWeekday("de-DE");
  const other = (asked + 2) % 7;
  expect(storedFirstWeekday("de-DE")).toBe(asked);
  await vi.runAllTimersAsync();
  expect(stored.get(name)).toBe(String(asked));
  stored.set(name, "9");
  expect(storedFirstWeekday("de-DE")).toBe(asked);
  stored.set(name, String(other));
  expect(storedFirstWeekday("de-DE")).toBe(other);
  await vi.runAllTimersAsync();
  expect(stored.get(name)).toBe(String(asked));
});

it("shares seven rows of five squares with their weekdays, over the end of a year, below the streak", () => {
  const all = { 1: true, 2: true, 3: true, 4: true, 5: true };
  const years = { 2027: { 365: { 2: true }, 364: all }, 2028: { 1: { 1: true, 3: true }, 2: all } };
  const today = { year: 2028, month: 1, day: 2 };
  const none = "⬜⬜⬜⬜⬜";
  const squares = [none, none, none, "🟩🟩🟩🟩🟩", "⬜🟩⬜⬜⬜", "🟩⬜🟩⬜⬜", "🟩🟩🟩🟩🟩"];
  // 2 January 2028 is a Sunday.
  const rows = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map((day, index) => `${squares[index]} ${day}`);
  expect(shareText(years, today, 4)).toBe(["dailyleet · All five. Day 4", ...rows].join("\n"));
  expect(shareText(years, { ...today, day: 1 }, 3).split("\n")[0]).toBe("dailyleet · Day 3");
});
