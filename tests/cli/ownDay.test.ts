import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { addDays, formatDate } from "@dailyleet/core";
import { describe, expect, it } from "vitest";
import { runInProcess } from "../support/inProcess.ts";
import { preloaded } from "../support/preload.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { today, todayText } from "../support/today.ts";
import { startDesktop } from "./support/cloud.ts";
import { NOTHING_THERE, newHome } from "./support/home.ts";
import { homeWith } from "./support/settings.ts";
import { describeInTmux, openTerminal } from "./support/tmux.ts";

/** The output of a command that runs at this moment. */
async function answer(
  home: string,
  args: readonly string[],
  moment: string,
  more: Parameters<typeof runInProcess>[2] = {},
) {
  const { code, stdout, stderr } = await runInProcess(home, args, { now: () => Date.parse(moment), ...more });
  expect(stderr.replace(NOTHING_THERE, "")).toBe("");
  return args.includes("--json") ? { code, ...JSON.parse(stdout) } : stdout;
}

const homeOf = async (...settings: string[]) => (await homeWith(settings)).directory;

const HALF_PAST_MIDNIGHT = "2026-11-24T00:30";
const HALF_PAST_THREE = "2026-11-24T03:30";
const names = (sources: readonly { done: boolean; name: string }[]) =>
  sources.filter(({ done }) => done).map(({ name }) => name);

describe("a day that ends at three", () => {
  const late = () => homeOf("dayEndsAt 03:00");

  it("is at 00:30 the day before, and at 03:30 the new one, for every verb", async () => {
    const home = await late();
    const early = (...args: string[]) => answer(home, args, HALF_PAST_MIDNIGHT);
    const later = (...args: string[]) => answer(home, args, HALF_PAST_THREE);
    expect(await early("tick", "1", "--json")).toMatchObject({ date: "2026-11-23", day: 327 });
    expect(await later("tick", "3", "--json")).toMatchObject({ date: "2026-11-24", day: 328 });
    expect(await early("tick", "2", "--date", "yesterday", "--json")).toMatchObject({ date: "2026-11-22" });
    expect(await early("tick", "2", "--date", "mon", "--json")).toMatchObject({ date: "2026-11-23" });
    expect(await early("mark", "1", "solved", "--json")).toMatchObject({ date: "2026-11-23" });
    expect(await later("mark", "2", "solved", "--json")).toMatchObject({ date: "2026-11-24" });
    const [before, after] = [await early("today", "--json"), await later("today", "--json")];
    expect([before.date, names(before.sources)]).toEqual(["2026-11-23", ["LeetCode", "Code360"]]);
    expect([after.date, names(after.sources)]).toEqual(["2026-11-24", ["GeeksforGeeks"]]);
    expect(await early("status", "--json")).toMatchObject({ date: "2026-11-23", done: 2, streak: 2 });
    expect(await later("status", "--json")).toMatchObject({ date: "2026-11-24", done: 1, streak: 3 });
    expect(await early()).toMatch(/^Monday, November 23, 2026\n/);
    expect(await later()).toMatch(/^Tuesday, November 24, 2026\n/);
    expect(await early("today")).toMatch(/^Monday, November 23, 2026\n/);
    expect(await early("review", "--json")).toMatchObject({ date: "2026-11-23" });
    expect(await early("stats", "--json")).toMatchObject({ streaks: { current: { days: 2, last: "2026-11-23" } } });
    expect(await later("stats", "--json")).toMatchObject({ streaks: { current: { days: 3, last: "2026-11-24" } } });
  });

  it("ends the year with it, and closes it then", async () => {
    const home = await late();
    const [night, morning] = ["2027-01-01T00:30", "2027-01-01T03:30"];
    expect(await answer(home, ["tick", "1", "--json"], night)).toMatchObject({ date: "2026-12-31", day: 365 });
    expect(await answer(home, ["stats", "--json"], night)).toMatchObject({ year: 2026, done: 1 });
    expect(await answer(home, ["tick", "2", "--json"], morning)).toMatchObject({ date: "2027-01-01", day: 1 });
    expect((await answer(home, ["export"], morning)) as string).toBeTypeOf("string");
    const { years } = await answer(home, ["export", "--json"], morning);
    expect(years).toEqual({ 2026: { 365: { 1: true } }, 2027: { 1: { 2: true } } });
  });

  it("is so for a real process in its zone, and without the setting midnight is the end", async () => {
    const env = { TZ: "Asia/Kolkata" };
    const at = (time: string) => preloaded([], { ...env, NOW: String(Date.parse(`2026-11-24T${time}+05:30`)) });
    const [owl, other] = [newHome(await late()), newHome()];
    expect(await owl.json(["today"], at("00:30"))).toMatchObject({ date: "2026-11-23" });
    expect(await owl.json(["today"], at("03:30"))).toMatchObject({ date: "2026-11-24" });
    expect(await other.json(["today"], at("00:30"))).toMatchObject({ date: "2026-11-24" });
  });
});

