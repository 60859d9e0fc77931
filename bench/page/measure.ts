import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { median } from "../support/rounds.ts";
import { click, observe, rest, times } from "./inPage.ts";

/** A page to measure. All but `context` and `url` are selectors. */
export interface Contestant {
  readonly context: BrowserContext;
  readonly url: string;
  /** The part of the calendar that React hydrates last. */
  readonly ready: string;
  /** A cell to click. */
  readonly cell: string;
  /** Matches when the person's own ticks are on the screen. */
  readonly shown: string;
}

/** One visit; times in milliseconds. */
export interface Visit {
  readonly firstPaint: number;
  readonly ready: number;
  readonly shown: number;
  readonly firstClick: number;
  /** From a later click, on a page at rest, to the frame that shows the new state. */
  readonly click: number;
  /** Script, style and layout of such a click. */
  readonly clickWork: number;
  /** Bytes, at rest, after collecting garbage. */
  readonly heap: number;
}

const CLICKS = 20;
/** Longer than our page delays its optional parts, shorter than its interval of looking for a terminal's changes. */
const REST_MS = 1_500;

/** Opens the page with an empty HTTP cache on a processor made `slowdown` times slower, and uses it. */
export async function visit(contestant: Contestant, slowdown: number): Promise<Visit> {
  const page = await contestant.context.newPage();
  try {
    const cdp = await contestant.context.newCDPSession(page);
    await cdp.send("Network.enable");
    await cdp.send("Network.setCacheDisabled", { cacheDisabled: true });
    await cdp.send("Performance.enable");
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await page.addInitScript(observe, { ready: contestant.ready, shown: contestant.shown });
    // Polling with `evaluate` would run 100 kB of Playwright's scripts before some contestants' code and after others'.
    await cdp.send("Runtime.enable");
    await cdp.send("Runtime.addBinding", { name: "tellBench" });
    const isShown = new Promise((resolve) => cdp.once("Runtime.bindingCalled", resolve));
    await page.goto(contestant.url, { waitUntil: "commit" });
    await isShown;
    const firstClick = await page.evaluate(click, contestant.cell);
    await page.evaluate(rest, REST_MS);
    const clicks = await clickOften(page, cdp, contestant.cell);
    const heap = await heapOf(cdp);
    return { ...(await page.evaluate(times)), firstClick, ...clicks, heap };
  } finally {
    await page.close();
  }
}

async function clickOften(page: Page, cdp: CDPSession, cell: string) {
  const waits: number[] = [];
  const before = await workOf(cdp);
  for (let count = 0; count < CLICKS; count++) waits.push(await page.evaluate(click, cell));
  const after = await workOf(cdp);
  return { click: median(waits), clickWork: (after - before) / CLICKS };
}

/** Milliseconds of script, style and layout so far. */
async function workOf(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  const names = ["ScriptDuration", "RecalcStyleDuration", "LayoutDuration"];
  return metrics.filter(({ name }) => names.includes(name)).reduce((sum, { value }) => sum + value * 1000, 0);
}

async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send("HeapProfiler.enable");
  await cdp.send("HeapProfiler.collectGarbage");
  return (await cdp.send("Runtime.getHeapUsage")).usedSize;
}
