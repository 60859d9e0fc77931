import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { dayOfYear } from "@dailyleet/core";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { runCli } from "../support/cliProcess.ts";
import { today } from "../support/today.ts";
import { besideMonths, holdRequests, newPage, signIn, useStage, WITH_WORKER } from "./support/browser.ts";
import { openCalendar } from "./support/calendar.ts";

const stage = useStage();
const { year } = today;

it("names the same best streak as the terminal, whatever was clicked and without network", async () => {
  await importRuns({
    [year - 1]: [dayOfYear({ month: 12, day: 15 }), dayOfYear({ month: 12, day: 31 })],
    [year]: [],
  });
  const watched = await newPage(stage, WITH_WORKER);
  const { page, context } = watched;
  await signIn(watched, stage.server.url);
  const { stdout } = await runCli(stage.home, ["stats", "--json"]);
  const { best } = JSON.parse(stdout).streaks;
  expect(best.days).toBe(17);
  const told = `Best streak17 daysDecember 15 to December 31, ${year - 1}, best since ${year - 1}`;
  await expect.poll(() => bestStreak(page)).toBe(told);

  await besideMonths(page).getByRole("button", { name: "Previous year" }).click();
  await expect
    .poll(() => bestStreak(page))
    .toBe(`Best streak17 daysDecember 15 to December 31, best since ${year - 1}`);
  await besideMonths(page).getByRole("button", { name: "Next year" }).click();
  await expect.poll(() => bestStreak(page)).toBe(told);

  await runCli(stage.home, ["untick", "1", "--date", `${year - 1}-12-31`]);
  await page.reload();
  await expect.poll(() => bestStreak(page)).toMatch(/^Best streak16 days/);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.reload();
  await expect.poll(() => bestStreak(page)).toMatch(/^Best streak16 days/);
});

it("does not tell as known what is not: the best streak while an earlier year was not answered", async () => {
  const watched = await newPage(stage);
  const { page } = watched;
  const letGo = await holdRequests(page, "**/*:runQuery");
  await signIn(watched, stage.server.url);
  await expect.poll(() => bestStreak(page)).toMatch(/^Best streak0\+ days/);
  letGo();
  await expect.poll(() => bestStreak(page)).toMatch(/^Best streak16 days/);
});

it("takes no year out of the page of which nothing is known", async () => {
  const watched = await newPage(stage);
  const { page, context } = watched;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.route("**/*:runQuery", (route) => route.abort());
  await openCalendar(watched, stage.server.url);
  const button = (name: string) => besideMonths(page).getByRole("button", { name });
  await page.evaluate(() => navigator.clipboard.writeText("kept"));
  // So that the sheet is there without the network.
  await button("Save picture").click();
  await button("Close").click();
  await context.setOffline(true);
  for (let i = 0; i < 2; i++) await button("Previous year").click();
  await page.locator(".tracker[aria-busy=true]").waitFor();
  await button("Save picture").click();
  await page.getByText("This year hasn't loaded yet. Check your connection.").waitFor();
  const offered = await page.getByRole("dialog").getByRole("button").allTextContents();
  expect(offered).toEqual(["Close"]);
  await button("Close").click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("kept");
  expect(new Set(await page.locator(".months td").allTextContents())).toEqual(new Set(["…"]));
  await button("Next year").click();
  await button("Next year").click();
  await page.locator(".tracker[aria-busy=false]").waitFor();
  await button("Save picture").click();
  await button("Copy my year").click();
  await page.getByText(/^Copied/).waitFor();
});

const bestStreak = (page: Page) => page.locator(".figures div", { hasText: "Best streak" }).textContent();

/** Makes the first source done on the days from the first to the last of each year. */
async function importRuns(runs: Record<number, readonly number[]>): Promise<void> {
  const daysOf = ([first = 1, last = 0]: readonly number[]) =>
    Object.fromEntries(Array.from({ length: last - first + 1 }, (_, index) => [first + index, { 1: true }]));
  const years = Object.fromEntries(Object.entries(runs).map(([each, run]) => [each, daysOf(run)]));
  const file = join(stage.home, "runs.json");
  writeFileSync(file, JSON.stringify({ version: 1, years }));
  await runCli(stage.home, ["import", file]);
}
