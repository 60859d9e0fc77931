import { DEFAULT_SOURCES, MONTH_NAMES, weekday, weekdayNames } from "@dailyleet/core";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { today, todayNumber } from "../../support/today.ts";
import { besideMonths, focused, isInWindow } from "../support/browser.ts";
import { glow, noteGlow } from "../support/calendar.ts";
import { capabilitiesOf } from "../support/colours.ts";
import { FAMILIES } from "../support/fonts.ts";
import { dress, type Opened } from "./page.ts";

/** The calendar's parts and the ways to its days. */
export function calendarFacts(page: Opened, url: () => string): void {
  const dayShows = (day: number) => isInWindow(page().locator(`#day-${day} h3`));

  it("shows twelve months and 365 days of five columns that link in a new tab", async () => {
    expect(await page().locator(".month h2").allTextContents()).toEqual(MONTH_NAMES);
    const ticks = page()
      .locator(".day button[aria-pressed]")
      .filter({ hasText: /^(Done|Untried)$/ });
    expect(await ticks.count()).toBe(1_825);
    const links = await page()
      .locator(".day a[target]")
      .evaluateAll((all) =>
        (all as HTMLAnchorElement[]).map(({ ariaLabel, target, rel, href }) => [
          ariaLabel?.replace(/^\d /, ""),
          target,
          rel,
          href,
        ]),
      );
    const usual = DEFAULT_SOURCES.map(({ name, url }) => [name, "_blank", "noopener noreferrer", url]);
    expect(links).toEqual(Array(365).fill(usual).flat());
    expect((await iconOf(page())).includes(`url("${url()}/icons/2.jpg")`)).toBe(true);
    await besideMonths(page()).getByRole("button", { name: "Back to top" }).click();
    await expect.poll(() => page().evaluate(() => scrollY)).toBe(0);
  });

  it("finds a day far from the window by its heading", async () => {
    for (const [heading, day] of [
      ["January 12", 12],
      ["December 27", 361],
    ] as const) {
      await page().evaluate(() => getSelection()?.removeAllRanges());
      // Like Ctrl+F, without its window. TypeScript's library lacks `find`, but all engines have it.
      await page().evaluate((text) => (window as unknown as { find(text: string): boolean }).find(text), heading);
      await expect.poll(() => dayShows(day)).toBe(true);
    }
  });

  it.each([
    ["reduce", "steps(1)"],
    ["no-preference", "ease-in"],
  ] as const)("leads from the heatmap to a day that glows for a moment (motion: %s)", async (reducedMotion, easing) => {
    await page().emulateMedia({ reducedMotion });
    await page().evaluate(() => scrollTo(0, 0));
    await page().evaluate(noteGlow);
    await page().getByRole("gridcell", { name: "March 5" }).click();
    await expect.poll(() => glow(page())).toBe(`day-64 ${easing}`);
    await expect.poll(() => dayShows(64)).toBe(true);
    expect((await capabilitiesOf(page(), "#day-64")).outlineStyle).toBe("none");
    await page().emulateMedia({ reducedMotion: "reduce" });
  });

  it("tells a screen reader each day's heading, links and ticks", async () => {
    expect(await page().locator("#day-200").ariaSnapshot()).toBe(
      [
        '- heading "July 19" [level=3]',
        ...DEFAULT_SOURCES.flatMap(({ name, url }, index) => [
          `- link "${index + 1} ${name}":`,
          `  - /url: ${url}`,
          `  - text: "${index + 1}"`,
          `- button "July 19, ${name}, Untried": Untried`,
        ]),
      ].join("\n"),
    );
    const toCome = await page()
      .locator(".day [aria-description='to come']")
      .evaluateAll((all) => [...new Set(all.map((one) => Number(one.closest<HTMLElement>(".day")?.dataset.day)))]);
    expect(toCome).toEqual(Array.from({ length: 365 - todayNumber }, (_, index) => todayNumber + 1 + index));
  });

  it("leads the Tab key from a day into the next, also where nobody has looked yet", async () => {
    await page().locator("#day-120 button").last().focus();
    const passed = [await focused(page())];
    for (const key of ["Tab", "Tab", "Shift+Tab", "Shift+Tab"]) {
      await page().keyboard.press(key);
      passed.push(await focused(page()));
    }
    // A day remembers the tick that had the focus last.
    const [first, last] = ["April 30, CodeChef, Untried", "May 1, LeetCode, Untried"];
    expect(passed).toEqual([first, last, "May 2, LeetCode, Untried", last, first]);
    await expect.poll(() => dayShows(121)).toBe(true);
  });

  it("prints every day of the year, as a cell of the heatmap", async () => {
    await page().emulateMedia({ media: "print" });
    const { year } = today;
    const days = (Date.UTC(year + 1, 0) - Date.UTC(year, 0)) / 86_400_000;
    expect(await page().locator(".heatmap .cell").filter({ visible: true }).count()).toBe(days);
    await page().emulateMedia({ media: "screen" });
  });

  it("each day stands below its weekday", async () => {
    await page().setViewportSize({ width: 1440, height: 900 });
    await expectWeekdays(page(), today.year, 0);
  });

  it.each(FAMILIES)("in %s the year takes at most 14,500 px, whatever width the window had before", async (family) => {
    await dress(page(), family);
    await page().setViewportSize({ width: 1440, height: 900 });
    const heights = async () => {
      const each = page()
        .locator(".month")
        .evaluateAll((all) => all.map((month) => month.getBoundingClientRect().height));
      return [await page().evaluate(() => document.documentElement.scrollHeight), await each] as const;
    };
    const [whole, wide] = await heights();
    expect(whole).toBeLessThanOrEqual(14_500);
    for (const width of [390, 768, 1440]) await page().setViewportSize({ width, height: 900 });
    await expect.poll(async () => (await heights())[1]).toEqual(wide);
  });

  it("a link leads to each screen, the current one is marked, and the counter is reached after 'Switch View'", async () => {
    const current = page().locator(".bar nav a[aria-current=page]");
    expect(await page().locator(".bar nav a").allTextContents()).toEqual(["Calendar", "Questions", "Counter"]);
    await page().getByRole("button", { name: "Switch View" }).click();
    for (const name of ["Counter", "Questions", "Calendar", "Counter"]) {
      await page().locator(".bar nav").getByRole("link", { name }).click();
      await expect.poll(() => current.allTextContents()).toEqual([name]);
      await page().locator(`main[aria-label=${name}]:not([hidden])`).waitFor();
    }
    // The questions are no longer chosen: the toggle returns to the counter.
    await page().getByRole("button", { name: "Switch counter" }).click();
    await page().getByRole("button", { name: "Switch counter" }).click();
    await expect.poll(() => current.allTextContents()).toEqual(["Counter"]);
    await page().getByRole("button", { name: "Switch counter" }).click();
  });
}

const iconOf = (page: Page) =>
  page
    .locator("#day-200 a")
    .nth(1)
    .evaluate((link) => getComputedStyle(link).backgroundImage);

/** `first`: the weekday that begins a week; 0 is Sunday. */
export async function expectWeekdays(page: Page, year: number, first: number): Promise<void> {
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
