import { createPersonStore, dayHeading, doneCells, formatDate, monthDay } from "@dailyleet/core";
import { createDocumentStore, listProfiles } from "@dailyleet/local";
import type { BrowserContext, Page } from "playwright-core";
import { expect, it } from "vitest";
import { runCli } from "../support/cliProcess.ts";
import { isLong } from "../support/long.ts";
import { createRandom, type Random } from "../support/random.ts";
import { SEED } from "../support/seed.ts";
import { today, todayNumber } from "../support/today.ts";
import { useStage, visit, WITH_WORKER } from "./support/browser.ts";
import { type Click, click, crash, outboxSize, shownCells, waitForTracker } from "./support/calendar.ts";

/** The number of ticks and unticks of all actors together. */
const ACTIONS = isLong ? 6_000 : 160;
const CLICKS_AT_ONCE = 8;

const stage = useStage();
const { year } = today;

/** What the server accepted: the last state of a cell of one actor; for shared cells, whether anybody ticked them. */
const lastWords = new Map<string, boolean>();
const everTicked = new Set<string>();

const keyOf = (day: number, source: number) => `${day}/${source}`;

/** Of every five days four belong to one actor each; the fifth is shared. */
const OWNERS = 5;
const isShared = (day: number) => day % OWNERS === OWNERS - 1;

function pickDay(random: Random, actor: number): number {
  const owner = random.chance(0.3) ? OWNERS - 1 : actor;
  // The terminal refuses future days.
  return random.integer(0, Math.floor(todayNumber / OWNERS) - 1) * OWNERS + (owner === 0 ? OWNERS : owner);
}

function accept(day: number, source: number, done: boolean): void {
  if (done) everTicked.add(keyOf(day, source));
  if (!isShared(day)) lastWords.set(keyOf(day, source), done);
}

/** A person with a browser, two tabs and a bad network. */
async function browse(actor: number, random: Random): Promise<{ context: BrowserContext; tabs: Page[] }> {
  const watched = await visit(stage, WITH_WORKER);
  const { context } = watched;
  const open = async () => {
    const page = await context.newPage();
    await page.goto(stage.server.url);
    await waitForTracker(page);
    return page;
  };
  const tabs = [watched.page, await open()];
  await waitForTracker(watched.page);
  let isOffline = false;
  for (let made = 0; made < ACTIONS / 4; ) {
    const at = random.integer(0, 1);
    const page = tabs[at] as Page;
    const clicks: Click[] = Array.from({ length: CLICKS_AT_ONCE }, () => {
      const day = pickDay(random, actor);
      return { day, source: random.integer(1, 5), isShared: isShared(day) };
    });
    for (const { day, source, done } of await click(page, clicks)) accept(day, source, done);
    made += clicks.length;
    if (random.chance(0.25)) {
      isOffline = !isOffline;
      await context.setOffline(isOffline);
    }
    if (isOffline && !(await worksOffline(page))) continue;
    if (random.chance(0.2)) {
      await page.reload();
      await waitForTracker(page);
    } else if (random.chance(0.1)) {
      await crash(page);
      tabs[at] = await open();
    }
  }
  await context.setOffline(false);
  return { context, tabs };
}

/** Whether the page would open again without a network. */
function worksOffline(page: Page): Promise<boolean> {
  return page.evaluate(() => navigator.serviceWorker.controller !== null);
}

/** A person at a terminal who runs one process after another. */
async function type(actor: number, random: Random): Promise<void> {
  for (let made = 0; made < ACTIONS / 4; ) {
    const day = pickDay(random, actor);
    const sources = [1, 2, 3, 4, 5].filter(() => random.chance(0.6));
    if (sources.length === 0) continue;
    const verb = random.chance(0.6) ? "tick" : "untick";
    const date = formatDate({ year, ...monthDay(day) });
    const args = [verb, ...sources.map(String), "--date", date, "--json"];
    const { code, stdout, stderr } = await runCli(stage.home, args);
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout).saved).toBe("local");
    for (const source of sources) accept(day, source, verb === "tick");
    made += sources.length;
  }
}

async function exported(): Promise<string[]> {
  const days = (await stage.exported()).years[year] ?? {};
  return Object.entries(days).flatMap(([day, sources]) => Object.keys(sources).map((source) => `${day}/${source}`));
}

function stored(): Promise<string[]> {
  return stage.withDatabase(async (database) => {
    const uid = listProfiles(database)[0]?.uid ?? "";
    const { cells } = await createPersonStore(createDocumentStore(database, uid), uid).readOpen();
    return doneCells(cells).map(({ row, column }) => keyOf(row, column));
  });
}

it(`two browsers with two tabs each and two terminals end with the same ticks (seed ${SEED})`, {
  timeout: 1_200_000,
}, async () => {
  const randomOf = (actor: number) => createRandom(SEED + actor);
  const [first, second] = await Promise.all([
    browse(0, randomOf(0)),
    browse(1, randomOf(1)),
    type(2, randomOf(2)),
    type(3, randomOf(3)),
  ]);
  const tabs = [...first.tabs, ...second.tabs];

  await expect
    .poll(
      async () => {
        const pages = await Promise.all(tabs.map(shownCells));
        return new Set([...pages, await exported()].map((cells) => cells.sort().join())).size;
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(1);
  const cells = new Set(await stored());
  expect(new Set(await exported())).toEqual(cells);
  expect(await Promise.all([first, second].map(({ tabs }) => outboxSize(tabs[0] as Page)))).toEqual([0, 0]);

  const wrong = [...lastWords].filter(([key, done]) => cells.has(key) !== done);
  expect(
    wrong.map(([key, done]) => `${dayHeading(Number(key.split("/")[0]))} ${key}: ${done} was accepted last`),
  ).toEqual([]);
  expect([...cells].filter((key) => !everTicked.has(key))).toEqual([]);
});
