import { once } from "node:events";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createPortal } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, it, onTestFinished } from "vitest";
import { buildWorker } from "../../site/bundle.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import {
  barButton,
  openPage,
  STATUS_LINE,
  signIn,
  signOut,
  tick,
  tickButton,
  trackerShows,
  useBrowser,
  WITH_WORKER,
  waitForSaved,
} from "./support/browser.ts";
import { SITE_DIRECTORY } from "./support/hosting.ts";
import { BUILT_SITE, startOwnServer } from "./support/ownServer.ts";

const MARCH_5 = 64;
const stage = useBrowser();

it("opens from Firebase Hosting at a portal and without network after one visit; ticks made then survive and arrive later", async () => {
  const server = await startOwnServer(SITE_DIRECTORY, true);
  const watched = await openPage(stage.browser, ["localhost"], WITH_WORKER);
  const { page } = watched;
  await signIn(watched, server.url);
  await tickButton(page, "March 5, LeetCode", "Untried").click();
  await waitForSaved(page);
  await workerOf(page);
  await page.reload();
  await tickButton(page, "March 5, LeetCode", "Done").waitFor();
  expect(await sourcesOf(page)).toEqual(["race-network-and-fetch-handler", "cache"]);

  await server.stop();
  const portal = createPortal(({ url }, response) => {
    const status = url === "/" ? 429 : 200;
    response.writeHead(status, { "Content-Type": "text/html", Connection: "close" }).end("<title>Portal</title>");
  }).listen(server.port, "::");
  await once(portal, "listening");
  await page.reload();
  await tickButton(page, "March 5, LeetCode", "Done").waitFor();
  await page.locator(STATUS_LINE).filter({ hasText: /./ }).waitFor();
  await page.evaluate(() => localStorage.removeItem("dailyleet/config"));
  await new Promise((resolve) => portal.close(resolve));

  await page.reload();
  await tickButton(page, "March 5, LeetCode", "Done").waitFor();
  for (const source of ["Code360", "CodeChef"]) {
    await tick(page, `March 5, ${source}`);
  }
  await expectStatus(page, "2 changes waiting, offline");

  await page.reload();
  await tickButton(page, "March 5, CodeChef", "Done").waitFor();
  await expectStatus(page, "2 changes waiting, offline");
  await barButton(page, "Switch View").click();
  await page.getByText(/^75 questions/).waitFor();
  await page.locator(".bar nav").getByText("Counter").click();
  await page.locator(".line").waitFor();
  expect(
    await page.evaluate(() => document.fonts.ready.then((fonts) => [...fonts].map(({ status }) => status))),
  ).toEqual(["loaded"]);

  await server.start();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await waitForSaved(page);
  const { cells } = await server.readDocument();
  expect(cells[MARCH_5]).toEqual({ 1: true, 2: true, 5: true });
  expect(watched.foreign).toEqual([]);
});

it("lets a new build on Firebase Hosting take over whole or not at all, while an old page keeps all its parts", async () => {
  const server = await startOwnServer(await changedBuild("first"), true);
  const watched = await openPage(stage.browser, ["localhost"], WITH_WORKER);
  const { page } = watched;
  await signIn(watched, server.url);
  await workerOf(page);

  await server.start(await brokenBuild());
  expect(await newWorkerState(page)).toBe("redundant");
  await expect.poll(() => cacheCount(page)).toBe(1);

  const [list = ""] = readdirSync(join(BUILT_SITE, "_astro")).filter((name) => name.startsWith("questions."));
  await server.start(await changedBuild("second", list));
  expect((await fetch(`${server.url}/_astro/${list}`)).status).toBe(404);
  await takeOver(page, "second");
  await tickButton(page, "March 5, LeetCode", "Untried").click();
  await waitForSaved(page);
  await tickButton(page, "March 5, LeetCode", "Done").waitFor();
  await barButton(page, "Switch View").click();
  await page.getByText(/^75 questions/).waitFor();
  await expect.poll(() => cacheCount(page)).toBe(2);

  await page.reload();
  expect(await page.title()).toMatch(/second$/);
  await server.start(await changedBuild("third"));
  await takeOver(page, "third");
  await expect.poll(() => cacheCount(page)).toBe(2);
  await server.stop();
  await page.reload();
  await trackerShows(page);
  expect(await page.title()).toMatch(/third$/);
});

