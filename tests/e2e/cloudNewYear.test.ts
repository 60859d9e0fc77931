import { expect, it } from "vitest";
import { today } from "../support/today.ts";
import { tick, tickButton, type WatchedPage, waitForSaved } from "./support/browser.ts";
import { type CloudPage, openSignedIn, useCloudStage } from "./support/cloudSite.ts";

const stage = useCloudStage();
const { year } = today;
/** A retried test needs a new person: the first try has already begun the other person's year. */
const people = ["ann", "ben", "cara", "dora"];
const somebodyNew = () => people.shift() ?? "nobody";

/** A page that is open a minute before New Year and would begin the year nine minutes after it. */
async function openBeforeMidnight(person: string): Promise<CloudPage> {
  const before = ({ page }: WatchedPage) =>
    page.addInitScript(() => {
      Math.random = () => 0.9;
    });
  const watched = await openSignedIn(stage, person, { time: new Date(year, 11, 31, 23, 59), before });
  await watched.page.locator(".tracker[aria-busy=false]").waitFor();
  await tickButton(watched.page, "December 31, LeetCode", "Untried").click();
  await tickButton(watched.page, "December 31, LeetCode", "Done").waitFor();
  await watched.page.clock.runFor(5_000);
  await expect.poll(() => stage.project.daysOf(person)).toEqual({ 365: { 1: true } });
  // Wait: as soon as the clock runs on, the page would give up an answer on its way and send the change again.
  await waitForSaved(watched.page);
  return watched;
}

/** Reads are not counted: when the page is idle, the figures above the calendar read the year before. */
const commitCalls = ({ calls }: CloudPage) => calls.filter(({ name }) => name === "documents:commit").length;

it("shows the new year as empty at once, and begins it in the cloud some minutes later", async () => {
  const person = somebodyNew();
  const watched = await openBeforeMidnight(person);
  const { page } = watched;
  const before = commitCalls(watched);
  await page.clock.runFor(70_000);
  await page.locator(".day[aria-current=date][data-day='1']").waitFor();
  await tickButton(page, "December 31, LeetCode", "Untried").waitFor();
  await page.locator(".tracker[aria-busy=false]").waitFor();
  await page.clock.runFor(400_000);
  expect(commitCalls(watched)).toBe(before);
  await page.clock.runFor(150_000);
  await expect.poll(() => stage.project.daysOf(person)).toEqual({});
});

it("begins it with the first tick", async () => {
  const person = somebodyNew();
  const { page } = await openBeforeMidnight(person);
  await page.clock.runFor(70_000);
  await tick(page, "January 1, CodeChef");
  await page.clock.runFor(5_000);
  await expect.poll(() => stage.project.daysOf(person)).toEqual({ 1: { 5: true } });
});
