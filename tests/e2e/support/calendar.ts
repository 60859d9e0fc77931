import type { Page } from "playwright-core";
import { barButton, type Stage, type Visit, visit, type WatchedPage } from "./browser.ts";

/** The tick button to press. */
export interface Click {
  readonly day: number;
  readonly source: number;
  /** Other actors press this button, too, so its state after the click proves nothing. */
  readonly isShared: boolean;
}

export interface Accepted extends Click {
  readonly done: boolean;
}

const CELLS = 1_825;

export async function waitForTracker(page: Page): Promise<void> {
  await page.locator("main.tracker[aria-busy=false]").waitFor();
  await calendarIsWhole(page);
}

/** Waits for all days: the page draws those outside the window when it is idle. */
export async function calendarIsWhole(page: Page): Promise<void> {
  const isWhole = (cells: number) => document.querySelectorAll(".day [aria-pressed]").length === cells;
  // Animation frames do not run in a background tab.
  await page.waitForFunction(isWhole, CELLS, { polling: 50 });
}

/** A visit that waits until the calendar shows known ticks. */
export async function openCalendar(stage: Stage, how?: Visit): Promise<WatchedPage> {
  const watched = await visit(stage, how);
  await calendarIsKnown(watched.page);
  return watched;
}

export async function calendarIsKnown(page: Page): Promise<void> {
  await waitForTracker(page);
  await page.locator(".glance").getByRole("grid").waitFor();
  await barButton(page, /^Theme/).waitFor();
}

/** Records which day glows, and how. The page animates nothing else by script. */
export function noteGlow(): void {
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, options) {
    document.documentElement.dataset.glowed = `${this.id} ${(options as KeyframeEffectOptions).easing}`;
    return animate.call(this, frames, options);
  };
}

/** The last day that glowed since `noteGlow`, such as 'day-64 ease-in'. */
export const glow = (page: Page) => page.evaluate(() => document.documentElement.dataset.glowed);

/** Presses the page's own buttons one by one and waits until each shows that its click was accepted. */
export function click(page: Page, clicks: readonly Click[]): Promise<Accepted[]> {
  return page.evaluate(async (all: readonly Click[]) => {
    const buttonOf = ({ day, source }: Click) =>
      document.querySelector<HTMLButtonElement>(`[data-day="${day}"] button[value="${source}"]`);
    const isDone = (button: Element) => button.getAttribute("aria-pressed") === "true";

    const shows = (button: Element, done: boolean) =>
      new Promise<void>((resolve, reject) => {
        const observer = new MutationObserver(() => isDone(button) === done && end());
        const timer = setTimeout(() => reject(new Error(`no change of ${button.ariaLabel}`)), 20_000);
        const end = () => {
          observer.disconnect();
          clearTimeout(timer);
          resolve();
        };
        observer.observe(button, { attributes: true, attributeFilter: ["aria-pressed"] });
        if (isDone(button) === done) end();
      });

    const accepted: Accepted[] = [];
    for (const one of all) {
      const button = buttonOf(one);
      if (button === null) throw new Error(`no button for ${one.day}/${one.source}`);
      const done = !isDone(button);
      button.click();
      if (!one.isShared) await shows(button, done);
      accepted.push({ ...one, done });
    }
    return accepted;
  }, clicks);
}

/** All cells that the page shows as done, after a focus event that makes it ask the server. */
export function shownCells(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    window.dispatchEvent(new Event("focus"));
    return [...document.querySelectorAll<HTMLButtonElement>("[data-day] button[aria-pressed=true]")].map(
      (button) => `${button.closest<HTMLElement>("[data-day]")?.dataset.day}/${button.value}`,
    );
  });
}

export async function outboxSize(page: Page): Promise<number> {
  return (await storedIn(page, "outbox")).length;
}

/** All values, or all keys, of one store in the browser's database. */
function storedIn(page: Page, store: "outbox" | "kept", list: "getAll" | "getAllKeys" = "getAll") {
  return page.evaluate(
    ([name, list]) =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open("dailyleet");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction(name).objectStore(name)[list]();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result);
          };
        };
      }),
    [store, list] as const,
  );
}

export const keptKeys = async (page: Page) => (await storedIn(page, "kept", "getAllKeys")).map(String);

/** Kills the tab's process. */
export async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  session.send("Page.crash").catch(() => {});
  await crashed;
  await page.close();
}
