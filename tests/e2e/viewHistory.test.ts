import { dayHeading } from "@dailyleet/core";
import type { Page } from "playwright-core";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { todayNumber } from "../support/today.ts";
import { barButton, choose, focused, hashOf, holdRequests, isInWindow, useStage, visit } from "./support/browser.ts";
import { glow, noteGlow } from "./support/calendar.ts";

const stage = useStage();
const heading = dayHeading(todayNumber);
let page: Page;

beforeAll(async () => {
  page = (await visit(stage)).page;
});

/** Each test starts at today on an untouched page: no filter, and the questions are not chosen. */
beforeEach(async () => {
  for (const screen of ["questions", "", "counter", "calendar"]) {
    await page.evaluate((named) => {
      location.hash = named;
    }, screen);
    if (screen) await page.locator(`.bar nav a[href="#${screen}"][aria-current]`).waitFor();
  }
  await toolsAreThere();
  await page.keyboard.press("t");
  await expect.poll(todayShows).toBe(true);
});

type View = "Calendar" | "Questions" | "Counter";
const TITLES: Record<View, string> = {
  Calendar: "0/5 · dailyleet · Daily Coding Problem",
  Questions: "Questions · dailyleet · Daily Coding Problem",
  Counter: "Counter · dailyleet · Daily Coding Problem",
};

it("goes back and forward through the views, names each in the title and moves the focus to its beginning", async () => {
  await barButton(page, "Switch View").click();
  await expectView("Questions");
  await page.goBack();
  await expectView("Calendar");
  await expect.poll(todayShows).toBe(true);
  // The questions had not been chosen yet.
  await barButton(page, "Switch counter").click();
  await expectView("Counter");
  await page.goBack();
  await expectView("Calendar");
  await page.goForward();
  await expectView("Counter");

  await page.reload();
  await toolsAreThere();
  await expect.poll(() => page.title()).toBe(TITLES.Counter);
  await page.goBack();
  await expectView("Calendar");

  for (const [button, view] of [
    ["Switch counter", "Counter"],
    ["Switch counter", "Calendar"],
    ["Switch View", "Questions"],
    ["Switch View", "Calendar"],
    ["Switch counter", "Questions"],
  ] as const) {
    await barButton(page, button).press("Enter");
    await expectView(view);
  }
  const first = page.getByRole("main").locator("a, button, input, select").first();
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Practise now/ })
    .waitFor();
  await page.keyboard.press("Tab");
  await expect.poll(() => first.evaluate((control) => control === document.activeElement)).toBe(true);
});

it("comes back to where the calendar and the list were left, with the question that was open, and through a reload", async () => {
  await expect.poll(() => scrollDown(700)).toBe(700);
  // The focus goes to the bar, which sticks, so nothing scrolls.
  await page.keyboard.press("m");
  await page.keyboard.press("Enter");
  await page.getByText(/^75 questions/).waitFor();
  const row = page.locator(".rows h3 button").nth(9);
  await row.click();
  await expect.poll(() => scrollDown(1_900)).toBe(1_900);
  const before = await row.boundingBox();
  await barButton(page, "Switch View").click();
  await expectView("Calendar");
  expect(await page.evaluate(() => scrollY)).toBe(700);
  await page.goBack();
  await expectView("Questions");
  expect(await row.boundingBox()).toEqual(before);
  expect(await row.getAttribute("aria-expanded")).toBe("true");
  // Today is out of view; 't' brings it into view.
  await page.keyboard.press("t");
  await expect.poll(todayShows).toBe(true);
  await expect.poll(() => focused(page)).toBe(`${heading}, LeetCode, Untried`);

  await page.goto(`${stage.server.url}/#difficulty=medium`);
  await page.getByText(/^\d+ of 75 questions/).waitFor();
  const medium = page.locator(".rows h3 button").nth(12);
  await medium.click();
  await expect.poll(() => scrollDown(1_500)).toBe(1_500);
  const place = await medium.evaluate((header) => header.getBoundingClientRect().top);
  await page.reload();
  await expect.poll(() => medium.evaluate((header) => header.getBoundingClientRect().top)).toBeCloseTo(place, 0);
  expect(await medium.getAttribute("aria-expanded")).toBe("true");
});

it("comes back to the calendar at once, also while a style sheet of it is on its way", async () => {
  const letGo = await holdRequests(page, "**/_astro/year.*.css");
  const asked = page.waitForRequest("**/_astro/year.*.css");
  await page.reload();
  await asked;
  // Until the page is known, it takes no clicks.
  await page.locator(".tracker[aria-busy=false]").waitFor();
  // Without the focus of `expectView`: what gives it may wait for the style sheet, too.
  for (const name of ["Counter", "Calendar"]) {
    await barButton(page, "Switch counter").click();
    await page.getByRole("main", { name, exact: true }).waitFor();
  }
  letGo();
  await page.getByRole("grid").waitFor();
  await page.unrouteAll();
});

