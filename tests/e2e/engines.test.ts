import { addDays, civilDateAt, dayHeading, formatDate } from "@dailyleet/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { computerNow } from "../support/computerClock.ts";
import { isLong, itInLongRun, shareOf } from "../support/long.ts";
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

/** 75 questions in eight days are ten a day; it is the computer's own day that these browsers show. */
const PLAN = { until: formatDate(addDays(civilDateAt(computerNow()), 7)) };
const COUNT = 10;

/** A browser that starts, and every step of a person: long on a machine that does other things. */
const TIMEOUT_MS = 240_000;

/** Chromium, which all other files drive, is left to the long run, as are the keys and the way back. */
const others = ENGINES.filter(({ name, launch }) => name !== "Chromium" && launch !== null);
const absent = ENGINES.filter(({ launch }) => launch === null);
const taken = isLong ? ENGINES : [...absent, ...shareOf("engines other than Chromium", others, 2)];
describe.each(taken)("In $name", { timeout: TIMEOUT_MS }, ({ name, launch, remedy }) => {
  if (launch === null) {
    console.warn(`\n*** SKIPPED: the main job, the way back and ten questions by keys in ${name}. ${remedy}.\n`);
    return it.skip("the main job");
  }
  let engine: Engine;
  beforeAll(async () => {
    engine = await launch();
  });
  afterAll(() => engine?.close());

  // Chromium has a file of its own for that, where it says why this is tried again.
  if (name === "Firefox" && isLong)
    it("a page comes back as it was left, and takes ticks", { retry: 2 }, () => expectToComeBack(engine));

  it("the page opens at today, ticks, takes back, works offline, and comes back from the other screens in the long run", async () => {
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

    if (isLong) await expectOtherScreens(tab);
    await expectWorkOffline(tab, server, day);
  });

  itInLongRun("a day's ten questions are practised by keys only", async () => {
    const server = await startOwnServer(undefined, false, { plan: PLAN });
    const tab = await signIn(engine, server.url);
    await waitFor(tab, "//button[@aria-label='Keyboard shortcuts']");
    await tab.press("p");
    await expectStep(tab, 1);
    await expectFocus(tab, /^Two Sum/);
    await readTakeaways(tab);
    // What is skipped comes at the end.
    await tab.press("n");
    const steps = [...Array.from({ length: COUNT - 1 }, (_, index) => index + 2), 1];
    for (const [index, step] of steps.entries()) {
      await expectStep(tab, step);
      await tab.press(String((index % 4) + 1));
      // The summary takes the place of the last question.
      if (index === COUNT - 1) break;
      await waitFor(tab, "//p[@class='went']");
      await expectFocus(tab, /^Next: /);
      await tab.press(index % 2 === 0 ? "Enter" : "n");
    }
    await waitFor(tab, `//h3[.='Done for today: ${COUNT} questions.']`);
    await waitForStatus(tab, /^Saved/);
    const marks = Object.values(await server.readMarks()).map((days) => Object.values(days));
    expect(marks.toSorted()).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 4, 4].map((mark) => [mark]));

    await tab.press("t");
    await waitFor(tab, "//*[@aria-current='date']");
    await tab.press("p");
    await waitFor(tab, `//h3[.='Done for today: ${COUNT} questions.']`);
  });
});

const expectStep = (tab: Tab, step: number) => waitFor(tab, `//h2[.='${step} of ${COUNT}']`);

function expectFocus(tab: Tab, text: RegExp): Promise<void> {
  return expect.poll(() => tab.evaluate(() => document.activeElement?.textContent), WAIT).toMatch(text);
}

/** Tab leads to them, Enter opens and closes them. */
async function readTakeaways(tab: Tab): Promise<void> {
  for (let presses = 0; presses < 12; presses++) {
    await tab.press("Tab");
    if ((await tab.evaluate(() => document.activeElement?.textContent)) === "Show takeaways") break;
  }
  await tab.press("Enter");
  await waitFor(tab, button("Hide takeaways"));
  await tab.press("Enter");
  await waitFor(tab, button("Show takeaways"));
}

async function expectToComeBack(engine: Engine): Promise<void> {
  const server = await startOwnServer();
  const tab = await signIn(engine, server.url);
  await click(tab, tickButton("March 5, LeetCode", "Untried"));
  await waitForStatus(tab, /^Saved/);
  // Firefox keeps no page that holds a lock when it is left.
  const locks = () => tab.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name));
  await expect.poll(locks, { timeout: 10_000 }).toEqual([]);
  await tab.evaluate(() => void Object.assign(window, { isAsLeft: true }));
  await tab.goto(`${server.url.replace("localhost", "127.0.0.1")}/404.html`);

  await tab.back();
  const isAsLeft = () =>
    tab.evaluate(() => location.hostname === "localhost" && "isAsLeft" in window).catch(() => null);
  await expect.poll(isAsLeft, { timeout: 20_000 }).toBe(true);
  await click(tab, tickButton("March 5, Code360", "Untried"));
  await waitFor(tab, tickButton("March 5, Code360", "Done"));
  await waitForStatus(tab, /^Saved/);
}

async function expectOtherScreens(tab: Tab): Promise<void> {
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
}

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
  await click(tab, button("Share"));
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
  await click(tab, "//dialog[@open]//button[@aria-label='Close']");
}

async function expectWorkOffline(tab: Tab, server: OwnServer, day: number): Promise<void> {
  const cell = `${dayHeading(day)}, Code360`;
  await server.stop();
  await tab.reload();
  await waitForToday(tab);
  await click(tab, tickButton(cell, "Untried"));
  await waitFor(tab, tickButton(cell, "Done"));
  await waitForStatus(tab, /^1 change waiting, offline$/);
  await tab.reload();
  await waitFor(tab, tickButton(cell, "Done"));
  await waitForStatus(tab, /^1 change waiting, offline$/);

  await server.start();
  await tab.evaluate(() => void dispatchEvent(new Event("online")));
  await waitForStatus(tab, /^Saved/);
  expect((await server.readDocument()).cells[day]).toMatchObject({ 2: true, 5: true });
}

/** The day of the year that the page takes for today: another one may begin while the test runs. */
const todayShown = () => Number(document.querySelector<HTMLElement>(".day[aria-current=date]")?.dataset.day);

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
