import { civilDateAt, dayHeading, dayOfYear } from "@dailyleet/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { computerNow } from "../support/computerClock.ts";
import { isLong } from "../support/long.ts";
import { expectToComeBack } from "./support/engines/comeBack.ts";
import type { Engine, Tab } from "./support/engines/engine.ts";
import { ENGINES } from "./support/engines/engines.ts";
import {
  button,
  click,
  isTodayInView,
  signIn,
  tickButton,
  WAIT,
  waitFor,
  waitForStatus,
  waitForToday,
} from "./support/engines/visit.ts";
import { type OwnServer, startOwnServer } from "./support/ownServer.ts";

/** What these browsers show. */
const TODAY = dayOfYear(civilDateAt(computerNow()));
const cell = (source: string) => `${dayHeading(TODAY)}, ${source}`;

/** A browser that starts, and every step of a person: long on a machine that does other things. */
const TIMEOUT_MS = 240_000;

/** Chromium, which all other files drive, is left to the long run. */
describe.each(ENGINES.filter(({ name }) => isLong || name !== "Chromium"))(
  "In $name",
  { timeout: TIMEOUT_MS },
  ({ name, launch, remedy }) => {
    if (launch === null) {
      console.warn(`\n*** SKIPPED: the main job and the way back in ${name}. ${remedy}.\n`);
      return it.skip("the main job");
    }
    let engine: Engine;
    beforeAll(async () => {
      engine = await launch();
    });
    afterAll(() => engine?.close());

    // Chromium has a file of its own for that.
    if (name === "Firefox") it("a page comes back as it was left, and takes ticks", () => expectToComeBack(engine));

    it("the page opens at today, ticks, takes back, and comes back from the other screens, and works offline", async () => {
      const server = await startOwnServer();
      const tab = await signIn(engine, server.url);
      await expectAligned(tab);

      await click(tab, tickButton(cell("LeetCode"), "Untried"));
      await waitFor(tab, tickButton(cell("LeetCode"), "Done"));
      await click(tab, button("Undo"));
      await waitFor(tab, tickButton(cell("LeetCode"), "Untried"));
      await click(tab, tickButton(cell("CodeChef"), "Untried"));
      await waitFor(tab, tickButton(cell("CodeChef"), "Done"));
      await waitForStatus(tab, /^Saved/);
      expect((await server.readDocument()).ticks[TODAY]).toMatchObject({ 5: true });

      await tab.reload();
      await waitFor(tab, tickButton(cell("CodeChef"), "Done"));
      await waitFor(tab, tickButton(cell("LeetCode"), "Untried"));
      await waitForToday(tab);

      await click(tab, button("Switch counter"));
      await click(tab, button("Increase Count"));
      await waitFor(tab, "//p[.='Count: 1']");
      expect(await tab.evaluate(scrollBarWidth)).toBeGreaterThan(0);
      await click(tab, button("Switch counter"));
      await expectTodayAtOnce(tab);

      await click(tab, button("Switch View"));
      await waitFor(tab, "//*[starts-with(normalize-space(), '75 questions')]");
      await expectPractice(tab);
      // What scroll anchoring holds in the window is then of the list.
      await tab.evaluate(() => scrollTo({ top: 1_900, behavior: "instant" }));
      await click(tab, button("Switch View"));
      await expectTodayAtOnce(tab);
      await expectPicture(tab);
      await expectWorkOffline(tab, server);
    });
  },
);

async function expectTodayAtOnce(tab: Tab): Promise<void> {
  await waitFor(tab, "//main[contains(@class, 'tracker')]");
  // WebKit lays the days around it out a frame later.
  await expect.poll(() => isTodayInView(tab)).toBe(true);
}

async function expectPractice(tab: Tab): Promise<void> {
  await click(tab, "//button[starts-with(normalize-space(), 'Practise now')]");
  await waitFor(tab, "//h2[.='1 of 5']");
  await click(tab, "//div[@class='marks']/button[3]");
  await waitFor(tab, "//p[@class='went' and contains(., 'Two Sum: Solved')]");
  await click(tab, "//button[starts-with(normalize-space(), 'Next: ')]");
  await waitFor(tab, "//h2[.='2 of 5']");
  await click(tab, button("All questions"));
  await waitFor(tab, "//h3[.='Today: 1 of 5 done']");
}

/** The PNG of the year is drawn whole: the paper in its middle, and the words and the tick on it. */
async function expectPicture(tab: Tab): Promise<void> {
  await tab.evaluate(() => {
    const address = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      if (blob instanceof Blob && blob.type === "image/png") Object.assign(window, { saved: blob });
      return address(blob);
    };
    HTMLAnchorElement.prototype.click = () => {};
  });
  await click(tab, button("Save picture"));
  await click(tab, button("Save PNG"));
  const drawn = async () => {
    const { saved } = window as { saved?: Blob };
    if (!saved) return null;
    const bitmap = await createImageBitmap(saved);
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context?.drawImage(bitmap, 0, 0);
    const { data = [] } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? {};
    const colours = new Set<string>();
    for (let at = 0; at < data.length; at += 4) colours.add(data.slice(at, at + 3).join());
    return [
      bitmap.width,
      bitmap.height,
      colours.has("250,248,245"),
      colours.has("34,38,43"),
      colours.has("130,207,151"),
    ];
  };
  await expect.poll(() => tab.evaluate(drawn), WAIT).toEqual([1824, 780, true, true, true]);
  await click(tab, "//dialog[@open]//button[.='Close']");
}

async function expectWorkOffline(tab: Tab, server: OwnServer): Promise<void> {
  await server.stop();
  await tab.reload();
  await waitForToday(tab);
  await click(tab, tickButton(cell("Code360"), "Untried"));
  await waitFor(tab, tickButton(cell("Code360"), "Done"));
  await waitForStatus(tab, /^1 change waiting, offline$/);
  await tab.reload();
  await waitFor(tab, tickButton(cell("Code360"), "Done"));
  await waitForStatus(tab, /^1 change waiting, offline$/);

  await server.start();
  await tab.evaluate(() => void dispatchEvent(new Event("online")));
  await waitForStatus(tab, /^Saved/);
  expect((await server.readDocument()).ticks[TODAY]).toMatchObject({ 2: true, 5: true });
}

const scrollBarWidth = () => innerWidth - document.documentElement.clientWidth;

/** What the top bar holds begins where the page below begins, although a scroll bar takes room. */
async function expectAligned(tab: Tab): Promise<void> {
  const [bar, page] = await tab.evaluate(() => {
    const left = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().left ?? Number.NaN;
    return [left(".bar h1"), left(".calendar")] as const;
  });
  expect(await tab.evaluate(scrollBarWidth)).toBeGreaterThan(0);
  expect(Math.abs(bar - page)).toBeLessThanOrEqual(1);
}
