import { DEFAULT_SOURCES, MONTH_NAMES } from "@dailyleet/core";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { shareOf } from "../support/long.ts";
import { today, todayNumber } from "../support/today.ts";
import { besideMonths, focused, isInWindow, useStage, visit, type WatchedPage } from "./support/browser.ts";
import { calendarIsWhole, glow, noteGlow, openCalendar } from "./support/calendar.ts";
import { capabilitiesOf } from "./support/colours.ts";

declare global {
  interface Window {
    /** Days and months that some frame showed as empty cards since the page began. */
    empty: string[];
  }
}

const stage = useStage();
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  watched = await openCalendar(stage, { before: ({ page }) => page.addInitScript(noteEmpty) });
  page = watched.page;
});

it("shows twelve months and 365 days of five columns that link in a new tab", async () => {
  expect(await page.locator(".month h2").allTextContents()).toEqual(MONTH_NAMES);
  const ticks = page.locator(".day button[aria-pressed]").filter({ hasText: /^(Done|Untried)$/ });
  expect(await ticks.count()).toBe(1_825);
  const links = await page
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
  await besideMonths(page).getByRole("button", { name: "Back to top" }).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

it("finds a day far from the window by its heading", async () => {
  for (const [heading, day] of [
    ["January 12", 12],
    ["December 27", 361],
  ] as const) {
    await page.evaluate(() => getSelection()?.removeAllRanges());
    // Not in TypeScript's library, but in all engines: what Ctrl+F does, without its window.
    await page.evaluate((text) => (window as unknown as { find(text: string): boolean }).find(text), heading);
    await expect.poll(() => dayShows(day)).toBe(true);
  }
});

const GLOWS = [
  ["reduce", "steps(1)"],
  ["no-preference", "ease-in"],
] as const;
it.each(shareOf("ways that a day glows", GLOWS, 2))(
  "leads from the heatmap to a day that glows for a moment (motion: %s)",
  async (reducedMotion, easing) => {
    await page.emulateMedia({ reducedMotion });
    await page.evaluate(() => scrollTo(0, 0));
    await page.evaluate(noteGlow);
    await page.getByRole("gridcell", { name: "March 5" }).click();
    await expect.poll(() => glow(page)).toBe(`day-64 ${easing}`);
    await expect.poll(() => dayShows(64)).toBe(true);
    expect((await capabilitiesOf(page, "#day-64")).outlineStyle).toBe("none");
    await page.emulateMedia({ reducedMotion: "reduce" });
  },
);

it("tells a screen reader each day's heading, links and ticks", async () => {
  expect(await page.locator("#day-200").ariaSnapshot()).toBe(
    [
      '- heading "July 19" [level=3]',
      ...[
        ["LeetCode", "https://leetcode.com/problemset/"],
        ["Code360", "https://www.naukri.com/code360/problem-of-the-day"],
        ["GeeksforGeeks", "https://www.geeksforgeeks.org/problem-of-the-day"],
        ["InterviewBit", "https://www.interviewbit.com/practice/"],
        ["CodeChef", "https://www.codechef.com/practice"],
      ].flatMap(([name, url], index) => [
        `- link "${index + 1} ${name}":`,
        `  - /url: ${url}`,
        `  - text: "${index + 1}"`,
        `- button "July 19, ${name}, Untried": Untried`,
      ]),
    ].join("\n"),
  );
  const toCome = await page
    .locator(".day [aria-description='to come']")
    .evaluateAll((all) => [...new Set(all.map((one) => Number(one.closest<HTMLElement>(".day")?.dataset.day)))]);
  expect(toCome).toEqual(Array.from({ length: 365 - todayNumber }, (_, index) => todayNumber + 1 + index));
});

it("leads the Tab key from a day into the next, also where nobody has looked yet", async () => {
  await page.locator("#day-120 button").last().focus();
  const passed = [await focused(page)];
  for (const key of ["Tab", "Tab", "Shift+Tab", "Shift+Tab"]) {
    await page.keyboard.press(key);
    passed.push(await focused(page));
  }
  // A day keeps the tick that had the focus last.
  const [first, last] = ["April 30, CodeChef, Untried", "May 1, LeetCode, Untried"];
  expect(passed).toEqual([first, last, "May 2, LeetCode, Untried", last, first]);
  await expect.poll(() => dayShows(121)).toBe(true);
});

it("prints every day of the year, as a cell of the heatmap", async () => {
  await page.emulateMedia({ media: "print" });
  const { year } = today;
  const days = (Date.UTC(year + 1, 0) - Date.UTC(year, 0)) / 86_400_000;
  expect(await page.locator(".heatmap .cell").filter({ visible: true }).count()).toBe(days);
  await page.emulateMedia({ media: "screen" });
});

const WINDOWS = [
  [320, 568, "reduce"],
  [345, 640, "reduce"],
  [1280, 800, "reduce"],
  [1280, 800, "no-preference"],
  [390, 844, "reduce"],
  [768, 1024, "reduce"],
  [1440, 900, "reduce"],
  [1920, 1200, "reduce"],
] as const;
it.each(shareOf("windows in which the calendar opens", WINDOWS, 8))(
  "never shows an empty card while it opens, and cuts none, at %i × %i (motion: %s)",
  async (width, height, reducedMotion) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion });
    const processor = await watched.context.newCDPSession(page);
    // Then the way to today begins in the middle of a long turn.
    await processor.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.goto(stage.server.url);
    await calendarIsWhole(page);
    expect(await page.evaluate(() => window.empty)).toEqual([]);
    await expect.poll(() => page.evaluate(cutByHeading)).toEqual([]);
    await processor.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  },
);

