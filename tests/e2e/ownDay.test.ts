import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeEach, expect, it } from "vitest";
import { runCli } from "../support/cliProcess.ts";
import { preloaded } from "../support/preload.ts";
import { today } from "../support/today.ts";
import { tickButton, useStage, visit, waitForSaved } from "./support/browser.ts";

const stage = useStage();
const OWN = ["dayEndsAt 03:00", "rest.weekdays sun", "rest.perMonth 2"];
beforeEach(async () => {
  for (const words of OWN) await stage.cli("config", ...words.split(" "));
});
const { year } = today;
const card = (page: Page) => page.locator(".day[aria-current=date]");
const markedDay = (page: Page) => card(page).getAttribute("data-day");

async function openAt(time: Date, options: BrowserContextOptions = {}): Promise<Page> {
  return (await visit(stage, { ...options, time })).page;
}

/** The terminal's answer for today at this time. */
async function terminalAt(time: Date): Promise<{ date: string; sources: { done: boolean }[] }> {
  const { stdout } = await runCli(stage.home, ["today", "--json"], preloaded([], { NOW: String(time.getTime()) }));
  return JSON.parse(stdout);
}

it("a page at half past midnight is still at the day before, as the terminal is, and turns at three", async () => {
  const night = new Date(year, 2, 5, 0, 30);
  const page = await openAt(night);
  await expect.poll(() => markedDay(page)).toBe("63");
  await tickButton(page, "March 4, LeetCode", "Untried").click();
  await waitForSaved(page);
  expect(await terminalAt(night)).toMatchObject({ date: `${year}-03-04`, sources: [{ done: true }, {}, {}, {}, {}] });

  await page.clock.fastForward("03:00:00");
  await expect.poll(() => markedDay(page)).toBe("64");
  await tickButton(page, "March 5, Code360", "Untried").click();
  await waitForSaved(page);
  const morning = await terminalAt(new Date(year, 2, 5, 3, 30));
  expect(morning).toMatchObject({ date: `${year}-03-05`, sources: [{ done: false }, { done: true }, {}, {}, {}] });
});

it("today's card says what closes soon, while it is untried", async () => {
  const page = await openAt(new Date(Date.UTC(year, 5, 10, 22, 20)), { timezoneId: "America/New_York" });
  const closing = card(page).getByText("LeetCode closes in 1 h 40 min", { exact: true });
  await closing.waitFor();
  await page.clock.fastForward("01:00:00");
  await card(page).getByText("LeetCode closes in 40 min", { exact: true }).waitFor();
  expect(
    await card(page)
      .getByText(/closes/)
      .count(),
  ).toBe(1);
  await tickButton(page, "June 10, LeetCode", "Untried").click();
  await expect
    .poll(() =>
      card(page)
        .getByText(/closes/)
        .count(),
    )
    .toBe(0);
});

it("rest days keep the streak, are counted, and have a sign in the heatmap and in today's strip", async () => {
  const days = ["10-30", "10-31", "11-02", "11-04", "11-05"];
  for (const day of days) await stage.cli("tick", "3", "--date", `2020-${day}`);
  const page = await openAt(new Date(2020, 10, 6, 12));
  // 1 November 2020 is a Sunday, 3 November is not: the streak needed both kinds of rest.
  const streak = card(page).getByText("5-day streak; tick once to keep it, kept by 2 rest days", { exact: true });
  await streak.waitFor();
  expect(await streak.getAttribute("title")).toBe("Streak 5, 1 of 2 rest days used in November");
  const rested = page.locator(".heatmap [data-level='–']");
  await expect
    .poll(() => rested.evaluateAll((cells) => cells.map((cell) => cell.ariaLabel)))
    .toEqual(["Sunday, November 1, 2020: rest day.", "Tuesday, November 3, 2020: rest day."]);
  const sign = await rested.first().evaluate((cell) => getComputedStyle(cell, "::before").content);
  expect(sign).toBe('"–"');
  const signed = card(page).locator("svg rect:has(+ path) title");
  expect(await signed.allTextContents()).toEqual([
    "Sunday, November 1, 2020: rest day.",
    "Tuesday, November 3, 2020: rest day.",
  ]);
  await page.getByText("October 30 to November 5; 1 of 2 rest days used in November").waitFor();
});
