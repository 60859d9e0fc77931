import { dayHeading } from "@dailyleet/core";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { todayNumber } from "../support/today.ts";
import {
  signInButton,
  signOut,
  tick,
  tickButton,
  useStage,
  visit,
  type WatchedPage,
  WITH_WORKER,
  waitForSaved,
} from "./support/browser.ts";
import { keptKeys } from "./support/calendar.ts";

declare global {
  interface Window {
    /** What each frame showed of today's first cell since the page began, without repetitions. */
    seen: string[];
  }
}

const stage = useStage();
const heading = dayHeading(todayNumber);

it("shows what is known, sent or not, from the first frame in which the calendar is seen", async () => {
  await stage.cli("tick", "1");
  const before = async ({ page }: WatchedPage) => {
    await page.addInitScript(noteSeen, todayNumber);
    await page.addInitScript(slowDownReading);
  };
  const { page } = await visit(stage, { ...WITH_WORKER, before });
  await tickButton(page, `${heading}, LeetCode`, "Done").waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await tickButton(page, `${heading}, LeetCode`, "Done").waitFor();
  expect(await seen(page)).toEqual(["Done, Untried, known"]);

  await page.route("**/documents:*", (route) => route.abort());
  await tick(page, `${heading}, Code360`);
  await page.reload();
  await page.getByText("1 change waiting, offline").waitFor();
  expect(await seen(page)).toEqual(["Done, Done, known"]);
  await page.unroute("**/documents:*");
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await waitForSaved(page);
});

it("shows neither word nor colour of a tick while nothing is known, and takes ticks all the same", async () => {
  const before = async ({ page }: WatchedPage) => {
    await page.addInitScript(noteSeen, todayNumber);
    await page.route("**/documents:batchGet", (route) => route.abort());
  };
  const { page } = await visit(stage, { before });
  await page.getByText("Offline", { exact: true }).waitFor();
  expect(await seen(page)).toEqual(["the sign-in screen", "blank, blank, not known"]);
  // The button has no edge at first: a box that is filled at once would flash.
  const edge = tickButton(page, `${heading}, CodeChef`, "Untried").evaluate((button) => {
    const [{ delay = 0 } = {}] = button.getAnimations().map(({ effect }) => effect?.getTiming());
    return [delay, getComputedStyle(button).borderStyle];
  });
  expect(await edge).toEqual([1_000, "dashed"]);
  await tickButton(page, `${heading}, CodeChef`, "Untried").click();
  const done = tickButton(page, `${heading}, CodeChef`, "Done");
  await done.waitFor();
  expect(await done.evaluate((button) => getComputedStyle(button).color)).not.toBe("rgba(0, 0, 0, 0)");

  await page.unroute("**/documents:batchGet");
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await waitForSaved(page);
  expect((await seen(page)).at(-1)).toBe("Done, Done, known");
});

it("keeps nothing of a person who has signed out, not even what arrives meanwhile", async () => {
  const { page } = await visit(stage);
  await page.locator(".tracker[aria-busy=false]").waitFor();
  await expect.poll(() => keptKeys(page)).toContainEqual(expect.stringMatching(/^year\//));
  await page.route(
    "**/documents:batchGet",
    async (route) => {
      await signOut(page);
      await route.continue();
    },
    { times: 1 },
  );
  const reloaded = page.waitForEvent("load");
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await reloaded;
  await signInButton(page).waitFor();
  const kept = await keptKeys(page);
  expect(kept.filter((key) => key.startsWith("year"))).toEqual([]);
  const copies = await page.evaluate(() => Object.keys(localStorage));
  expect(copies.filter((name) => !/^(dailyleet\/(config|week)|firebase:)/.test(name))).toEqual([]);
});

const seen = (page: Page) => page.evaluate(() => window.seen);

function noteSeen(today: number): void {
  window.seen = [];
  const stateOf = (button: HTMLElement) =>
    getComputedStyle(button).color === "rgba(0, 0, 0, 0)" ? "blank" : button.textContent?.trim();
  const look = () => {
    requestAnimationFrame(look);
    if (document.querySelector(".entry")?.checkVisibility()) window.seen = ["the sign-in screen"];
    const tracker = document.querySelector<HTMLElement>("main.tracker");
    if (!tracker || tracker.hidden) return;
    const cells = [...tracker.querySelectorAll<HTMLElement>(`#day-${today} button[aria-pressed]`)].slice(0, 2);
    const frame = [...cells.map(stateOf), tracker.ariaBusy === "true" ? "not known" : "known"].join(", ");
    if (frame !== window.seen.at(-1)) window.seen.push(frame);
  };
  requestAnimationFrame(look);
}

/** Delays the first reads of a visit from IndexedDB by 150 ms, as a slow disk does. */
function slowDownReading(): void {
  const listen = EventTarget.prototype.addEventListener;
  IDBRequest.prototype.addEventListener = function (type: string, listener: EventListener, ...rest: unknown[]) {
    const source = (this as IDBRequest).source as { name?: string } | null;
    const isSlow = type === "success" && ["kept", "byPerson"].includes(source?.name ?? "");
    const called = (event: Event) => setTimeout(() => listener.call(this, event), 150);
    return listen.call(this, type, isSlow ? called : listener, ...(rest as []));
  };
}
