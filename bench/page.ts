import { civilDateAt, dayOfYear } from "@dailyleet/core";
import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { type Contestant, type Visit, visit } from "./page/measure.ts";
import { chromiumPath, FLAGS, SHOWN, serveOurs } from "./page/ours.ts";
import { PACKAGES, PEER, servePeer } from "./page/peer.ts";
import { atMost, type BenchOptions, type Figure, type Report, type Target } from "./support/figures.ts";
import { installPeers, peerVersion } from "./support/peers.ts";
import { median } from "./support/rounds.ts";

const SLOWDOWN = 4;

const MEASURES: readonly { key: keyof Visit; name: string; target?: Target }[] = [
  { key: "firstPaint", name: "first contentful paint", target: atMost(0.5) },
  { key: "ready", name: "ready", target: atMost(1.25) },
  { key: "shown", name: "own ticks on the screen", target: atMost(1.2) },
  { key: "firstClick", name: "first click, to the frame", target: atMost(1) },
  { key: "click", name: "toggle, to the frame", target: atMost(1.1) },
  { key: "clickWork", name: "toggle, script and layout", target: atMost(0.8) },
  { key: "heap", name: "heap at rest, bytes" },
];

/** Measures the signed-in calendar of 1,825 cells against a calendar component's page of 365 cells, in Chromium. */
export async function bench({ isQuick }: BenchOptions): Promise<Report> {
  const installed = installPeers("page", PACKAGES);
  const server = await serveOurs();
  const peer = await servePeer(installed);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: FLAGS });
  try {
    const contestants = {
      ours: await ourPage(browser, server.url),
      peer: {
        context: await newContext(browser),
        url: `${peer.url}/peer`,
        ready: "svg rect[class^=color]",
        cell: "svg rect[class^=color]",
        shown: "[data-ready]",
      },
    };
    const ours: Visit[] = [];
    const theirs: Visit[] = [];
    for (let round = 0; round < (isQuick ? 2 : 9); round++) {
      ours.push(await visit(contestants.ours, SLOWDOWN));
      theirs.push(await visit(contestants.peer, SLOWDOWN));
    }
    const versions = Object.fromEntries([PEER, "react"].map((name) => [name, peerVersion(installed, name)]));
    const part = `First view of the page, of ${PEER}, processor ${SLOWDOWN} times slower`;
    return { part, figures: compare(ours, theirs), versions: { Chromium: browser.version(), ...versions } };
  } finally {
    await browser.close();
    peer.close();
    await server.stop();
  }
}

/** Blocks service workers: a worker would answer only the visits after its installation. */
function newContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ reducedMotion: "reduce", serviceWorkers: "block" });
}

async function ourPage(browser: Browser, url: string): Promise<Contestant> {
  const context = await newContext(browser);
  const page = await context.newPage();
  await page.goto(url);
  const opened = context.waitForEvent("page");
  await page.getByRole("button", { name: "Sign in with Google" }).click();
  await (await opened).getByRole("button", { name: "Continue as You" }).click();
  await page.getByRole("heading", { name: "Daily Coding Problem" }).waitFor();
  await page.close();
  const day = dayOfYear(civilDateAt(Date.now()));
  return {
    context,
    url,
    ready: "main.tracker .back-to-top",
    cell: `[data-day='${day}'] button[value='3']`,
    shown: SHOWN,
  };
}

function compare(ours: readonly Visit[], theirs: readonly Visit[]): Figure[] {
  return MEASURES.map(({ key, name, target }) => {
    const own = ours.map((visited) => visited[key]);
    const other = theirs.map((visited) => visited[key]);
    const ratios = own.map((value, round) => value / (other[round] ?? Number.NaN));
    const detail = `${Math.round(median(own)).toLocaleString("en")} to ${Math.round(median(other)).toLocaleString("en")}`;
    return { name, value: median(ratios), unit: "x" as const, detail, ...(target && { target }) };
  });
}
