import type { BrowserContextOptions } from "playwright-core";
import { expect, it } from "vitest";
import { shareOf } from "../support/long.ts";
import {
  barButton,
  holdRequests,
  tickButton,
  useStage,
  visit,
  type WatchedPage,
  waitForSaved,
} from "./support/browser.ts";
import { moved, noteMoves } from "./support/moves.ts";

const stage = useStage();

const DEVICES = [
  ["on a desktop", "January 2", { viewport: { width: 1280, height: 800 } }],
  ["on a tablet", "January 3", { viewport: { width: 768, height: 1000 }, hasTouch: true, isMobile: true }],
  ["on a phone", "January 4", { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true }],
] satisfies [string, string, BrowserContextOptions][];

it.each(shareOf("devices on which nothing moves", DEVICES, 3))(
  "what can be clicked stays where it is, %s, while the rest of the page comes and a tick is saved",
  async (_, day, options) => {
    let letGo = () => {};
    const before = async ({ page }: WatchedPage) => {
      await page.addInitScript(noteMoves);
      // The years before the running one, by which the figures change: until then they are not told as known.
      letGo = await holdRequests(page, "**/*:runQuery");
    };
    const { page } = await visit(stage, { ...options, before });
    await barButton(page, /^Theme/).waitFor();
    await page.getByRole("grid").waitFor();
    expect(await moved(page)).toEqual([]);

    await tickButton(page, `${day}, LeetCode`, "Untried").click();
    await barButton(page, "Undo").waitFor();
    await waitForSaved(page);
    expect(await moved(page)).toEqual([]);
    const figures = page.locator(".figures");
    await expect.poll(() => figures.textContent()).toMatch(/Best streak\d\+ days/);
    letGo();
    await expect.poll(() => figures.textContent()).not.toContain("+ days");
    expect(await moved(page)).toEqual([]);
    for (const name of ["System", "Dark", "Light"]) {
      await barButton(page, `Theme: ${name}`).click();
    }
    await barButton(page, "Theme: System").waitFor();
    expect(await moved(page)).toEqual([]);
  },
);
