import { expect } from "vitest";
import type { Engine, Tab } from "./engine.ts";

/** Two browsers at once are slow. */
const WAIT = { timeout: 60_000 };

/** Opens the page as a new person, signs in through the local sign-in window and waits for today. */
export async function signIn(engine: Engine, url: string): Promise<Tab> {
  const tab = await engine.newTab();
  await tab.goto(url);
  // Wait: WebKit never finishes the worker's installation if a reload interrupts it, as the one after the sign-in
  // would.
  await waitForWorker(tab);
  const signInWindow = await tab.opened(() => click(tab, button("Sign in with Google")));
  await click(signInWindow, button("Continue as You"));
  await waitForToday(tab);
  return tab;
}

export function button(name: string): string {
  return `//button[normalize-space()='${name}']`;
}

export function tickButton(label: string, state: "Done" | "Untried"): string {
  return `//button[@aria-label='${label}, ${state}']`;
}

/** Clicks as soon as it can. A click may close its own window. */
export async function click(tab: Tab, xpath: string): Promise<void> {
  const isClicked = () =>
    tab.click(xpath).then(
      () => true,
      async (error) => {
        if (await tab.isOpen()) throw error;
        return true;
      },
    );
  await expect.poll(isClicked, WAIT).toBe(true);
}

export async function waitFor(tab: Tab, xpath: string): Promise<void> {
  const isVisible = (path: string) => {
    const found = document.evaluate(path, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue;
    return found instanceof HTMLElement && found.checkVisibility();
  };
  await expect.poll(() => tab.evaluate(isVisible, xpath), WAIT).toBe(true);
}

export async function waitForStatus(tab: Tab, text: RegExp): Promise<void> {
  await expect
    .poll(() => tab.evaluate(() => document.querySelector("header [role=status]")?.textContent), WAIT)
    .toMatch(text);
}

async function waitForWorker(tab: Tab): Promise<void> {
  const state = () => navigator.serviceWorker.getRegistration().then((registration) => registration?.active?.state);
  await expect.poll(() => tab.evaluate(state), WAIT).toBe("activated");
}

/** Waits until the calendar shows known ticks, today's card is in view and nothing moves. */
export async function waitForToday(tab: Tab): Promise<void> {
  const isKnown = () => document.querySelector("main.tracker")?.ariaBusy;
  await expect.poll(() => tab.evaluate(isKnown), WAIT).toBe("false");
  const isStill = async () => {
    const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(() => resolve(scrollY)));
    const before = await nextFrame();
    return (await nextFrame()) === before;
  };
  await expect.poll(async () => (await isTodayInView(tab)) && (await tab.evaluate(isStill)), WAIT).toBe(true);
}

/** Whether today's card is wholly in the window, below the top bar. */
function isTodayInView(tab: Tab): Promise<boolean> {
  return tab.evaluate(() => {
    const bar = document.querySelector(".bar")?.getBoundingClientRect();
    const today = document.querySelector(".day[aria-current=date]")?.getBoundingClientRect();
    return bar !== undefined && today !== undefined && today.top >= bar.bottom && today.bottom <= innerHeight;
  });
}
