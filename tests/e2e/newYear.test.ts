import { booleanValue, closedPath, integerValue, mapValue, openPath, ticksIn, yearIn } from "@dailyleet/core";
import { createDocumentStore, createProfile, listProfiles } from "@dailyleet/local";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { plantDocument } from "../local/support/database.ts";
import { today } from "../support/today.ts";
import { STATUS_LINE, tick, tickButton, useStage, visit, waitForSaved } from "./support/browser.ts";

const stage = useStage();
const { year } = today;

const markedDay = (page: Page) => page.locator(".day[aria-current=date]").getAttribute("data-day");

it("a page left open over New Year moves on, and what was ticked offline lands in its own year", async () => {
  const { page, context } = await visit(stage, { time: new Date(year, 11, 31, 23, 50) });
  await tickButton(page, "December 31, LeetCode", "Untried").click();
  await waitForSaved(page);

  await context.setOffline(true);
  await tick(page, "December 31, Code360");
  await page.clock.fastForward("11:00");
  await expect.poll(() => markedDay(page)).toBe("1");
  await tickButton(page, "December 31, Code360", "Untried").waitFor();
  await tick(page, "January 1, CodeChef");

  await context.setOffline(false);
  await waitForSaved(page);
  const { open, closed } = await readDocuments("You");
  expect([yearIn(open?.fields), ticksIn(open?.fields)]).toEqual([year + 1, { 1: { 5: true } }]);
  expect(ticksIn(closed?.fields)).toEqual({ 365: { 1: true, 2: true } });
});

const foreignDay = (isSet: boolean) => mapValue({ 1: booleanValue(true), 9: booleanValue(isSet) });

// tests/core/replica/sending.test.ts covers the other reason.
it("the page says why the ticks can't be shown where the open document holds a day otherwise than its archive", async () => {
  const profile = "Cal";
  await stage.withDatabase((database) => {
    const { uid } = createProfile(database, profile);
    for (const [path, isSet] of [
      [openPath(uid), true],
      [closedPath(uid, year - 1), false],
    ] as const)
      plantDocument(database, path, { 5: foreignDay(isSet), year: integerValue(year - 1) });
  });
  const { page } = await visit(stage, { profile });
  const status = page.locator(STATUS_LINE);
  const reason = `The year ${year - 1} cannot be closed: day 5 of it is stored twice`;
  await expect.poll(() => status.textContent()).toContain(`Part of your data can't be shown. ${reason}`);
  await tickButton(page, "March 5, LeetCode", "Untried").click();
  await expect.poll(() => status.textContent()).toContain("The server refused 1 change; kept on this device");
});

/** The open document of a profile, and the archive of this year. */
function readDocuments(profile: string) {
  return stage.withDatabase(async (database) => {
    const uid = listProfiles(database).find(({ name }) => name === profile)?.uid ?? "";
    const documents = createDocumentStore(database, uid);
    return { open: await documents.get(openPath(uid)), closed: await documents.get(closedPath(uid, year)) };
  });
}
