import { closesAt, closingSoon, DEFAULT_SOURCES, formatDate, isZone, type Source, todayAt } from "@dailyleet/core";
import { describe, expect, test } from "vitest";
import { closingText, dayEndIn } from "../../../packages/core/src/ticks/closing.ts";

const NIGHT = new Date("2026-11-24T00:30").getTime();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe("the person's day", () => {
  test.each([
    ["00:00", 0, "2026-11-24"],
    ["03:00", 0, "2026-11-23"],
    ["03:00", 2.5, "2026-11-24"],
    ["03:00", 3, "2026-11-24"],
    ["00:31", 0, "2026-11-23"],
    ["00:30", 0, "2026-11-24"],
    ["06:00", 5.49, "2026-11-23"],
    ["06:00", -1, "2026-11-23"],
  ])("that ends at %s is at 00:30 and %f hours %s", (end, hours, date) => {
    expect(formatDate(todayAt(NIGHT + hours * HOUR, end))).toBe(date);
  });

  test("has no end of its own unless one is set", () => {
    expect(formatDate(todayAt(NIGHT))).toBe("2026-11-24");
  });
});

describe("a site's own day", () => {
  const [leetCode, code360, , interviewBit] = DEFAULT_SOURCES as [Source, Source, Source, Source];

  test("ends at midnight where the site is", () => {
    const now = Date.UTC(2026, 10, 23, 22, 20);
    expect(closesAt(leetCode, now)).toBe(Date.UTC(2026, 10, 24));
    expect(closesAt(code360, now)).toBe(Date.UTC(2026, 10, 24, 18, 30));
    expect(closesAt(interviewBit, now)).toBeNull();
    expect(closingText(leetCode, now)).toBe("closes in 1 h 40 min");
    expect(closingText(code360, now)).toBe("");
    expect(closingText(interviewBit, now)).toBe("");
    expect(closingSoon(DEFAULT_SOURCES, { 2: true }, now)).toEqual(["LeetCode closes in 1 h 40 min"]);
    expect(closingSoon(DEFAULT_SOURCES, { 1: true }, now)).toEqual([]);
  });

  test.each([
    [180, "closes in 3 h"],
    [180.01, ""],
    [179.5, "closes in 3 h"],
    [60, "closes in 1 h"],
    [59, "closes in 59 min"],
    [0.001, "closes in 1 min"],
  ])("%f minutes before its end: '%s'", (minutes, said) => {
    expect(closingText(leetCode, Date.UTC(2026, 10, 24) - minutes * 60_000)).toBe(said);
  });

  test("is known of any zone by its name, and of nothing else", () => {
    expect(["UTC", "Asia/Kolkata", "America/Argentina/Buenos_Aires", "Etc/GMT+5"].every(isZone)).toBe(true);
    expect(["", "Nowhere/Town", "+05:30", "Asia/Kolkata ", "GMT+5:30", "../etc"].some(isZone)).toBe(false);
  });

  test("ends in every zone when its clocks show the next date, wherever they are put", () => {
    const noons = Array.from({ length: 366 }, (_, day) => Date.UTC(2028, 0, 1, 12) + day * DAY);
    const faults: string[] = [];
    let changes = 0;
    for (const timeZone of Intl.supportedValuesOf("timeZone")) {
      const clock = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
      const offsets = new Intl.DateTimeFormat("sv-SE", { timeZone, timeZoneName: "longOffset", hour: "numeric" });
      const offsetAt = (moment: number) => /GMT.*/.exec(offsets.format(moment))?.[0];
      const isTried = (noon: number) => offsetAt(noon - DAY) !== offsetAt(noon + DAY) || noon === noons[100];
      for (const noon of noons.filter(isTried)) {
        changes++;
        const end = dayEndIn(timeZone, noon);
        const dates = [noon, end - 1, end, end + 2 * HOUR].map((moment) => Date.parse(clock.format(moment)));
        const days = dates.map((date) => (date - (dates[0] ?? 0)) / DAY);
        if (days.join() !== "0,0,1,1") faults.push(`${timeZone} ${new Date(noon).toISOString()}`);
      }
    }
    expect(faults).toEqual([]);
    expect(changes).toBeGreaterThan(800);
  });
});
