import { join } from "node:path";
import { civilDateAt, closedPath, openPath, readTicks, readYear } from "@dailyleet/core";
import { createDocumentStore, listProfiles, openDatabase } from "@dailyleet/local";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { newPage, signIn, tickButton, useStage, waitForSaved } from "./support/browser.ts";

const stage = useStage();
const { year } = civilDateAt(Date.now());

/** The number of the day that the page marks as today. */
const markedDay = (page: Page) => page.locator(".day[aria-current=date]").getAttribute("data-day");

it("a page left open over midnight moves to the new day", async () => {
  const watched = await newPage(stage);
  const { page } = watched;
  await page.clock.install({ time: new Date(year, 2, 4, 23, 59) });
  await signIn(watched, stage.server.url);
  await expect.poll(() => markedDay(page)).toBe("63");
  await page.clock.fastForward("02:00");
  await expect.poll(() => markedDay(page)).toBe("64");
});

it("a page left open over New Year moves on, and what was ticked offline lands in its own year", async () => {
  const watched = await newPage(stage);
  const { page, context } = watched;
  await page.clock.install({ time: new Date(year, 11, 31, 23, 50) });
  await signIn(watched, stage.server.url);
  await tickButton(page, "December 31, LeetCode", "Untried").click();
  await waitForSaved(page);

  await context.setOffline(true);
  await tickButton(page, "December 31, Code360", "Untried").click();
  await tickButton(page, "December 31, Code360", "Done").waitFor();
  await page.clock.fastForward("11:00");
  await expect.poll(() => markedDay(page)).toBe("1");
  await tickButton(page, "December 31, Code360", "Untried").waitFor();
  await tickButton(page, "January 1, CodeChef", "Untried").click();
  await tickButton(page, "January 1, CodeChef", "Done").waitFor();

  await context.setOffline(false);
  await waitForSaved(page);
  const database = openDatabase(join(stage.home, "dailyleet.db"));
  const uid = listProfiles(database)[0]?.uid ?? "";
  const documents = createDocumentStore(database, uid);
  const [open, closed] = [await documents.get(openPath(uid)), await documents.get(closedPath(uid, year))];
  database.close();
  expect([readYear(open?.fields), readTicks(open?.fields)]).toEqual([year + 1, { 1: { 5: true } }]);
  expect(readTicks(closed?.fields)).toEqual({ 365: { 1: true, 2: true } });
});
