import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import {
  holdRequests,
  newPage,
  openSignInWindow,
  STATUS_LINE,
  signInButton,
  signOut,
  tick,
  tickButton,
  trackerShows,
  useStage,
  visit,
  waitForSaved,
} from "./support/browser.ts";
import { moved, noteMoves } from "./support/moves.ts";

const stage = useStage();

/** The sign-in service holds its answer until the request is released. */
const holdSignInService = () => holdRequests(page, "**/accounts:lookup*");

let page: Page;
let problems: readonly string[];
beforeAll(async () => {
  ({ page, problems } = await visit(stage));
});

it("shows nobody the sign-in screen before any script, and signs in by a press made then, as soon as each part is there", async () => {
  const { page, context, problems } = await newPage(stage);
  await page.addInitScript(noteMoves);
  const begin = await holdRequests(page, "**/_astro/*.js");
  const configure = await holdRequests(page, "**/dailyleet.json");
  await page.goto(stage.server.url, { waitUntil: "commit" });
  const opened = context.waitForEvent("page");
  await signInButton(page).click();
  await page.getByRole("status").filter({ hasText: "Signing in…" }).waitFor();
  const bringSdk = await holdRequests(page, "**/_astro/firebase.*.js");
  begin();
  configure();
  const signInWindow = await opened;
  await page.getByText("The button opens a window of this computer; no Google account is asked.").waitFor();
  expect(await moved(page)).toEqual([]);
  const closed = signInWindow.waitForEvent("close");
  await signInWindow.getByRole("button", { name: "Continue as You", exact: true }).click();
  await closed;
  await page.locator("main.gate").getByRole("button", { name: "Signing in…" }).waitFor();
  bringSdk();
  await page.locator(".bar .name").waitFor();
  expect(problems).toEqual([]);
});

it("says 'Loading...' to who is signed in until the configuration is there, and never shows them the sign-in screen", async () => {
  await page.evaluate(() => localStorage.removeItem("dailyleet/config"));
  const configure = await holdRequests(page, "**/dailyleet.json");
  await page.addInitScript(noteSignInScreen);
  await page.reload();
  await page.getByText("Loading...").waitFor();
  configure();
  await page.locator(".bar .name").waitFor();
  expect(await page.evaluate(() => "sawSignIn" in window)).toBe(false);
  expect(problems).toEqual([]);
});

it("says in the local mode, too, that the browser blocked the sign-in window, and the next press opens it", async () => {
  const watched = await newPage(stage);
  const { page } = watched;
  await page.goto(stage.server.url);
  await page.getByText("opens a window of this computer").waitFor();
  const open = await page.evaluateHandle(() => window.open);
  await page.evaluate(() => Object.assign(window, { open: () => null }));
  await signInButton(page).click();
  await page
    .getByRole("status")
    .filter({ hasText: "Your browser blocked the sign-in window; allow pop-ups" })
    .waitFor();
  await open.evaluate((allowed) => Object.assign(window, { open: allowed }));
  await (await openSignInWindow(watched)).getByRole("button", { name: "Continue as You", exact: true }).click();
  await trackerShows(page);
});

it("shows the calendar as it was at the last visit, and takes ticks, before the sign-in service has answered", async () => {
  await tickButton(page, "March 5, LeetCode", "Untried").click();
  await waitForSaved(page);

  const letGo = await holdSignInService();
  await page.reload();
  await tickButton(page, "March 5, LeetCode", "Done").waitFor();
  await tick(page, "March 5, Code360");
  expect(await page.locator(STATUS_LINE).textContent()).toBe("Saving…");
  letGo();
  await waitForSaved(page);
  expect(problems).toEqual([]);
});

it("shows the person whom the SDK knows where only the page's own note of them is lost", async () => {
  await page.evaluate(() => localStorage.removeItem("dailyleet/person"));
  const letGo = await holdSignInService();
  await page.reload();
  await signInButton(page).waitFor();
  letGo();
  await page.locator(".bar .name").waitFor();
  expect(await signInButton(page).count()).toBe(0);
  expect(problems).toEqual([]);
});

it("gives way to the person who is really signed in, who gets nothing of the other", async () => {
  // The person whom the page takes for signed in when it opens.
  const person = JSON.stringify({ uid: "somebodyElse", name: "Zoe" });
  await page.evaluate((value) => localStorage.setItem("dailyleet/person", value), person);

  const letGo = await holdSignInService();
  await page.reload();
  await page.locator(".bar bdi").getByText("Zoe", { exact: true }).waitFor({ state: "attached" });
  await tick(page, "April 6, LeetCode");
  letGo();
  await page.locator(".bar bdi").getByText("You", { exact: true }).waitFor({ state: "attached" });
  await tickButton(page, "April 6, LeetCode", "Untried").waitFor();
  await tickButton(page, "April 7, LeetCode", "Untried").click();
  await waitForSaved(page);

  const [days] = Object.values((await stage.exported()).years);
  expect(Object.keys(days ?? {})).toEqual(["64", "97"]);
  await page.reload();
  await tickButton(page, "April 7, LeetCode", "Done").waitFor();
  expect(await page.getByText("Zoe").count()).toBe(0);
  expect(problems).toEqual([]);
});

it("ends the session of somebody who signs out before the sign-in service has answered", async () => {
  const letGo = await holdSignInService();
  await page.reload();
  await signOut(page);
  const reloaded = page.waitForEvent("load");
  letGo();
  await reloaded;
  await signInButton(page).waitFor();
  await page.reload();
  await signInButton(page).waitFor();
  expect(problems).toEqual([]);
});

it("the local sign-in window shows nothing to click before it can hear the click", async () => {
  const { page, context, problems } = await newPage(stage);
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await context.route("**/signin/script.js", async (route) => {
    asked.resolve();
    await released.promise;
    await route.continue();
  });
  await page.goto(stage.server.url);
  const signInWindow = await openSignInWindow({ page, context });
  await asked.promise;
  // When the style sheet has loaded, everything that may show is visible.
  await expect.poll(() => signInWindow.evaluate(() => document.styleSheets.length)).toBe(1);
  const buttons = await signInWindow.evaluate(() => document.querySelectorAll("button").length);
  expect(buttons).toBe(0);

  released.resolve();
  await signInWindow.getByRole("button", { name: "Continue as You", exact: true }).click();
  await trackerShows(page);
  expect(problems).toEqual([]);
});

/** Checks each frame. */
function noteSignInScreen(): void {
  const look = () => {
    requestAnimationFrame(look);
    if (document.querySelector(".entry")?.checkVisibility()) Object.assign(window, { sawSignIn: true });
  };
  look();
}
