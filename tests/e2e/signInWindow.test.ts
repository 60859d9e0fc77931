import { expect, it } from "vitest";
import { newPage, openSignInWindow, trackerShows, useStage } from "./support/browser.ts";

const stage = useStage();

it("the local sign-in window names its icon, so that no browser looks for another, and the icon is there", async () => {
  const text = await (await fetch(`${stage.server.url}/signin`)).text();
  const icon = /<link rel="icon" href="([^"]+)"/.exec(text)?.[1] ?? "/favicon.ico";
  const { status, headers } = await fetch(new URL(icon, stage.server.url));
  expect([status, headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
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
  // By the time that its style sheet is there, all that may show does.
  await expect.poll(() => signInWindow.evaluate(() => document.styleSheets.length)).toBe(1);
  const buttons = await signInWindow.evaluate(() => document.querySelectorAll("button").length);
  expect(buttons).toBe(0);

  released.resolve();
  await signInWindow.getByRole("button", { name: "Continue as You", exact: true }).click();
  await trackerShows(page);
  expect(problems).toEqual([]);
});
