import { closedPath, openPath, type Ticks, ticksIn, yearIn } from "@dailyleet/core";
import { createDocumentStore } from "@dailyleet/local";
import { afterEach, describe, expect, it } from "vitest";
import { newHome } from "../cli/support/home.ts";
import { localHome } from "../cli/support/localHome.ts";
import { FAULTS } from "../client/support/faults.ts";
import { doneIn } from "../support/cliProcess.ts";
import type { Environment } from "../support/inProcess.ts";
import { preloaded } from "../support/preload.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { today, todayNumber } from "../support/today.ts";
import { newDesktop, useCloud } from "./support/desktop.ts";

const ownZone = process.env.TZ;
afterEach(() => {
  if (ownZone === undefined) delete process.env.TZ;
  else process.env.TZ = ownZone;
});

/** A home in `zone` at `moment`, an ISO date and time. The zone stays until the next call. */
function at(directory: string, moment: string, zone = "UTC") {
  process.env.TZ = zone;
  return localHome({ now: () => Date.parse(moment) }, directory);
}

const MOMENTS = [
  ["the last second before midnight in Kathmandu", "Asia/Kathmandu", "2026-11-19T18:14:59Z", "2026-11-19", 323],
  ["midnight in Kathmandu, at a quarter to the hour", "Asia/Kathmandu", "2026-11-19T18:15:00Z", "2026-11-20", 324],
  ["the earliest place of the earth", "Pacific/Kiritimati", "2026-11-19T10:00:00Z", "2026-11-20", 324],
  ["the latest inhabited place of the earth", "Pacific/Niue", "2026-11-20T10:59:59Z", "2026-11-19", 323],
  ["Cairo before a midnight that does not exist", "Africa/Cairo", "2026-04-23T21:59:59Z", "2026-04-23", 113],
  ["Cairo after a midnight that does not exist", "Africa/Cairo", "2026-04-23T22:00:00Z", "2026-04-24", 114],
  ["Havana before a midnight that does not exist", "America/Havana", "2026-03-08T04:59:59Z", "2026-03-07", 66],
  ["Havana after a midnight that does not exist", "America/Havana", "2026-03-08T05:00:00Z", "2026-03-08", 67],
  ["Havana at half past midnight for the first time", "America/Havana", "2026-11-01T04:30:00Z", "2026-11-01", 305],
  ["Havana at half past midnight for the second time", "America/Havana", "2026-11-01T05:30:00Z", "2026-11-01", 305],
  ["Beirut after a midnight that does not exist", "Asia/Beirut", "2026-03-28T22:00:00Z", "2026-03-29", 88],
  ["Lord Howe, whose summer is half an hour", "Australia/Lord_Howe", "2026-10-03T15:29:59Z", "2026-10-04", 277],
  ["Samoa before the day that it left out", "Pacific/Apia", "2011-12-30T09:59:59Z", "2011-12-29", 363],
  ["Samoa after the day that it left out", "Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-31", 365],
  ["the day before a leap day", "UTC", "2028-02-28T23:59:59Z", "2028-02-28", 59],
  ["a leap day", "UTC", "2028-02-29T00:00:00Z", "2028-02-29", 60],
  ["the day after a leap day", "UTC", "2028-03-01T00:00:00Z", "2028-03-01", 60],
  ["the last second of a leap year", "UTC", "2028-12-31T23:59:59Z", "2028-12-31", 365],
  ["the first second after a leap year", "UTC", "2029-01-01T00:00:00Z", "2029-01-01", 1],
  ["New Year in Sydney, December in Greenwich", "Australia/Sydney", "2028-12-31T13:00:00Z", "2029-01-01", 1],
  ["Los Angeles, New Year in Greenwich", "America/Los_Angeles", "2029-01-01T07:59:59Z", "2028-12-31", 365],
] as const;

describe("today", () => {
  it.each(MOMENTS)("%s", async (_, zone, moment, date, day) => {
    expect(await at(tempDirectory(), moment, zone).json(["today"])).toMatchObject({ date, day });
  });

  it("is the same to a process of its own", async () => {
    const [, TZ, moment, date, day] = MOMENTS[1];
    const env = preloaded([], { TZ, NOW: String(Date.parse(moment)) });
    expect(await newHome().json(["today"], env)).toMatchObject({ date, day });
  });
});

