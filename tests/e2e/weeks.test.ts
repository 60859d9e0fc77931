import { SHARED_DAY, weekday, weekdayNames } from "@dailyleet/core";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { shareOf } from "../support/long.ts";
import { expectAccessible } from "./support/axe.ts";
import { tick, tickButton, useStage, visit, type WatchedPage } from "./support/browser.ts";
import { calendarIsWhole } from "./support/calendar.ts";
import { gapToButton } from "./support/layout.ts";

const stage = useStage();

async function openOn(date: Date, locale = "en-US"): Promise<Page> {
  const before = ({ page }: WatchedPage) =>
    page.addInitScript((noon) => {
      Date.now = () => noon;
    }, date.getTime());
  const { page } = await visit(stage, { viewport: { width: 1440, height: 900 }, locale, before });
  await calendarIsWhole(page);
  return page;
}

const LOCALES = [
  ["en-US", 0],
  ["de-DE", 1],
] as const;
it.each(shareOf("locales of a leap year", LOCALES, 2))(
  "each day of 2028 stands below its weekday, for %s",
  async (locale, first) => {
    await expectWeekdays(await openOn(new Date(2028, 7, 19, 12), locale), 2028, first);
  },
);

it("29 February is a day of its own by name, says what it shares, and greets nobody as new who ticked years ago", async () => {
  const before = async ({ page }: WatchedPage) => {
    await stage.cli("tick", "1", "--date", "2025-01-05", "--profile", "Leap");
    await page.clock.setFixedTime(new Date(2028, 1, 29, 12));
  };
  const { page } = await visit(stage, { profile: "Leap", isNew: true, before });
  const card = page.locator(".day[aria-current=date]");
  for (const visit of ["first", "again"]) {
    await card.getByText("Tick one to start a streak").waitFor();
    const heading = await card.locator("header > *").allTextContents();
    expect([visit, ...heading]).toEqual([visit, "Today, Tuesday", "February 29", "0/5"]);
    expect(await card.locator(".notes").innerText()).toContain(SHARED_DAY);
    await page.reload();
  }
  await tick(page, "February 29, LeetCode");
  await page.clock.setFixedTime(new Date(2028, 2, 1, 12));
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await card.getByText("Today, Wednesday").waitFor();
  await tickButton(page, "March 1, LeetCode", "Done").waitFor();
});

/** On 23 November 2026, at 1440 px. */
let page: Page;
beforeAll(async () => {
  page = await openOn(new Date(2026, 10, 23, 12));
});

it("each day of 2026 stands below its weekday", () => expectWeekdays(page, 2026, 0));

it("the year takes at most 14,500 px, whatever width the window had before", async () => {
  const heights = async () => {
    const each = page.locator(".month").evaluateAll((all) => all.map((month) => month.getBoundingClientRect().height));
    return [await page.evaluate(() => document.documentElement.scrollHeight), await each] as const;
  };
  const [whole, wide] = await heights();
  expect(whole).toBeLessThanOrEqual(14_500);
  for (const width of [390, 768, 1440]) await page.setViewportSize({ width, height: 900 });
  await expect.poll(async () => (await heights())[1]).toEqual(wide);
});

it("a link leads to each screen, the current one is marked, and the counter is reached after 'Switch View'", async () => {
  const current = page.locator(".bar nav a[aria-current=page]");
  expect(await page.locator(".bar nav a").allTextContents()).toEqual(["Calendar", "Questions", "Counter"]);
  await page.getByRole("button", { name: "Switch View" }).click();
  for (const name of ["Counter", "Questions", "Calendar", "Counter"]) {
    await page.locator(".bar nav").getByRole("link", { name }).click();
    await expect.poll(() => current.allTextContents()).toEqual([name]);
    await page.locator(`main[aria-label=${name}]:not([hidden])`).waitFor();
  }
  // The mark of the questions is cleared.
  await page.getByRole("button", { name: "Switch counter" }).click();
  await page.getByRole("button", { name: "Switch counter" }).click();
  await expect.poll(() => current.allTextContents()).toEqual(["Counter"]);
  await page.getByRole("button", { name: "Switch counter" }).click();
});

it("offers the year and the last week to share once all five are done; small sheets are beside their buttons; axe finds nothing in any", async () => {
  for (const button of [page.locator(".bar .name"), page.getByRole("button", { name: "What strength is" })]) {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await button.click();
      const sheet = page.locator("[popover]:popover-open");
      await sheet.waitFor();
      expect(await sheet.evaluate(gapToButton)).toBeCloseTo(4, 0);
      if (width === 1440) await expectAccessible(page, "a small sheet");
      await page.keyboard.press("Escape");
    }
  }
  const untried = page.locator(".today button[aria-pressed=false]");
  for (let left = 5; left > 0; left--) {
    await untried.first().click();
    await expect.poll(() => untried.count()).toBe(left - 1);
  }
  await page.getByText("All five. Day 1.", { exact: true }).waitFor();
  await page.locator(".today").getByRole("button", { name: "Share" }).click();
  const sheet = page.getByRole("dialog", { name: "Share" });
  await sheet.getByRole("img", { name: "2026 at a glance" }).waitFor();
  const week = (await sheet.locator("pre").textContent()) ?? "";
  const rows = week.split("\n").flatMap((line) => /^(?:🟩|⬜)+(?= \w{3}$)/u.exec(line) ?? []);
  expect(rows).toEqual([...Array(6).fill("⬜".repeat(5)), "🟩".repeat(5)]);
  await expectAccessible(page, "the sheet to share");
});

async function expectWeekdays(page: Page, year: number, first: number): Promise<void> {
  const shown = await page.locator(".month > header").first().locator("span").allTextContents();
  const names = weekdayNames(first).map((name) => name.slice(0, 3));
  expect(shown).toEqual(names);
  const rows = page.locator(".glance").getByRole("grid").locator("tbody th");
  await rows.first().waitFor();
  expect(await rows.allTextContents()).toEqual(names);
  const columns = await page.locator(".month").evaluateAll((months) =>
    months.flatMap((month) => {
      const edges = [...month.querySelectorAll("header span")].map((name) =>
        Math.round(name.getBoundingClientRect().x),
      );
      const days = [...month.querySelectorAll<HTMLElement>(".day")];
      return days.map((day) => edges.indexOf(Math.round(day.getBoundingClientRect().x)));
    }),
  );
  const expected = Array.from({ length: 12 }, (_, month) => new Date(year, month + 1, 0).getDate()).flatMap(
    (length, month) =>
      Array.from({ length: month === 1 ? 28 : length }, (_, day) => {
        return (weekday({ year, month: month + 1, day: day + 1 }) - first + 7) % 7;
      }),
  );
  expect(columns).toEqual(expected);
}
