import { DEFAULT_SOURCES, dayOfYear, WEEKDAY_NAMES, weekday } from "@dailyleet/core";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { shareOf } from "../support/long.ts";
import { today } from "../support/today.ts";
import { barButton, besideMonths, focused, tickButton, useStage, visit } from "./support/browser.ts";
import { calendarIsWhole } from "./support/calendar.ts";
import { capabilitiesOf, contrast } from "./support/colours.ts";
import { stuckHeight } from "./support/layout.ts";

const stage = useStage();
const { year } = today;
const TODAY = { year, month: 11, day: 22 };
const number = dayOfYear(TODAY);
const FIRST = number - 13;
let page: Page;
beforeAll(async () => {
  const days = Object.fromEntries(Array.from({ length: 13 }, (_, index) => [FIRST + index, { 1: true, 2: true }]));
  await stage.importYears({
    [year - 1]: { 100: { 1: true } },
    [year]: { ...days, [number]: { 1: true, 3: true, 5: true } },
  });
  page = await openToday();
});

/** The calendar at noon of that day. */
async function openToday(): Promise<Page> {
  const { page } = await visit(stage, { time: new Date(year, TODAY.month - 1, TODAY.day, 12) });
  await streakShows(page);
  return page;
}

async function reopen(width = 1_280, height = 720): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.goto("about:blank");
  await page.goto(stage.server.url);
  await streakShows(page);
}

const card = (page: Page) => page.locator(".day[aria-current]");
const pill = (page: Page) => besideMonths(page).getByRole("button", { name: "Today", exact: true });
const streakShows = (page: Page) =>
  card(page)
    .getByText(/^14-day streak$|Day 14\.$/)
    .waitFor();

const OPENED = [
  [360, 740],
  [768, 1024],
  [1440, 900],
] as const;
it.each(shareOf("windows that open at today", OPENED, 3))(
  "opens at date, weekday, five names, progress and streak, with the day before, at %i × %i",
  async (width, height) => {
    await reopen(width, height);
    const name = WEEKDAY_NAMES[weekday(TODAY)];
    for (const text of ["November 22", `Today, ${name}`, "14-day streak", "3/5"]) {
      await expect.poll(() => isSeen(page, card(page).getByText(text, { exact: true }))).toBe(true);
    }
    for (const source of DEFAULT_SOURCES) {
      expect(await isSeen(page, card(page).getByRole("link", { name: source.name }).getByText(source.name))).toBe(true);
    }
    expect(await isSeen(page, page.locator(`#day-${number - 1}`))).toBe(true);
    expect(await isSeen(page, card(page).locator("header"))).toBe(true);
    for (const tick of await card(page).locator("li button").all()) expect(await isSeen(page, tick)).toBe(true);
    expect(await card(page).getByRole("img", { name: "3 of 5 done" }).isVisible()).toBe(true);
    expect(await slicedDays(page)).toEqual([]);
  },
);

it.each(shareOf("widths of today's card", [740, 768, 1100], 3))(
  "breaks no name and has its ticks in one line at %i px, as where a window is enlarged",
  async (width) => {
    await page.setViewportSize({ width, height: 400 });
    const link = card(page).getByRole("link", { name: "GeeksforGeeks" });
    const lines = await link.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getClientRects().length;
    });
    expect(lines).toBe(1);
    const tops = await card(page)
      .locator("li button")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
    expect(new Set(tops).size).toBe(1);
  },
);

const SCHEMES = ["light", "dark"] as const;
it.each(shareOf("colour schemes of the days that step back", SCHEMES, 2))(
  "each step back keeps its words readable, in %s colours",
  async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    const paper = (await capabilitiesOf(page, "body")).backgroundColor;
    for (const day of [".day[aria-current]", `#day-${number - 1}`, `#day-${number + 1}`]) {
      const card = (await capabilitiesOf(page, day)).backgroundColor;
      for (const part of ["h3", "a", "button"]) {
        const { color, backgroundColor } = await capabilitiesOf(page, `${day} ${part}`);
        // Behind a link is its icon, with its number beside it.
        const ground =
          [part === "a" ? card : backgroundColor, card, paper].find((one) => one !== "rgba(0, 0, 0, 0)") ?? paper;
        expect([day, part, contrast(color, ground) >= 4.5]).toEqual([day, part, true]);
      }
    }
  },
);

it("lets the days to come and those before the first tick step back, and no other", async () => {
  await calendarIsWhole(page);
  const quiet = await page.locator(".day.quiet").evaluateAll((days) => days.map(({ id }) => Number(id.slice(4))));
  const all = Array.from({ length: 365 }, (_, index) => index + 1);
  expect(quiet).toEqual(all.filter((day) => day < FIRST || day > number));
  await tickButton(page, "March 5, LeetCode", "Untried").click();
  await expect.poll(() => page.locator(".day.quiet").count()).toBe(63 + 365 - number);
});