const DAYS = [
  [1280, 1800, new Date(today.year, 11, 31, 12)],
  [1280, 1800, new Date(today.year, 0, 1, 12)],
  [1280, 1800, new Date(today.year, 6, 1, 12)],
  [1440, 900, new Date(today.year, 11, 31, 12)],
  [390, 844, new Date(today.year, 11, 31, 12)],
  [1440, 900, new Date(2028, 1, 29, 12)],
  [768, 1024, new Date(2028, 1, 29, 12)],
] as const;
it.each(shareOf("days on which it opens", DAYS, 7))("… at %i × %i on %s", async (width, height, noon) => {
  const before = async ({ page }: WatchedPage) => {
    await page.addInitScript(noteEmpty);
    await page.addInitScript((noon) => {
      Date.now = () => noon;
    }, noon.getTime());
  };
  const { page: other } = await visit(stage, { viewport: { width, height }, before });
  await calendarIsWhole(other);
  expect(await other.evaluate(() => window.empty)).toEqual([]);
  await expect.poll(() => other.evaluate(cutByHeading)).toEqual([]);
});

it("shows the icons that the configuration names", async () => {
  const icon = () =>
    page
      .locator("#day-200 a")
      .nth(1)
      .evaluate((link) => getComputedStyle(link).backgroundImage);
  expect(await icon()).toContain(`url("${stage.server.url}/icons/2.jpg")`);
  await watched.context.route("**/dailyleet.json", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json()), icons: '/mine/"quoted"/' } });
  });
  await page.reload();
  // The page begins with the configuration of the last visit, and reloads itself for another one.
  await expect.poll(icon).toContain(`url("${stage.server.url}/mine/%22quoted%22/2.jpg")`);
});

/** What a month's heading covers in part. Its last tenth fades: half of that hides an edge, too. */
function cutByHeading(): string[] {
  const isCut = (part: Element) => {
    const heading = part.closest(".month")?.querySelector("header")?.getBoundingClientRect() ?? new DOMRect();
    const { top, bottom } = part.getBoundingClientRect();
    const edge = heading.top + 0.9 * heading.height;
    return edge > 0 && top < edge && bottom > edge + 0.05 * heading.height;
  };
  const parts = [...document.querySelectorAll(".day:not(.today) :is(h3, button), .day.today header")];
  return parts.filter(isCut).map((part) => `${part.ariaLabel ?? part.textContent}`);
}

const dayShows = (day: number) => isInWindow(page.locator(`#day-${day} h3`));

function noteEmpty(): void {
  window.empty = [];
  const isSeen = (part: Element) => {
    const { top, bottom } = part.getBoundingClientRect();
    // The month's heading covers days, but for the last tenth, which fades.
    const heading = part.closest(".month")?.querySelector("header")?.getBoundingClientRect();
    return bottom > (heading ? heading.top + 0.9 * heading.height : 0) && top < innerHeight;
  };
  const look = () => {
    requestAnimationFrame(look);
    if (!document.querySelector("main.tracker:not([hidden])")) return;
    for (const card of document.querySelectorAll(".day:not(:has(h3)), .days:empty")) {
      if (isSeen(card)) window.empty.push(card.id || `${card.parentElement?.textContent}`);
    }
  };
  requestAnimationFrame(look);
}
