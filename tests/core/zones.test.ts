import {
  addDays,
  civilDateAt,
  epochDay,
  formatDate,
  fromEpochDay,
  type Mark,
  nextDue,
  progressOf,
  todayAt,
} from "@dailyleet/core";
import { afterEach, expect, test, vi } from "vitest";

/** Zones whose clocks change at midnight, by half an hour, by two hours, or skip a day. */
const ODD = ["Africa/Cairo", "America/Havana", "Antarctica/Troll", "Australia/Lord_Howe", "Pacific/Apia"];
const ALL = [...new Set([...ODD, ...Intl.supportedValuesOf("timeZone")])];
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** Midnights in UTC of the days of a leap year and of the days around it. */
const DAYS = Array.from({ length: 368 }, (_, index) => Date.UTC(2027, 11, 31) + index * DAY);

afterEach(() => vi.unstubAllEnvs());

/** One zone of each group whose offsets agree at every quarter of an hour of these days. */
function differentZones(): string[] {
  const clocks = ALL.map((zone) => {
    setZone(zone);
    const offsetAt = (moment: number) => new Date(moment).getTimezoneOffset();
    const changes = DAYS.filter((day) => offsetAt(day) !== offsetAt(day + DAY));
    const quarters = changes.flatMap((day) => Array.from({ length: DAY / STEP }, (_, index) => day + index * STEP));
    return [[...DAYS, ...quarters].map(offsetAt).join(), zone] as const;
  });
  return [...new Map(clocks.toReversed()).values()];
}

/** Makes `timeZone` the zone of this process. Returns a formatter for it. */
function setZone(timeZone: string) {
  vi.stubEnv("TZ", timeZone);
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
}

test("on every day of a leap year, in the zones of the runtime, the civil date is the local one", () => {
  expect(ALL.length).toBeGreaterThan(400);
  for (const zone of differentZones()) {
    const clock = setZone(zone);
    const faults = DAYS.flatMap((day) => [day, day + DAY / 3, day + DAY / 2]).filter((moment) => {
      return !clock.format(moment).startsWith(formatDate(civilDateAt(moment)));
    });
    expect(faults, zone).toEqual([]);
  }
});

const ENDS = ["00:00", "00:30", "01:30", "02:00", "02:30", "03:00", "04:00", "06:00"];
const STEP = 15 * MINUTE;
const LONGEST_CHANGE = 180 * MINUTE;

test("wherever the clocks change, the person's day ends when they first show its end, and never begins again", () => {
  let repeated = 0;
  for (const zone of differentZones()) {
    const clock = setZone(zone);
    const offsetAt = (moment: number) => new Date(moment).getTimezoneOffset();
    const tried = DAYS.filter((day, index) => offsetAt(day) !== offsetAt(day + DAY) || index % 91 === 60);
    expect(tried.length).toBeGreaterThanOrEqual(4);
    for (const first of tried) repeated += tryDay(clock, first, zone);
  }
  expect(repeated).toBeGreaterThan(30);
});

/**
 * Compares `todayAt` with the clock and with its value one step earlier. Returns how often the clock passed the day's
 * end twice.
 */
function tryDay(clock: Intl.DateTimeFormat, first: number, zone: string): number {
  const steps = Array.from({ length: (3 * DAY) / STEP }, (_, index) => first - DAY + index * STEP);
  const shown = steps.map((moment) => clock.format(moment).split(" ") as [date: string, time: string]);
  let repeated = 0;
  for (const end of ENDS) {
    let last = Number.NEGATIVE_INFINITY;
    for (let index = LONGEST_CHANGE / STEP; index < steps.length; index++) {
      const [date, time] = shown[index] ?? ["", ""];
      const before = shown.slice(index - LONGEST_CHANGE / STEP, index);
      const hasEnded = time >= end || before.some(([day, earlier]) => day === date && earlier >= end);
      if (hasEnded && time < end) repeated++;
      const found = epochDay(todayAt(steps[index] ?? 0, end));
      const isRight = found === Date.parse(date) / DAY - (hasEnded ? 0 : 1) && found >= last;
      if (!isRight) expect.fail(`${zone} ${date} ${time} ${end}`);
      last = found;
    }
  }
  return repeated;
}

test("a question comes back on the same day in every zone, also when the clocks change or a day is skipped", () => {
  // From autumn 2011, over Apia's skip of 30 December and two changes of the clocks.
  const days = Array.from({ length: 240 }, (_, index) => fromEpochDay(15_248 + index));
  const answersIn = (zone: string) => {
    setZone(zone);
    return days.map((day, index) => {
      const dates = [0, 3, 17].map((later) => formatDate(addDays(day, later)));
      const marks = Object.fromEntries(dates.map((date, at) => [date, (1 + ((index + at) % 4)) as Mark]));
      return [progressOf({ a: marks }, "a", addDays(day, 21), null), nextDue(marks, dates[2] ?? "", 3, null)];
    });
  };
  const expected = answersIn("UTC");
  const others = ["America/Santiago", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Beirut", "Pacific/Kiritimati"];
  for (const zone of others) expect(answersIn(zone), zone).toEqual(expected);
});
