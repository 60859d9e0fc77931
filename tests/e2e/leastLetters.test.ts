import { expect, it } from "vitest";
import { useStage } from "./support/browser.ts";
import { openCalendar } from "./support/calendar.ts";
import { sidewaysOverflow } from "./support/layout.ts";

/** The browser's minimum font size, which a page cannot lower. */
const LEAST_PX = 24;

const stage = useStage({ args: ["--no-sandbox", `--blink-settings=minimumFontSize=${LEAST_PX}`] });

it("nothing scrolls sideways where the browser shows no letters below 24 px, and a window is as narrow as its words make it", async () => {
  const { page } = await openCalendar(stage);
  await page.setViewportSize({ width: 1024, height: 1000 });
  // As on a phone, the buttons of the screens are at the lower edge.
  const isPhone = () => page.locator(".bar nav").evaluate((nav) => getComputedStyle(nav).position === "fixed");
  await expect.poll(isPhone).toBe(true);
  await page.setViewportSize({ width: 1440, height: 1000 });
  await expect.poll(isPhone).toBe(false);
  for (const screen of ["calendar", "questions", "counter"]) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, screen);
    await page.locator(`.bar nav a[href="#${screen}"][aria-current]`).waitFor();
    if (screen === "questions") await page.locator(".suggestion .primary").waitFor();
    for (const width of [1024, 768, 641, 390, 320]) {
      // In a low window the bar scrolls away; in a high one the screens' buttons stay at the lower edge.
      for (const height of [800, 1000]) {
        await page.setViewportSize({ width, height });
        expect([screen, width, height, await sidewaysOverflow(page)]).toEqual([screen, width, height, 0]);
      }
    }
  }
});
