import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import {
  holdRequests,
  openSignInWindow,
  signInButton,
  signOut,
  tickButton,
  trackerShows,
  waitForSaved,
} from "./support/browser.ts";
import { type CloudPage, openCloudPage, plantCookie, SITE, signInByPopup, useCloudStage } from "./support/cloudSite.ts";
import { CLOUD_CONFIG, failure } from "./support/googleServices.ts";

const stage = useCloudStage();
const FIRESTORE = "https://firestore.googleapis.com";

it("signs in through Google's real popup flow, whatever a cookie says, keeps ticks and session over a reload, and signs out", async () => {
  const watched = await openCloudPage(stage);
  const { page, context, calls, problems, foreign } = watched;
  await plantCookie(watched);
  await page.goto(SITE);
  await signInByPopup(watched, "ann");
  expect(context.pages()).toHaveLength(1);
  const asked = calls.find(({ name }) => name === "handler")?.url.searchParams;
  expect(asked?.get("apiKey")).toBe(CLOUD_CONFIG.firebase.apiKey);
  expect(asked?.get("providerId")).toBe("google.com");
  expect(JSON.parse(asked?.get("customParameters") ?? "null")).toEqual({ prompt: "select_account" });

  await tickButton(page, "March 5, LeetCode", "Untried").click();
  await waitForSaved(page);
  await page.reload();
  await tickButton(page, "March 5, LeetCode", "Done").waitFor();
  const tokenTakers = calls.filter(({ authorization }) => authorization !== undefined).map(({ url }) => url.origin);
  expect(new Set(tokenTakers)).toEqual(new Set([FIRESTORE]));

  await signOut(page);
  await signInButton(page).waitFor();
  await page.reload();
  await signInButton(page).waitFor();
  expect([problems, foreign]).toEqual([[], []]);
});

it("tells a sign-in that fails on the console and quietly on the screen, and the button works again each time", async () => {
  const watched = await openCloudPage(stage);
  const { page } = watched;
  await page.clock.install();
  await page.goto(SITE);

  // This case comes first, because the page loads the script once.
  watched.fate = ({ name }) => (name === "api.js" ? "abort" : null);
  await signInButton(page).click();
  await expectFailure(watched, "The sign-in service can't be reached; check your connection and try again.");
  watched.fate = () => null;

  await (await openSignInWindow(watched)).getByRole("button", { name: "Refuse" }).click();
  await expectFailure(watched, "Google sign-in was cancelled; try again and allow access.");

  // A browser that blocks the window returns null.
  const open = await page.evaluateHandle(() => window.open);
  await page.evaluate(() => Object.assign(window, { open: () => null }));
  await signInButton(page).click();
  await expectFailure(watched, "Your browser blocked the sign-in window; allow pop-ups for this page");
  await open.evaluate((allowed) => Object.assign(window, { open: allowed }));

  watched.fate = ({ name }) => (name === "accounts:signInWithIdp" ? failure(400, "USER_DISABLED") : null);
  await (await openSignInWindow(watched)).getByRole("button", { name: "ann" }).click();
  await expectFailure(watched, "This account is disabled; ask whoever runs this site.");
  watched.fate = () => null;

  // The SDK checks the window every two seconds and gives the exchange eight more.
  await (await openSignInWindow(watched)).close();
  for (const duration of ["00:02", "00:09"]) await page.clock.fastForward(duration);
  await expectFailure(watched, "The sign-in window was closed before you signed in; try again.");

  const silent = await openSignInWindow(watched);
  await silent.getByRole("button", { name: "Refuse" }).waitFor();
  await page.clock.fastForward("02:01");
  await expectFailure(watched, "The sign-in window didn't answer for two minutes");
  await silent.close();

  await page.clock.resume();
  await signInByPopup(watched, "ann");
});

it("waits for the SDK and Google's script, and asks for another press where the first is too old for a window", async () => {
  const watched = await openCloudPage(stage);
  const { page, context, problems } = watched;
  const bringSdk = await holdRequests(page, "**/_astro/firebase.*.js");
  const bringScript = await holdRequests(page, "https://apis.google.com/**");
  await page.goto(SITE);
  await signInButton(page).click();
  await expectStatus(page, "Signing in…");
  const script = page.waitForRequest("https://apis.google.com/**");
  bringSdk();
  await script;
  // Fake an expired user activation, as five seconds after the press: Playwright's own look at the page would renew it.
  const tooOld = { configurable: true, value: { isActive: false } };
  await page.evaluate((value) => Object.defineProperty(navigator, "userActivation", value), tooOld);
  await expectStatus(page, "Signing in…");
  bringScript();
  await expectStatus(page, "Google's window is ready now: press 'Sign in with Google' again.");
  expect(context.pages()).toHaveLength(1);
  await page.evaluate(() => Reflect.deleteProperty(navigator, "userActivation"));
  await signInByPopup(watched, "ann");
  expect(problems).toEqual([]);
});

it("opens one window for presses before the SDK is there", async () => {
  const watched = await openCloudPage(stage);
  const { page, context, problems } = watched;
  const bringSdk = await holdRequests(page, "**/_astro/firebase.*.js");
  await page.goto(SITE);
  for (let press = 0; press < 3; press++) await signInButton(page).click();
  await expectStatus(page, "Signing in…");
  const opened = context.waitForEvent("page");
  bringSdk();
  await (await opened).getByRole("button", { name: "ann" }).click();
  await trackerShows(page);
  expect([context.pages().length, problems]).toEqual([1, []]);
});

const expectStatus = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text }).waitFor();

async function expectFailure({ page, problems }: CloudPage, sentence: string): Promise<void> {
  await expectStatus(page, sentence);
  const told = problems.filter((text) => text.startsWith("Error during Google sign-in: "));
  expect(told).toEqual([expect.stringContaining(sentence)]);
  problems.length = 0;
}
