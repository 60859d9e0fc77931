import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { today } from "../support/today.ts";
import { besideMonths, useStage, visit, type WatchedPage, WITH_WORKER } from "./support/browser.ts";
import { openCalendar } from "./support/calendar.ts";

const stage = useStage();
const { year } = today;

it("names the same best streak as the terminal, whatever was clicked and without network", async () => {
  const days = Array.from({ length: 17 }, (_, index) => [349 + index, { 1: true }]);
  await stage.importYears({ [year - 1]: Object.fromEntries(days) });
  const { page, context } = await visit(stage, WITH_WORKER);
  const { best } = JSON.parse(await stage.cli("stats", "--json")).streaks;
  expect(best.days).toBe(17);
  const told = `Best streak17 daysDecember 15 to December 31, ${year - 1}; best streak ever`;
  await expect.poll(() => bestStreak(page)).toBe(told);

  await besideMonths(page).getByRole("button", { name: "Previous year" }).click();
  await expect.poll(() => bestStreak(page)).toBe("Best streak17 daysDecember 15 to December 31; best streak ever");
  await besideMonths(page).getByRole("button", { name: "Previous year", disabled: true }).waitFor();
  await besideMonths(page).getByRole("button", { name: "Next year" }).click();
  await expect.poll(() => bestStreak(page)).toBe(told);

  await stage.cli("untick", "1", "--date", `${year - 1}-12-31`);
  await page.reload();
  await expect.poll(() => bestStreak(page)).toMatch(/^Best streak16 days/);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.reload();
  await expect.poll(() => bestStreak(page)).toMatch(/^Best streak16 days/);
});

it("takes no year out of the page of which nothing is known", async () => {
  const permissions = ["clipboard-read", "clipboard-write"];
  const before = ({ page }: WatchedPage) => page.route("**/*:runQuery", (route) => route.abort());
  const { page, context } = await openCalendar(stage, { permissions, before });
  const button = (name: string) => besideMonths(page).getByRole("button", { name });
  await page.evaluate(() => navigator.clipboard.writeText("kept"));
  // So that the sheet is there without the network.
  await button("Share").click();
  await button("Close").click();
  await context.setOffline(true);
  for (let i = 0; i < 2; i++) await button("Previous year").click();
  await page.locator(".tracker[aria-busy=true]").waitFor();
  await button("Share").click();
  await page.getByText("This year hasn't loaded yet. Check your connection.").waitFor();
  const offered = await page.getByRole("dialog").getByRole("button").allTextContents();
  expect(offered).toEqual(["×"]);
  await button("Close").click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("kept");
  expect(new Set(await page.locator(".months td").allTextContents())).toEqual(new Set(["…"]));
  await button("Next year").click();
  await button("Next year").click();
  await page.locator(".tracker[aria-busy=false]").waitFor();
  await button("Share").click();
  await button("Copy my year").click();
  await page.getByText(/^Copied/).waitFor();
});

const bestStreak = (page: Page) => page.locator(".figures div", { hasText: "Best streak" }).textContent();