it("a day that ends at three does so in the cloud, too", async () => {
  const { desktop } = await startDesktop();
  const { run } = desktop;
  await run(["config", "dayEndsAt", "03:00"]);
  const tomorrow = new Date(Date.now());
  tomorrow.setDate(tomorrow.getDate() + 1);
  const tickAt = async (hours: number, source: string) => {
    const now = tomorrow.setHours(hours, 30);
    const { stdout } = await run(["tick", source, "--json"], { now: () => now });
    return JSON.parse(stdout);
  };
  const next = formatDate(addDays(today, 1));
  expect(await tickAt(0, "1")).toMatchObject({ date: todayText, saved: "cloud" });
  expect(await tickAt(3, "2")).toMatchObject({ date: next, saved: "cloud" });
});

describeInTmux("on the full screen", () => {
  const screens = [
    [HALF_PAST_MIDNIGHT, "Monday, November 23, 2026 · today"],
    [HALF_PAST_THREE, "Tuesday, November 24, 2026 · today"],
  ] as const;
  it.each(screens)("at %s it is %s", async (moment, said) => {
    const home = await homeOf("dayEndsAt 03:00", "rest.perMonth 2");
    await answer(home, ["tick", "1", "--date", "2026-11-20"], moment);
    const now = preloaded([], { NOW: String(Date.parse(moment)) });
    const terminal = openTerminal(home, 80, 24, now);
    const screen = await terminal.until((screen) => screen.includes("q quit"));
    expect(screen).toContain(said);
    expect(screen).toMatch(/5 done {2}– 2 of 2 rest days used in November/);
  });
});

describe("a site's own day", () => {
  const closing = "2026-11-23T22:20Z";

  it("is named from three hours before its end, while its source is untried", async () => {
    const home = tempDirectory();
    const line = "  LeetCode closes in 1 h 40 min\n";
    expect(await answer(home, ["today"], closing)).toContain(line);
    expect(await answer(home, [], closing)).toContain(line);
    expect(await answer(home, ["today", "--date", "yesterday"], closing)).not.toContain("closes");
    expect(await answer(home, ["today"], "2026-11-23T20:59Z")).not.toContain("closes");
    const check = await runInProcess(home, ["status", "--check"], { now: () => Date.parse(closing) });
    expect([check.code, check.stdout]).toEqual([1, "0/5 - streak 0 - LeetCode closes in 1 h 40 min\n"]);
    expect(await answer(home, ["status"], closing)).toBe("0/5 - streak 0\n");
    await answer(home, ["tick", "1"], closing);
    expect(await answer(home, ["today"], closing)).not.toContain("closes");
  });

  it("is in the document of today, and of no other day", async () => {
    const url = "https://example.org/";
    const sources = ["a", "b", "c", "d"].map((name) => ({ name, url, zone: "Pacific/Kiritimati" }));
    const [home, own] = [tempDirectory(), tempDirectory()];
    writeFileSync(join(own, "dailyleet.json"), JSON.stringify({ sources: [...sources, { name: "e", url }] }));
    const closes = async (home: string, ...args: string[]) => {
      const { sources } = await answer(home, ["today", "--json", ...args], closing);
      return sources.map(({ closes }: { closes: string | null }) => closes && [closes.length, Date.parse(closes)]);
    };
    const [utc, india] = [Date.UTC(2026, 10, 24), Date.UTC(2026, 10, 24, 18, 30)];
    expect(await closes(home)).toEqual([[25, utc], [25, india], [25, india], null, null]);
    expect(await closes(home, "--date", "yesterday")).toEqual([null, null, null, null, null]);
    expect(await closes(own)).toEqual([...Array(4).fill([25, Date.UTC(2026, 10, 24, 10)]), null]);
  });

  it("has an offset that is the person's", async () => {
    const env = preloaded([], { TZ: "America/St_Johns", NOW: String(Date.parse(closing)) });
    const { sources } = await newHome().json(["today"], env);
    expect((sources as { closes: string }[])[0]?.closes).toBe("2026-11-23T20:30:00-03:30");
  });
});

describe("rest days", () => {
  const noon = "2026-11-24T12:00";

  it("keep a streak, are counted, and have a sign in the year", async () => {
    const home = await homeOf("rest.weekdays sun", "rest.perMonth 2");
    // 15 and 22 November are Sundays; on the 18th, a weekday, there is no tick.
    for (const day of [13, 14, 16, 17, 19, 20, 21, 23])
      await answer(home, ["tick", "1", "--date", `2026-11-${day}`], noon);
    const look = { env: { LANG: "C.UTF-8", NO_COLOR: "1" }, columns: 100 };
    const stats = await answer(home, ["stats"], noon, look);
    expect(stats).toContain("8 days    2026-11-13 to 2026-11-23, 1 of 2 rest days used in November\n");
    expect(await answer(home, ["status", "--json"], noon)).toMatchObject({ streak: 8 });
    expect(await answer(home, [], noon)).toContain("8-day streak; tick once to keep it");
    expect(await answer(home, ["tick", "2"], noon, look)).toContain(
      "1 of 5 today · 9-day streak, your best, kept by 3 rest days\n",
    );
    expect(stats.match(/–/g)).toHaveLength(4);
    expect(stats).toContain("5 done  – rest day\n");
    expect(await answer(home, ["stats", "--svg", "-"], noon)).toContain("Rest day");
    for (const key of ["rest.weekdays", "rest.perMonth"]) await answer(home, ["config", key, "--unset"], noon);
    expect(await answer(home, ["status", "--json"], noon)).toMatchObject({ streak: 2 });
    expect(await answer(home, ["stats"], noon, look)).not.toContain("–");
  });
});
