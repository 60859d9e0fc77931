import { addDays, MONTH_NAMES } from "@dailyleet/core";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { today, todayText } from "../support/today.ts";
import {
  barButton,
  focused,
  hashOf,
  useStage,
  type Visit,
  visit,
  type WatchedPage,
  WITH_WORKER,
  waitForSaved,
} from "./support/browser.ts";
import { moved, noteMoves } from "./support/moves.ts";

const stage = useStage();

/** Of somebody who marks a few of them. */
let asha: WatchedPage;
beforeAll(async () => {
  asha = await openList("Asha");
});

it("marks by click and by key what shows in the list, can be removed and undone, and is there again later", {
  timeout: 120_000,
}, async () => {
  const { page, problems } = asha;
  await summaryIs(page, "0 of 75 practised · 0 due");
  expect(await signs(page, 3)).toEqual(["New", "New", "New"]);
  // Not while no question is open.
  await page.keyboard.press("3");

  await header(page, 0).click();
  await mark(page, "Solved").click();
  await expectPressed(page, "Solved");
  // It stays where it is, though the question above it closes.
  await header(page, 1).click();
  await expectOpenedShows(page);
  await expectPressed(page);
  await page.keyboard.press("4");
  await expectPressed(page, "Easy");
  await page.getByText(/^Group Anagrams: easy, comes back in \d+ days, on [A-Z]/).waitFor({ state: "attached" });
  await header(page, 2).click();
  // A key marks nothing out of sight, nor what another question has taken the focus from: it leads there first.
  await page.evaluate(() => scrollBy({ top: 2_500, behavior: "instant" }));
  await page.keyboard.press("2");
  await expectOpenedShows(page);
  await header(page, 0).focus();
  await page.keyboard.press("2");
  await expectOpenedShows(page);
  await expectPressed(page);
  await page.keyboard.press("2");
  // The last one of the day stands.
  await page.keyboard.press("1");
  await expectPressed(page, "Needed the solution");
  await page.locator(".toast", { hasText: /^Product of Array Except Self: needed the solution/ }).waitFor();
  // Pressed twice it is the same mark.
  await page.keyboard.press("1");
  await expectPressed(page, "Needed the solution");
  expect(await signs(page, 4)).toEqual(["Learning", "Learning", "Learning", "New"]);
  await summaryIs(page, "3 of 75 practised · 0 due");
  expect(await header(page, 0).textContent()).toBe("Two Sum - https://leetcode.com/problems/two-sum/");
  expect(await descriptionOf(page, 0)).toEqual(["Learning", "Easy", expect.stringMatching(/^in \d+ days$/)]);

  await page.keyboard.press("Control+z");
  await expectPressed(page, "Needed a hint");
  await page.locator(".toast", { hasText: /^Undone\. Product of Array Except Self: needed a hint/ }).waitFor();
  await barButton(page, "Redo").click();
  await expectPressed(page, "Needed the solution");
  await page.locator(".marking").getByRole("button", { name: "Remove: Today, Needed the solution" }).click();
  await expectPressed(page);
  await page.locator(".toast", { hasText: /^Product of Array Except Self: mark removed/ }).waitFor();
  await expect.poll(() => focused(page)).toBe("How did it go?");
  await summaryIs(page, "2 of 75 practised · 0 due");
  await barButton(page, "Undo").click();
  await expectPressed(page, "Needed the solution");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-expanded"))).toBe("true");

  await page.locator(".filter input").focus();
  await page.keyboard.press("4");
  expect(await page.locator(".filter input").inputValue()).toBe("4");
  await page.locator(".filter input").fill("");
  await waitForSaved(page);
  await page.reload();
  await summaryIs(page, "3 of 75 practised · 0 due");
  expect(await signs(page, 4)).toEqual(["Learning", "Learning", "Learning", "New"]);
  expect(problems).toEqual([]);
});

it("says in today's card what is due on a later day, and leads to it; nothing moves", {
  timeout: 120_000,
}, async () => {
  const before = async ({ page }: WatchedPage) => {
    await page.addInitScript(noteMoves);
    for (const words of [
      "mark 1 solution --date -30",
      "mark 2 solved --date -30",
      "mark 3 solved --date -30",
      "tick 1 --date -1",
    ])
      await stage.cli(...words.split(" "), "--profile", "Ben");
  };
  const how = { profile: "Ben", isNew: true, viewport: { width: 320, height: 640 }, before };
  const { page, problems } = await visit(stage, how);
  const link = page.locator(".day[aria-current] a", { hasText: "due" });
  await link.waitFor();
  expect((await link.textContent())?.trim()).toBe("3 questions due");
  await page.getByText("1-day streak; tick once to keep it").waitFor();
  expect(await moved(page)).toEqual([]);
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await link.click();
  await page.getByRole("heading", { name: "1 of 5" }).waitFor();
  expect(await hashOf(page)).toBe("#practise");
  await page.goBack();
  await link.waitFor();
  await page.goForward();
  await page.getByRole("button", { name: "All questions" }).click();
  await page.getByRole("button", { name: "Plan and progress" }).click();
  await chip(page, "Due").click();
  await expect.poll(() => headers(page)).toHaveLength(3);

  await header(page, 1).click();
  await page.keyboard.press("4");
  // It stays where it is until another one is opened.
  await summaryIs(page, "3 of 75 practised · 2 due");
  expect(await headers(page)).toHaveLength(3);
  await header(page, 1).click();
  expect(await headers(page)).toHaveLength(3);
  await header(page, 0).click();
  await expect.poll(() => headers(page)).toHaveLength(2);
  const marked = addDays(today, -30);
  const list = await page.locator(".marked").textContent();
  expect(list).toContain(`${MONTH_NAMES[marked.month - 1]} ${marked.day}`);
  expect(list).toContain("Needed the solution");

  await chip(page, "All").click();
  const first = page.locator(".suggestion li").getByRole("button").first();
  expect(await first.textContent()).toMatch(/^Two Sum \d+ days? overdue$/);
  await header(page, 0).click();
  await first.click();
  await page.locator(".marking").waitFor();
  await expect.poll(() => focused(page)).toMatch(/^Two Sum - /);
  await page.getByText("Progress by tag").click();
  expect(problems).toEqual([]);
});

