import { dayHeading } from "@dailyleet/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine, Tab } from "./support/engines/engine.ts";
import { ENGINES } from "./support/engines/engines.ts";
import { button, click, signIn, tickButton, waitFor, waitForStatus, waitForToday } from "./support/engines/visit.ts";
import { startOwnServer } from "./support/ownServer.ts";

/** Starting a browser and every step of a person take long on a busy machine. */
const TIMEOUT_MS = 240_000;

describe.each(ENGINES)("In $name", { timeout: TIMEOUT_MS }, ({ name, launch, remedy }) => {
  if (launch === null) {
    console.warn(`\n*** NOT CHECKED: the main job in ${name}. ${remedy}.\n`);
    return it.skip("the main job");
  }
  let engine: Engine;
  beforeAll(async () => {
    engine = await launch();
  });
  afterAll(() => engine?.close());

  it("the page signs in, opens at today, ticks, takes back, practises, and works offline", async () => {
    const server = await startOwnServer();
    const tab = await signIn(engine, server.url);
    await expectAligned(tab);
    const day = await tab.evaluate(todayShown);
    const cell = (source: string) => `${dayHeading(day)}, ${source}`;

    await click(tab, tickButton(cell("LeetCode"), "Untried"));
    await waitFor(tab, tickButton(cell("LeetCode"), "Done"));
    await click(tab, button("Undo"));
    await waitFor(tab, tickButton(cell("LeetCode"), "Untried"));
    await click(tab, tickButton(cell("CodeChef"), "Untried"));
    await waitFor(tab, tickButton(cell("CodeChef"), "Done"));
    await waitForStatus(tab, /^Saved/);
    expect((await server.readDocument()).cells[day]).toMatchObject({ 5: true });

    await tab.reload();
    await waitFor(tab, tickButton(cell("CodeChef"), "Done"));
    await waitFor(tab, tickButton(cell("LeetCode"), "Untried"));
    await waitForToday(tab);
    await waitFor(tab, "//button[@aria-label='Keyboard shortcuts']");
    const menu = "//button[starts-with(@aria-label, 'Menu of ')]";
    await click(tab, menu);
    await expect.poll(() => tab.evaluate(() => document.activeElement?.textContent)).toMatch(/^Your data/);
    await click(tab, menu);
    await tab.press("p");
    await waitFor(tab, "//h2[.='1 of 5']");
    await tab.press("3");
    await waitFor(tab, "//h2[.='2 of 5']");
    await waitForStatus(tab, /^Saved/);
    expect(Object.values(await server.readMarks()).map((days) => Object.values(days))).toEqual([[3]]);
    await click(tab, button("All questions"));
    await waitFor(tab, "//h3[.='Practice: 1 of 5']");

    // Offline, from the worker's cache; the earlier tick is still there.
    await tab.press("t");
    await waitForToday(tab);
    await server.stop();
    await tab.reload();
    await waitForToday(tab);
    await waitFor(tab, tickButton(cell("CodeChef"), "Done"));
    await click(tab, tickButton(cell("Code360"), "Untried"));
    await waitForStatus(tab, /^1 change waiting, offline$/);
    await tab.reload();
    await waitFor(tab, tickButton(cell("Code360"), "Done"));

    await server.start();
    await tab.evaluate(() => void dispatchEvent(new Event("online")));
    await waitForStatus(tab, /^Saved/);
    expect((await server.readDocument()).cells[day]).toMatchObject({ 2: true, 5: true });
  });
});

/** The page's day of the year for today. Another day may begin while the test runs. */
const todayShown = () => Number(document.querySelector<HTMLElement>(".day[aria-current=date]")?.dataset.day);

const scrollBarWidth = () => innerWidth - document.documentElement.clientWidth;

/** The top bar and the page below begin at the same x, although a scroll bar takes room. */
async function expectAligned(tab: Tab): Promise<void> {
  const [bar, page] = await tab.evaluate(() => {
    const left = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().left ?? Number.NaN;
    return [left(".bar h1"), left(".calendar")] as const;
  });
  expect(await tab.evaluate(scrollBarWidth)).toBeGreaterThan(0);
  expect(Math.abs(bar - page)).toBeLessThanOrEqual(1);
}
