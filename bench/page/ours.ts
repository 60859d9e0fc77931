import { civilDateAt, dayOfYear } from "@dailyleet/core";
import type { Browser, BrowserContext } from "playwright-core";
import type { Contestant } from "./measure.ts";

/** Matches when the calendar shows what is known of the person. */
export const SHOWN = "main.tracker:not([hidden])[aria-busy=false]";

/** Without a service worker: it would answer some visits and not others, by when it came to be installed. */
export function newContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ reducedMotion: "reduce", serviceWorkers: "block" });
}

/** Signs in as the first profile of a server. */
export async function signIn(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(url);
  const opened = context.waitForEvent("page");
  await page.getByRole("button", { name: "Sign in with Google" }).click();
  await (await opened).getByRole("button", { name: "Continue as You" }).click();
  await page.getByRole("heading", { name: "Daily Coding Problem" }).waitFor();
  await page.close();
}

/** The page of this program, signed in. */
export function ourContestant(context: BrowserContext, url: string): Contestant {
  return {
    context,
    url,
    ready: "main.tracker .back-to-top",
    cell: `[data-day='${dayOfYear(civilDateAt(Date.now()))}'] button[value='3']`,
    shown: SHOWN,
  };
}