it("agrees in two tabs, and keeps through a reload what was marked without network", async () => {
  const { page, context } = await openList("Chen", WITH_WORKER);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const other = await context.newPage();
  await other.goto(`${stage.server.url}/#state=practised`);
  await other.getByText("0 of 75 questions").waitFor();
  await header(page, 0).click();
  await page.keyboard.press("3");
  await expect.poll(() => headers(other)).toEqual(["Two Sum - https://leetcode.com/problems/two-sum/"]);
  await header(other, 0).click();
  await expectPressed(other, "Solved");
  await waitForSaved(page);

  await context.setOffline(true);
  await other.keyboard.press("4");
  await expectPressed(page, "Easy");
  await other.reload();
  await expectPressed(other, "Easy");
  await context.setOffline(false);
  await waitForSaved(other);
  const { practice } = JSON.parse(await stage.cli("export", "--profile", "Chen"));
  expect(practice).toEqual({ "leetcode.com/problems/two-sum": { [todayText]: 4 } });
});

it("reads without colour: each sign has its own shape, and a chosen mark a tick", async () => {
  const { page } = asha;
  await page.getByText("Progress by tag").click();
  const shapes = page.locator(".signs .sign");
  expect(await shapes.count()).toBe(4);
  for (const forcedColors of ["none", "active"] as const) {
    await page.emulateMedia({ forcedColors });
    await page.evaluate(() => document.documentElement.style.setProperty("filter", "grayscale(1) contrast(9)"));
    const seen = await Promise.all((await shapes.all()).map((shape) => shape.screenshot()));
    expect([forcedColors, new Set(seen.map((image) => image.toString("base64"))).size]).toEqual([forcedColors, 4]);
  }
  await header(page, 5).click();
  await page.keyboard.press("3");
  const tick = await page
    .locator(".marks [aria-pressed=true] > span")
    .evaluate((name) => getComputedStyle(name, "::before").content);
  expect(tick).toContain("✓");
});

/** The list of questions of somebody new, on whose page the keys are heard. */
async function openList(profile: string, how: Visit = {}): Promise<WatchedPage> {
  const watched = await visit(stage, { profile, isNew: true, hash: "#questions", ...how });
  await barButton(watched.page, "Keyboard shortcuts").waitFor();
  return watched;
}

const header = (page: Page, row: number) => page.locator(".rows h3 button").nth(row);
const headers = (page: Page) => page.locator(".rows h3 button").allTextContents();
const mark = (page: Page, name: string) =>
  page.locator(".marks").getByRole("button", { name: new RegExp(`^${name} in \\d+ days? on [A-Z]`) });
const chip = (page: Page, name: string) => page.locator(".chips").getByRole("button", { name });
const summaryIs = (page: Page, text: string) => page.locator(".progress").getByText(text, { exact: true }).waitFor();

function signs(page: Page, count: number): Promise<(string | null)[]> {
  return page
    .locator(".rows > li > .sign")
    .evaluateAll((all, most) => all.slice(0, most).map((one) => one.ariaLabel), count);
}

/** What is heard of a header besides its name. */
function descriptionOf(page: Page, row: number): Promise<(string | null)[]> {
  return header(page, row).evaluate((button) => {
    const ids = button.getAttribute("aria-describedby")?.split(" ") ?? [];
    return ids.map((id) => document.getElementById(id)).map((part) => part && (part.ariaLabel ?? part.textContent));
  });
}

/** The focus is on the open question's header, in the window. */
async function expectOpenedShows(page: Page): Promise<void> {
  const opened = page.locator(".rows h3 button[aria-expanded=true]");
  await expect.poll(() => opened.evaluate((button) => button === document.activeElement)).toBe(true);
  const { top, bottom } = await opened.evaluate((button) => button.getBoundingClientRect());
  expect([top > 0, bottom < (page.viewportSize()?.height ?? 0)]).toEqual([true, true]);
}

/** Which marks of the open question are today's. */
async function expectPressed(page: Page, ...names: string[]): Promise<void> {
  await page.locator(".marks").waitFor();
  const pressed = page.locator(".marks [aria-pressed=true] > span");
  await expect.poll(() => pressed.allTextContents()).toEqual(names);
}
