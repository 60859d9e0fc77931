import { expect, it } from "vitest";
import { useStage } from "./support/browser.ts";
import { openCalendar } from "./support/calendar.ts";
import { sidewaysOverflow } from "./support/layout.ts";

/** The browser's setting: no text is smaller, whatever a page asks for. */
const LEAST_PX = 24;

const stage = useStage({ args: ["--no-sandbox", `--blink-settings=minimumFontSize=${LEAST_PX}`] });

it("nothing scrolls sideways where the browser shows no letters below 24 px", async () => {
  const { page } = await openCalendar(stage);
  for (const screen of ["calendar", "questions", "counter"]) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, screen);
    await page.locator(`.bar nav a[href="#${screen}"][aria-current]`).waitFor();
    if (screen === "questions") await page.locator(".suggestion .primary").waitFor();
    for (const width of [1024, 768, 641, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect([screen, width, await sidewaysOverflow(page)]).toEqual([screen, width, 0]);
    }
  }
});