it("takes over a page that was loaded past it, opens from another site's link and on a silent network, and leaves the sign-in and the database alone", async () => {
  const server = await startOwnServer();
  const watched = await openPage(stage.browser, ["localhost", "elsewhere.example"], WITH_WORKER);
  const { page, context, problems, foreign } = watched;
  await signIn(watched, server.url);
  await workerOf(page);
  await page.addInitScript(() => Object.assign(window, { began: navigator.serviceWorker?.controller }));
  const devtools = await context.newCDPSession(page);
  const loaded = page.waitForEvent("load");
  await devtools.send("Page.reload", { ignoreCache: true });
  await loaded;
  expect(await page.evaluate(() => (window as { began?: unknown }).began)).toBeNull();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await devtools.detach();
  await page.reload();
  await context.route("http://elsewhere.example/", (route) =>
    route.fulfill({ contentType: "text/html", body: `<a href="${server.url}/">tracker</a>` }),
  );
  await page.goto("http://elsewhere.example/");
  await page.getByRole("link", { name: "tracker" }).click();
  await tickButton(page, "March 5, LeetCode", "Untried").click();
  await waitForSaved(page);
  const reloaded = page.waitForEvent("load");
  await signOut(page);
  await reloaded;
  await signIn(watched, server.url);
  await tickButton(page, "March 5, LeetCode", "Done").waitFor();

  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain("/dailyleet.json");
  expect(kept.filter((path) => /\/v1|googleapis|signin|sw\.js/.test(path))).toEqual([]);
  expect([problems, foreign.filter((url) => !url.includes("elsewhere"))]).toEqual([[], []]);

  await server.stop();
  const silent = createServer(() => {}).listen(server.port, "::");
  await once(silent, "listening");
  onTestFinished(() => void silent.close());
  await page.reload({ waitUntil: "commit" });
  await tickButton(page, "March 5, LeetCode", "Done").waitFor({ timeout: 15_000 });
  await tick(page, "March 5, Code360");
  await expectStatus(page, "Saving…");
  await page.close();
});

async function workerOf(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === "activated") return;
    await new Promise((resolve) => active?.addEventListener("statechange", resolve, { once: true }));
  });
}

/** The worker's route that served the page and its scripts: none waited for the worker to start. */
function sourcesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const visit = performance.getEntriesByType("navigation");
    const files = performance.getEntriesByType("resource").filter(({ name }) => /\/_astro\/.*\.js$/.test(name));
    const sources = [...visit, ...files].map((entry) => entry.toJSON().workerMatchedSourceType);
    return [...new Set(sources)];
  });
}

/**
 * Makes the browser look for a new worker, unless it has done so by itself, and waits until the build with this title
 * takes over.
 */
async function takeOver(page: Page, title: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("ServiceWorker.enable");
  const look = async () => {
    const state = await lookForBuild(page, title);
    // Normally the browser ends an idle worker after a while, and the next one takes over. It does not while a debugger
    // is attached, as here.
    if (state === "waiting") await devtools.send("ServiceWorker.stopAllWorkers");
    return state;
  };
  await expect.poll(look, { timeout: 45_000, interval: 200 }).toBe("kept");
  await workerOf(page);
}

function lookForBuild(page: Page, title: string): Promise<string> {
  return page.evaluate(async (wanted) => {
    const registration = await navigator.serviceWorker.ready;
    if (registration.waiting !== null) return "waiting";
    if (registration.installing !== null) return "installing";
    const pages = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).match("/")));
    const texts = await Promise.all(pages.map((response) => response?.text()));
    if (texts.some((text) => text?.includes(`<title>${wanted}<`))) return "kept";
    // The next update retries a worker whose installation failed.
    await registration.update();
    return "not found yet";
  }, title);
}

/** The state that the server's current worker reaches. */
function newWorkerState(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const found = new Promise((resolve) => registration.addEventListener("updatefound", resolve, { once: true }));
    await Promise.all([found, registration.update()]);
    const { installing } = registration;
    if (installing === null) return "gone";
    await new Promise((resolve) => installing.addEventListener("statechange", resolve, { once: true }));
    return installing.state;
  });
}

const cacheCount = (page: Page) => page.evaluate(async () => (await caches.keys()).length);

async function expectStatus(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.locator(STATUS_LINE).textContent()).toBe(text);
}

async function brokenBuild(): Promise<string> {
  const directory = await changedBuild("broken");
  rmSync(join(directory, "favicon.svg"));
  return directory;
}

/** The built site with another title, and optionally without one file. */
async function changedBuild(title: string, without?: string): Promise<string> {
  const directory = tempDirectory();
  // Without the compressed copies, which would hold the old page.
  cpSync(BUILT_SITE, directory, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
  const page = join(directory, "index.html");
  writeFileSync(page, readFileSync(page, "utf8").replace(/<title>[^<]*/, `<title>${title}`));
  if (without) rmSync(join(directory, "_astro", without));
  await buildWorker(directory);
  return directory;
}
