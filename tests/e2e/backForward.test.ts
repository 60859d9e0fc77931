import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { doneIn } from "../support/cliProcess.ts";
import { today } from "../support/today.ts";
import {
  chromiumPath,
  holdRequests,
  newPage,
  signIn,
  signInButton,
  signOut,
  tick,
  tickButton,
  useStage,
  type WatchedPage,
  WITH_WORKER,
  waitForSaved,
} from "./support/browser.ts";
import { calendarIsKnown } from "./support/calendar.ts";

// The headless shell has no back/forward cache, and Playwright switches it off in Chromium.
const stage = useStage({
  executablePath: chromiumPath(),
  ignoreDefaultArgs: ["--disable-back-forward-cache"],
});

const DAY_MS = 86_400_000;
let watched: WatchedPage;
let page: Page;

/** A page on 5 March. A page reads the clock only when it opens or is restored. */
beforeAll(async () => {
  watched = await newPage(stage, WITH_WORKER);
  page = watched.page;
  await page.addInitScript((noon) => {
    addEventListener("pageshow", ({ persisted }) => Object.assign(window, { persisted }));
    Date.now = () => noon + Number(localStorage.getItem("test/later"));
    window.setInterval = (() => 0) as unknown as typeof setInterval;
  }, new Date(today.year, 2, 5, 12).getTime());
  await signIn(watched, stage.server.url);
  // The browser does not restore a page that the worker took over while it was hidden, nor one that still draws its
  // days or loads its parts: the browser waits only seconds for it to rest.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await calendarIsKnown(page);
  while (!(await isKept())) await calendarIsKnown(page);
});

it("comes back as it was left, with the terminal's news, and takes and sends ticks before and after", async () => {
  await tickButton(page, "March 5, LeetCode", "Untried").click();
  await goAway();
  await stage.cli("tick", "2", "--date", "03-05");

  await comeBack();
  await tickButton(page, "March 5, Code360", "Done").waitFor();
  await tickButton(page, "March 5, LeetCode", "Done").waitFor();
  await waitForSaved(page);
  await tickButton(page, "March 5, CodeChef", "Untried").click();
  await waitForSaved(page);
  expect(await doneOn("03-05")).toEqual([1, 2, 5]);

  await goAway();
  await comeBack();
  await tickButton(page, "March 5, CodeChef", "Done").waitFor();
  // The server has a newer version than the page knew: the page reads it and sends the change again.
  expect(watched.problems.filter((problem) => !problem.includes("409 (Conflict)"))).toEqual([]);
});

it("shows the right day when it comes back on another one, without waiting for the next look at the clock", async () => {
  await page.locator("#day-64[aria-current=date]").waitFor();
  await page.goto(`${stage.server.url}/404.html`);
  await page.evaluate((later) => localStorage.setItem("test/later", String(later)), DAY_MS);
  await comeBack();
  await page.locator("#day-65[aria-current=date]").waitFor();
});

it("leaves what was ticked in the last moment to another tab, and shows what that has done", async () => {
  const letGo = await holdRequests(page, "**/documents:commit");
  await tick(page, "April 6, LeetCode");
  await goAway();

  const other = await watched.context.newPage();
  await other.goto(stage.server.url);
  await tickButton(other, "April 6, LeetCode", "Done").waitFor();
  await tickButton(other, "April 6, CodeChef", "Untried").click();
  await waitForSaved(other);
  expect(await doneOn("04-06")).toEqual([1, 5]);
  await tickButton(other, "April 6, LeetCode", "Done").click();
  await waitForSaved(other);
  await other.close();

  letGo();
  await page.goBack({ waitUntil: "commit" });
  await tickButton(page, "April 6, CodeChef", "Done").waitFor();
  await tickButton(page, "April 6, LeetCode", "Untried").waitFor();
  expect(await doneOn("04-06")).toEqual([5]);
});

it("begins anew at once where the person has signed out meanwhile, and comes back signed out too", async () => {
  await goAway();
  await page.goto(stage.server.url);
  const left = page.waitForEvent("load");
  await signOut(page);
  await left;
  await signInButton(page).waitFor();
  await page.evaluate(() => Object.assign(window, { isSignedOut: true }));
  await goBackTwice(page);
  // The document is new: either the restored page reloaded itself, or the browser was too busy to keep it.
  await page.waitForFunction(() => {
    const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    return !("isSignedOut" in window) && entry?.type !== "navigate";
  });
  await signInButton(page).waitFor();

  await goAway();
  await comeBack();
  await signInButton(page).waitFor();
});

/** Goes to an address that the browser treats as another site. */
const goAway = () => page.goto(`${stage.server.url.replace("localhost", "127.0.0.1")}/404.html`);

/** Goes back by the browser itself: a script's call may be lost when its page is left. */
async function goBackTwice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { currentIndex, entries } = await devtools.send("Page.getNavigationHistory");
  await devtools.send("Page.navigateToHistoryEntry", { entryId: entries[currentIndex - 2]?.id ?? 0 });
}

/** Whether the browser restores the page. A busy browser may load it anew, because the page is slow to rest. */
async function isKept(): Promise<boolean> {
  await goAway();
  await goBack();
  return (await howItCame()).persisted === true;
}

/** Goes back and expects the browser to restore the same page. */
async function comeBack(): Promise<void> {
  await goBack();
  expect(await howItCame()).toMatchObject({ persisted: true });
}

async function goBack(): Promise<void> {
  await page.goBack({ waitUntil: "commit" });
  await page.waitForFunction(() => "persisted" in window);
}

/** How the page came into view: whether it was restored, and the type of its navigation. */
function howItCame() {
  return page.evaluate(() => {
    const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    return { persisted: (window as { persisted?: boolean }).persisted, type: entry?.type };
  });
}

async function doneOn(date: string): Promise<number[]> {
  return doneIn(await stage.cli("today", "--date", date, "--json"));
}