it("offers the way back while today is out of view, also from the top and from another year", async () => {
  await reopen();
  await expect.poll(() => isSeen(page, card(page))).toBe(true);
  await pill(page).waitFor({ state: "detached" });
  for (const leave of [
    () => besideMonths(page).getByRole("button", { name: "Back to top" }).click(),
    () => page.evaluate(() => document.getElementById("day-60")?.scrollIntoView({ behavior: "instant" })),
    () => besideMonths(page).getByRole("button", { name: "Previous year" }).click(),
  ]) {
    await leave();
    await pill(page).click();
    await expect.poll(() => isSeen(page, card(page))).toBe(true);
    await pill(page).waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toMatch(/^November 22, LeetCode/);
  }
});

it("is there within 400 ms of a way that is seen, and stops where the person scrolls meanwhile", async () => {
  const page = await openToday();
  await barButton(page, /^Theme/).waitFor();
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const place = () => page.evaluate(() => scrollY);
  await expect.poll(() => isSeen(page, card(page))).toBe(true);
  await page.clock.runFor(1_000);
  const goal = await place();
  await page.clock.pauseAt(new Date(year, TODAY.month - 1, TODAY.day, 13));
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));

  await page.keyboard.press("t");
  const begin = await place();
  expect(goal - begin).toBeGreaterThan(100);
  await page.clock.runFor(150);
  const middle = await place();
  expect(middle).toBeGreaterThan(begin);
  expect(middle).toBeLessThan(goal);
  await page.clock.runFor(250);
  expect(await place()).toBe(goal);

  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await page.keyboard.press("t");
  await page.clock.runFor(50);
  const heard = page.evaluate(() => new Promise<void>((resolve) => addEventListener("wheel", () => resolve())));
  await page.mouse.wheel(0, -1);
  await heard;
  const left = await place();
  await page.clock.runFor(500);
  expect(Math.abs((await place()) - left)).toBeLessThan(5);
});

it("counts in the ring and in the title what is ticked, and celebrates the fifth only when it is set", async () => {
  await reopen();
  await expect.poll(() => page.title()).toBe("3/5 · dailyleet");
  for (const [source, done] of [
    ["Code360", "4/5"],
    ["InterviewBit", "5/5"],
  ] as const) {
    await tickButton(page, `November 22, ${source}`, "Untried").click();
    await card(page).getByText(done, { exact: true }).waitFor();
    await page.locator(".toast", { hasText: `${source}: done` }).waitFor();
    await expect.poll(() => page.title()).toBe(`${done} · dailyleet`);
  }
  await page.locator(".just-whole").waitFor();
  await page.reload();
  await card(page).getByText("5/5", { exact: true }).waitFor();
  expect(await page.locator(".just-whole").count()).toBe(0);

  await tickButton(page, "November 22, InterviewBit", "Done").click();
  const undo = page.locator(".toast", { hasText: "InterviewBit: untried" });
  await undo.waitFor();
  expect(await page.locator(".just-whole").count()).toBe(0);
  await barButton(page, "Undo").click();
  await tickButton(page, "November 22, InterviewBit", "Done").waitFor();

  await page.clock.setSystemTime(new Date(year, TODAY.month - 1, TODAY.day + 1, 12));
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await card(page).getByText("14-day streak; tick once to keep it").waitFor();
});

/** The days whose text or buttons begin above the lower edge of the month's heading and end below it. */
async function slicedDays(page: Page): Promise<string[]> {
  const edge = await stuckHeight(page);
  return page.locator(".day > :is(h3, a, button)").evaluateAll((parts, edge) => {
    const sliced = parts.filter((part) => {
      const { top, bottom } = part.getBoundingClientRect();
      return top < edge && bottom > edge;
    });
    return sliced.map((part) => part.parentElement?.id ?? "");
  }, edge);
}

async function isSeen(page: Page, part: ReturnType<Page["locator"]>): Promise<boolean> {
  const box = await part.boundingBox();
  const edges = await page.evaluate(() => {
    const rects = [...document.querySelectorAll(".bar, .views")].map((one) => one.getBoundingClientRect());
    const top = Math.max(...rects.filter(({ top }) => top <= 0).map(({ bottom }) => bottom));
    return {
      top,
      bottom: Math.min(innerHeight, ...rects.filter(({ top }) => top > innerHeight / 2).map((r) => r.top)),
    };
  });
  return box !== null && box.y >= edges.top && box.y + box.height <= edges.bottom;
}
