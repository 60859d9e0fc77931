import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import {
  barButton,
  holdRequests,
  type Stage,
  tickButton,
  visit,
  type WatchedPage,
  waitForSaved,
} from "../support/browser.ts";
import { calendarIsKnown } from "../support/calendar.ts";
import type { Family } from "../support/fonts.ts";
import { moved, noteMoves } from "../support/moves.ts";
import { dressDocument, dressOf, type Opened } from "./page.ts";

/** Opens the page for the first time on a device, in this family. Nothing that can be clicked moves meanwhile. */
export function openStill(stage: Stage, family: Family, options: BrowserContextOptions): Opened {
  let page: Page;
  let letGo = () => {};
  beforeAll(async () => {
    const before = async ({ page }: WatchedPage) => {
      await page.addInitScript(noteMoves);
      await page.addInitScript(dressDocument, dressOf(family));
      // Hold the earlier years, which change the figures: until they arrive, the figures are not shown as known.
      letGo = await holdRequests(page, "**/*:runQuery");
    };
    ({ page } = await visit(stage, { ...options, before }));
  });

  it("what can be clicked stays where it is while the rest of the page comes and a tick is saved", async () => {
    await barButton(page, /^Theme/).waitFor();
    await page.getByRole("grid").waitFor();
    expect(await moved(page)).toEqual([]);

    // The tick lengthens the best streak, which then has the longest dates.
    await tickButton(page, "January 1, LeetCode", "Untried").click();
    await barButton(page, "Undo").waitFor();
    await waitForSaved(page);
    expect(await moved(page)).toEqual([]);
    const figures = page.locator(".figures");
    await expect.poll(() => figures.textContent()).toMatch(/Best streak\d+\+ days/);
    letGo();
    await expect.poll(() => figures.textContent()).not.toContain("+ days");
    expect(await moved(page)).toEqual([]);
    for (const name of ["System", "Dark", "Light"]) await barButton(page, `Theme: ${name}`).click();
    await barButton(page, "Theme: System").waitFor();
    expect(await moved(page)).toEqual([]);

    await barButton(page, "Undo").click();
    await tickButton(page, "January 1, LeetCode", "Untried").waitFor();
    await waitForSaved(page);
    // Leave the screen, so that the offer to redo disappears and covers nothing below.
    for (const screen of ["counter", "calendar"]) await page.locator(`.bar nav a[href="#${screen}"]`).click();
    await page.locator(".toast").waitFor({ state: "detached" });
    await calendarIsKnown(page);
  });
  return () => page;
}