it("leads to the day that the address names, which glows and has the focus: from another screen, and when the page opens", async () => {
  const name = (day: number) => page.evaluate((named) => void location.assign(`#day-${named}`), day);
  const isSeen = async (day: number) => {
    const { y = -1 } = (await page.locator(`#day-${day}`).boundingBox()) ?? {};
    return y > 0 && y < (page.viewportSize()?.height ?? 0);
  };
  await barButton(page, "Switch counter").click();
  await expectView("Counter");
  await page.addInitScript(noteGlow);
  await page.evaluate(noteGlow);
  await name(64);
  await expectPointedOut(64);
  await expect.poll(() => page.title()).toBe(TITLES.Calendar);
  expect(await isSeen(64)).toBe(true);
  await name(300);
  await expect.poll(() => isSeen(300)).toBe(true);
  await expectPointedOut(300);
  await page.reload();
  await expect.poll(() => isSeen(300)).toBe(true);
  await expectPointedOut(300);
  await toolsAreThere();
  await barButton(page, "Switch counter").click();
  await expectView("Counter");
  expect(await hash()).toBe("");
});

it("Back closes a sheet and leaves the page as it was, and a sheet closed otherwise leaves no entry behind", async () => {
  await barButton(page, "Switch View").click();
  await expectView("Questions");
  const sheet = (name: string) => page.getByRole("dialog", { name, exact: true });
  for (const entry of ["Settings", "Your data", "Keyboard shortcuts"]) {
    await choose(page, entry);
    await sheet(entry).waitFor();
    await page.goBack();
    await sheet(entry).waitFor({ state: "detached" });
    expect(await page.title()).toBe(TITLES.Questions);
  }
  const entries = () => page.evaluate(() => history.state.isDialog ?? false);
  for (const close of ["Escape", "?"]) {
    await page.keyboard.press("?");
    await sheet("Keyboard shortcuts").waitFor();
    expect(await entries()).toBe(true);
    await page.keyboard.press(close);
    await sheet("Keyboard shortcuts").waitFor({ state: "detached" });
    await expect.poll(entries).toBe(false);
  }
  await page.goBack();
  await expectView("Calendar");
});

it.each([
  ["a day", () => page.getByRole("gridcell", { name: "March 5" }), "March 5"],
  ["a month", () => page.getByRole("columnheader", { name: "Mar", exact: true }).getByRole("button"), "March 1"],
])("Back leads to the graph after %s of it led away, and Forward to the day again", async (_, cell, day) => {
  await page.locator(".heatmap").scrollIntoViewIfNeeded();
  const top = await scrollDown(20);
  await cell().click();
  const first = page.locator(".day h3", { hasText: new RegExp(`^${day}$`) });
  await expect.poll(() => isInWindow(first)).toBe(true);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
  expect(await page.evaluate(() => document.activeElement?.closest("table")?.role)).toBe("grid");
  await page.goForward();
  await expect.poll(() => isInWindow(first)).toBe(true);
});

it("goes back to the questions as they were narrowed", async () => {
  await barButton(page, "Switch View").click();
  await page.getByRole("searchbox").fill("tree");
  await expect.poll(hash).toBe("#q=tree");
  await barButton(page, "Switch View").click();
  await expectView("Calendar");
  expect(await hash()).toBe("");
  await page.goBack();
  await expectView("Questions");
  expect(await page.getByRole("searchbox").inputValue()).toBe("tree");
  expect(await hash()).toBe("#q=tree");
  await page.reload();
  await toolsAreThere();
  await page.getByText(/^\d+ of 75 questions/).waitFor();
  await page.goBack();
  await expectView("Calendar");
  await page.goto(`${stage.server.url}/#q=graph`);
  await expectView("Questions");
  await page.goBack();
  await expectView("Calendar");
});

it("widens the list again where the address says so: by Back, by Forward and by hand", async () => {
  await barButton(page, "Switch View").click();
  const all = page.getByText(/^75 questions/);
  const some = page.getByText(/^\d+ of 75 questions/);
  const edit = (hash: string) =>
    page.evaluate((edited) => {
      location.hash = edited;
    }, hash);
  await all.waitFor();
  await edit("q=graph");
  await some.waitFor();
  expect(await page.getByRole("searchbox").inputValue()).toBe("graph");
  await edit("tag=trie");
  await page.getByRole("button", { name: "Remove the tag trie" }).waitFor();
  await page.goBack();
  await page.goBack();
  await all.waitFor();
  expect(await hash()).toBe("");
  await page.goForward();
  await some.waitFor();
  expect(await hash()).toBe("#q=graph");
  await edit("");
  await all.waitFor();
  await expectView("Questions");
});

/** Scrolls and returns the position reached: less than asked while rows are still missing. */
function scrollDown(pixels: number): Promise<number> {
  return page.evaluate((top) => {
    scrollTo({ top, behavior: "instant" });
    return scrollY;
  }, pixels);
}

const hash = () => hashOf(page);
const toolsAreThere = () => barButton(page, /^Theme/).waitFor();
const todayShows = () => isInWindow(page.locator(".day[aria-current] h3").filter({ hasText: heading }));

async function expectView(view: View): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe(view);
  const shown = page.locator("main").filter({ visible: true });
  // A screen that is still empty has no height.
  await expect
    .poll(() => shown.evaluateAll((all) => all.map((main) => main === document.activeElement)))
    .toEqual([true]);
  await expect.poll(() => page.title()).toBe(TITLES[view]);
}

async function expectPointedOut(day: number): Promise<void> {
  await expect.poll(() => glow(page)).toMatch(new RegExp(`^day-${day} `));
  await expect.poll(() => focused(page)).toBe(`${dayHeading(day)}, LeetCode, Untried`);
}
