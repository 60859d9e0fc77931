import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { chromiumPath, FLAGS, serveOurs } from "./page/ours.ts";
import { PACKAGES, servePeer } from "./page/peer.ts";
import { atLeast, atMost, type BenchOptions, type Figure, type Report } from "./support/figures.ts";
import { installPeers, peerVersion } from "./support/peers.ts";
import { median } from "./support/rounds.ts";

const LIGHTHOUSE = "lighthouse";
/** Features of the browser's own window. With each new tab they would load 400 files during the measured visit. */
const OWN_PAGES = "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup";

type Lighthouse = (url: string, flags: object, config: undefined, page: Page) => Promise<{ lhr: Result } | undefined>;

interface Result {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
}

/** Points of 100 by category, and `paint`: the largest contentful paint in milliseconds. */
type Scores = Readonly<Record<string, number>>;

interface Screen {
  readonly name: string;
  readonly url: string;
  readonly isSignedIn?: boolean;
  /** The label of a button to press as soon as it appears. */
  readonly button?: string;
}

/**
 * Lighthouse's mobile run of every screen on `dailyleet serve`, of an empty page and of the peer's page. Scores vary
 * with machine and browser, so the targets compare ours with the peer's of the same run.
 */
export async function bench({ isQuick }: BenchOptions): Promise<Report> {
  const installed = installPeers(LIGHTHOUSE, [`${LIGHTHOUSE}@13.5.0`]);
  const path = createRequire(join(installed, "package.json")).resolve(LIGHTHOUSE);
  const { default: run } = (await import(pathToFileURL(path).href)) as { default: Lighthouse };
  const server = await serveOurs();
  const peer = await servePeer(installPeers("page", PACKAGES));
  const args = [...FLAGS, `--disable-features=${OWN_PAGES}`];
  const browser = await puppeteer.launch({ executablePath: chromiumPath(), args });
  // Nobody signs out in between, so the screens without a sign-in come first.
  const screens: readonly Screen[] = [
    { name: "empty page", url: `${peer.url}/empty` },
    { name: "peer", url: `${peer.url}/peer` },
    { name: "sign-in", url: server.url },
    { name: "calendar", url: server.url, isSignedIn: true },
    { name: "questions", url: `${server.url}/#q=`, isSignedIn: true },
    { name: "counter", url: server.url, isSignedIn: true, button: "Switch counter" },
  ];
  try {
    const found = new Map<string, Scores>();
    for (const screen of screens) {
      if (screen.name === "calendar") await signIn(browser, server.url);
      found.set(screen.name, await medianOf(run, browser, screen, isQuick ? 1 : 3));
    }
    const figures = [...found].flatMap(([name, scores]) => figuresOf(name, scores, found.get("peer") ?? {}));
    const versions = { Lighthouse: peerVersion(installed, LIGHTHOUSE), Chromium: await browser.version() };
    return { part: "Lighthouse, mobile", figures, versions };
  } finally {
    await browser.close();
    peer.close();
    await server.stop();
  }
}

function figuresOf(name: string, scores: Scores, { performance = 0, paint = 0 }: Scores): Figure[] {
  const isOurs = name !== "peer" && name !== "empty page";
  const { performance: own = Number.NaN, paint: ownPaint = Number.NaN, ...others } = scores;
  const speed: Figure[] = [
    { name: `${name}: performance`, value: own, unit: "", ...(isOurs && { target: atLeast(performance) }) },
    { name: `${name}: largest paint`, value: ownPaint, unit: "ms", ...(isOurs && { target: atMost(paint) }) },
  ];
  if (!isOurs) return speed;
  const worst = Math.min(...Object.values(others));
  const detail = Object.entries(others)
    .map(([category, score]) => `${category} ${score}`)
    .join(", ");
  return [...speed, { name: `${name}: the other categories`, value: worst, unit: "", detail, target: atLeast(98) }];
}

async function signIn(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(url);
  const opened = new Promise<Page | null>((resolve) => page.once("popup", resolve));
  await page.locator("::-p-text(Sign in with Google)").click();
  await (await opened)?.locator("::-p-text(Continue as )").click();
  await page.locator("main.tracker .back-to-top").wait();
  await page.close();
}

/** Repeats a visit without a score: Lighthouse gives none now and then, whatever the page. */
async function medianOf(run: Lighthouse, browser: Browser, screen: Screen, rounds: number): Promise<Scores> {
  const visits: Scores[] = [];
  for (let left = 2 * rounds; visits.length < rounds; left--) {
    if (left === 0) throw new Error(`Lighthouse gives no scores for ${screen.name}.`);
    const scores = await visit(run, browser, screen);
    if (!Object.values(scores).some(Number.isNaN)) visits.push(scores);
  }
  const names = Object.keys(visits[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, median(visits.map((scores) => scores[name] ?? Number.NaN))]));
}

/** Lighthouse empties the caches and ends the page's worker before each run, but keeps the sign-in. */
async function visit(run: Lighthouse, browser: Browser, { url, button }: Screen): Promise<Scores> {
  const page = await browser.newPage();
  if (button) await page.evaluateOnNewDocument(press, button);
  const result = await run(url, { logLevel: "error" }, undefined, page);
  await page.close();
  const { categories = {}, audits = {} } = result?.lhr ?? {};
  const scores = Object.entries(categories).map(([id, { score }]) => [id, 100 * (score ?? Number.NaN)] as const);
  return { ...Object.fromEntries(scores), paint: audits["largest-contentful-paint"]?.numericValue ?? Number.NaN };
}

function press(label: string): void {
  const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === label);
  if (button) button.click();
  else requestAnimationFrame(() => press(label));
}