it("somebody who flies over the date line at New Year finds both years", async () => {
  const home = tempDirectory();
  const moment = "2026-12-31T12:00:00Z";
  await at(home, moment, "Pacific/Honolulu").out(["tick", "3"]);
  await at(home, moment, "Pacific/Auckland").out(["tick", "1"]);
  await at(home, moment, "Pacific/Honolulu").out(["tick", "2"]);
  for (const zone of ["Pacific/Honolulu", "Pacific/Auckland"]) {
    const { years } = await at(home, "2027-01-02T12:00:00Z", zone).json(["export"]);
    expect(years).toEqual({ 2026: { 365: { 2: true, 3: true } }, 2027: { 1: { 1: true } } });
  }
});

describe("a clock that is wrong", () => {
  const right = "2026-11-20T12:00:00Z";

  it.each([
    ["by a day", "2026-11-19T12:00:00Z"],
    ["by years, behind", "2001-06-15T12:00:00Z"],
    ["by years, ahead", "2035-06-15T12:00:00Z"],
  ])("%s, and is set right again costs no tick", async (_, wrong) => {
    const home = tempDirectory();
    await at(home, right).out(["tick", "1"]);
    await at(home, wrong).out(["tick", "2"]);
    await at(home, right).out(["tick", "3"]);
    expect(doneIn(await at(home, right).out(["today", "--json"]))).toEqual([1, 3]);
    const wrongDay = ["today", "--json", "--date", wrong.slice(0, 10)];
    expect(doneIn(await at(home, wrong > right ? wrong : right).out(wrongDay))).toEqual([2]);
  });

  it.each([-86_400_000, -3_600_000, 3_600_000, 86_400_000, -25 * 365 * 86_400_000])(
    "by %d ms does not end the sign-in, because a token's time is counted from its arrival",
    async (error) => {
      const desktop = await newDesktop(cloud);
      const now = () => Date.now() + error;
      const { code, stdout, stderr } = await desktop.run(["tick", "3", "--json"], { now });
      expect([code, JSON.parse(stdout).saved, stderr]).toEqual([0, "cloud", ""]);
    },
  );

  it.each([-86_400, -600, 600, 25 * 365 * 86_400])(
    "by %d s does not matter to a sign-in, whose time is told by the server",
    async (seconds) => {
      const desktop = await newDesktop(cloud);
      const now = () => Date.now() + seconds * 1000;
      expect(await desktop.run(["login"], { now })).toMatchObject({
        code: 0,
        stdout: `Signed in as ${desktop.uid}.\n`,
      });
    },
  );

  it.each([
    ["that has ended", -2, -1],
    ["of a time to come", 1, 2],
  ])("makes no sign-in %s a good one", async (_, from, to) => {
    const desktop = await newDesktop(cloud);
    const hours = (count: number) => Math.floor(Date.now() / 1000) + count * 3600;
    desktop.google.claims = { ...desktop.google.claims, iat: hours(from), exp: hours(to) };
    const now = () => ((hours(from) + hours(to)) / 2) * 1000;
    const { code, stdout, stderr } = await desktop.run(["login"], { now });
    expect([code, stdout, stderr]).toEqual([1, "", expect.stringContaining("is not a valid sign-in")]);
  });
});

const cloud = useCloud();

it("what was ticked offline in December is sent in January to December's year", async () => {
  const desktop = await newDesktop(cloud);
  const reset = FAULTS.find(({ name }) => name === "a reset");
  if (reset) desktop.server.break({ kind: "renewal", reply: reset.reply });
  const clock = (...time: [number, number, number, number, number]): Environment => ({
    now: () => new Date(...time).getTime(),
  });
  const { year } = today;
  const december = await desktop.run(["tick", "3", "--json"], clock(year, 11, 31, 23, 59));
  const january = await desktop.run(["tick", "4", "--json"], clock(year + 1, 0, 1, 0, 1));
  expect([december, january].map(({ code, stdout }) => [code, JSON.parse(stdout)])).toMatchObject([
    [0, { date: `${year}-12-31`, day: 365, saved: "pending" }],
    [0, { date: `${year + 1}-01-01`, day: 1, saved: "pending" }],
  ]);
  desktop.server.heal();
  expect((await desktop.run(["sync"], clock(year + 1, 0, 1, 0, 2))).stdout).toBe("3 sent, 0 waiting, 0 refused\n");

  const documents = createDocumentStore(cloud.database, desktop.uid);
  const [open, closed] = [
    await documents.get(openPath(desktop.uid)),
    await documents.get(closedPath(desktop.uid, year)),
  ];
  const ticks: Ticks = ticksIn(closed?.fields);
  expect([yearIn(open?.fields), ticksIn(open?.fields)]).toEqual([year + 1, { 1: { 4: true } }]);
  const before = { [todayNumber]: { 1: true, 2: true } };
  expect(ticks).toEqual({ ...before, 365: { ...before[365], 3: true } });
});
