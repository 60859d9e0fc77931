import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createProfile, type Database, listProfiles, openDatabase, removeProfile } from "@dailyleet/local";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Locator,
  type Page,
} from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { getCredential, type Session, signInWith } from "../../local/support/server.ts";
import { type RunningServer, runCli, serve } from "../../support/cliProcess.ts";

const FLAGS = [
  ..."--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking".split(" "),
  ..."--disable-component-update --disable-sync".split(" "),
];

/** Messages that are no fault of the page. */
const HARMLESS = [
  // Playwright's own message for the option `serviceWorkers: "block"`.
  /^Service Worker registration blocked by Playwright$/,
  // React preloads a part's styles when it begins to draw it; a person who goes to another view at once leaves them
  // unused.
  /\.css was preloaded using link preload but not used/,
];

export interface Stage {
  readonly browser: Browser;
  readonly server: RunningServer;
  /** The data directory that the server and the command line share. */
  readonly home: string;
  /** Runs a command that must succeed, and returns its stdout. */
  cli(...args: string[]): Promise<string>;
  /** The parsed output of `export`. */
  exported(): Promise<Exported>;
  /** Adds these ticks to the profile `You`. */
  importYears(years: object): Promise<void>;
  /** Opens the data directory's database during `work`. */
  withDatabase<T>(work: (database: Database) => T | Promise<T>): Promise<T>;
}

interface Exported {
  readonly years: Record<string, Record<string, Record<string, true>>>;
  readonly practice: Record<string, Record<string, number>>;
}

/** One browser and one `dailyleet serve` on an empty data directory for all tests of a file. */
export function useStage(options?: LaunchOptions): Stage {
  const home = mkdtempSync(join(tmpdir(), "dailyleet-e2e-"));
  const stage = useBrowser(options) as { -readonly [K in keyof Stage]: Stage[K] };
  Object.assign(stage, stageAt(home));
  beforeAll(async () => {
    stage.server = await serve(home);
  });
  afterAll(async () => {
    await stage.server?.stop();
    rmSync(home, { recursive: true, force: true });
  });
  return stage;
}

function stageAt(home: string): Omit<Stage, "browser" | "server"> {
  const cli = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCli(home, args);
    if (code !== 0) throw new Error(`'${args.join(" ")}' ended with ${code}: ${stderr}`);
    return stdout;
  };
  return {
    home,
    cli,
    async importYears(years) {
      const file = join(home, "years.json");
      writeFileSync(file, JSON.stringify({ version: 1, years }));
      await cli("import", file);
    },
    exported: async () => JSON.parse(await cli("export")),
    async withDatabase(work) {
      const database = openDatabase(join(home, "dailyleet.db"));
      try {
        return await work(database);
      } finally {
        database.close();
      }
    },
  };
}

let shared: Browser | undefined;

/** The shared browser; a new one if the last has crashed. */
async function sharedBrowser(): Promise<Browser> {
  if (!shared?.isConnected()) shared = await launch();
  return shared;
}

/**
 * A browser for all tests of a file: the process's shared browser, or with `options` its own. A context closes with the
 * test that opened it, or with the file if it was opened before the tests.
 */
export function useBrowser(options?: LaunchOptions): { readonly browser: Browser } {
  const stage = {} as { browser: Browser };
  let ofAllTests: readonly BrowserContext[] = [];
  const closeProfiles = async (kept: readonly BrowserContext[] = []) => {
    const profiles = stage.browser?.contexts().filter((profile) => !kept.includes(profile)) ?? [];
    await Promise.all(profiles.map((profile) => profile.close()));
  };
  beforeAll(async () => {
    stage.browser = await (options ? launch(options) : sharedBrowser());
  });
  beforeEach(() => {
    ofAllTests = stage.browser.contexts();
  });
  afterEach(() => closeProfiles(ofAllTests));
  afterAll(async () => {
    await (options ? stage.browser?.close() : closeProfiles());
  });
  return stage;
}

/** Launches Chromium's headless shell if there is one, because it is faster; otherwise Chromium. */
export function launch(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.HEADLESS_SHELL ?? chromiumPath(), args: FLAGS, ...options });
}

export function chromiumPath(): string {
  const path = process.env.CHROMIUM;
  if (!path) throw new Error("Set CHROMIUM to a Chromium's path, or run the tests with `npm test`.");
  return path;
}

/**
 * A page in a new, empty context that collects errors. The service worker is blocked by default: on each first visit it
 * would fetch the whole site again, a quarter of all work.
 */
export async function newPage(stage: Stage, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  return openPage(stage.browser, ["localhost"], options);
}

/** The options of a visit, besides the browser context's. */
export interface Visit extends BrowserContextOptions {
  /** The profile that signs in, `You` by default. */
  readonly profile?: string;
  /** Creates the profile before the visit. */
  readonly isNew?: boolean;
  /** The time at which the page's clock starts; the clock then runs. */
  readonly time?: Date | number;
  /** The end of the address, such as `#questions`. */
  readonly hash?: string;
  /** Runs before the page is opened. */
  before?(watched: WatchedPage): unknown;
}

/** Signs in on a page in a new context and waits for the tracker. */
export async function visit(stage: Stage, how: Visit = {}): Promise<WatchedPage> {
  const { profile, isNew, time, hash = "", before, ...options } = how;
  if (isNew && profile) await createPerson(stage, profile);
  const watched = await newPage(stage, options);
  if (time !== undefined) await watched.page.clock.install({ time });
  await before?.(watched);
  await signIn(watched, stage.server.url, profile, hash);
  return watched;
}

/** Removes an earlier person of this name. */
async function createPerson(stage: Stage, name: string): Promise<void> {
  await stage.withDatabase((database) => {
    const before = listProfiles(database).find((profile) => profile.name === name);
    if (before) removeProfile(database, before);
    createProfile(database, name);
  });
}

export const WITH_WORKER = { serviceWorkers: "allow" } as const satisfies BrowserContextOptions;

/** The clock of all tests, as a script for a page. */
const CLOCK = `{
  const process = { env: { CLOCK_AHEAD: "${process.env.CLOCK_AHEAD}" } };
  ${readFileSync(join(import.meta.dirname, "../../support/preloads/clock.cjs"), "utf8")}
}`;

/** A fixed language, independent of the machine's. */
const DEFAULTS: BrowserContextOptions = { locale: "en-US", reducedMotion: "reduce", serviceWorkers: "block" };

/** A page without a stage. It records requests to hosts other than `hosts` as foreign. */
export async function openPage(
  browser: Browser,
  hosts: readonly string[],
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ ...DEFAULTS, ...options });
  await context.addInitScript(CLOCK);
  return watch(await context.newPage(), context, hosts);
}

export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly problems: string[];
  /** Addresses on other hosts that the page requested. */
  readonly foreign: string[];
}

function watch(page: Page, context: BrowserContext, hosts: readonly string[]): WatchedPage {
  const problems: string[] = [];
  const foreign: string[] = [];
  page.on("console", (message) => {
    const isProblem = message.type() === "error" || message.type() === "warning";
    if (isProblem && !HARMLESS.some((text) => text.test(message.text()))) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  context.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && !hosts.includes(hostname)) foreign.push(request.url());
  });
  return { page, context, problems, foreign };
}

/**
 * Signs in as an existing profile and waits for the tracker. A new context gets the state that the local sign-in window
 * would leave; otherwise the test uses that window.
 */
export async function signIn(watched: WatchedPage, url: string, profile = "You", hash = ""): Promise<void> {
  if (watched.page.url() !== "about:blank") return signInByWindow(watched, `${url}/${hash}`, profile);
  await watched.context.setStorageState(await createSession(url, profile));
  await watched.page.goto(`${url}/${hash}`);
  await trackerShows(watched.page);
}

/** The state that Google's library stores for a sign-in, without any state of the product. */
async function createSession(url: string, profile: string) {
  const profiles = await (await fetch(`${url}/signin`)).text();
  const [, uid = ""] = new RegExp(`data-uid="(\\w+)">Continue as <bdi>${profile}</bdi>`).exec(profiles) ?? [];
  const { body } = await signInWith({ url }, await getCredential({ url }, uid));
  const { idToken: accessToken, refreshToken } = body as Session;
  const stsTokenManager = { accessToken, refreshToken, expirationTime: Date.now() + 3_600_000 };
  const providerData = [{ providerId: "google.com", uid, displayName: profile }];
  const flags = { emailVerified: false, isAnonymous: false };
  const user = { uid, displayName: profile, ...flags, providerData, stsTokenManager, apiKey: "local" };
  const records = [{ value: { fbase_key: "firebase:authUser:local:[DEFAULT]", value: user } }];
  const stores = [{ name: "firebaseLocalStorage", autoIncrement: false, keyPath: "fbase_key", records, indexes: [] }];
  const indexedDB = [{ name: "firebaseLocalStorageDb", version: 1, stores }];
  return { cookies: [], origins: [{ origin: url, localStorage: [], indexedDB }] };
}

export async function signInByWindow(watched: WatchedPage, url: string, profile = "You"): Promise<void> {
  const { page } = watched;
  await page.goto(url);
  const signInWindow = await openSignInWindow(watched);
  await signInWindow.getByRole("button", { name: `Continue as ${profile}`, exact: true }).click();
  await trackerShows(page);
}

/** Presses the sign-in button and returns the window that it opens, the local one or Google's. */
export async function openSignInWindow({ page, context }: Pick<WatchedPage, "page" | "context">): Promise<Page> {
  const opened = context.waitForEvent("page");
  await signInButton(page).click();
  return opened;
}

export async function trackerShows(page: Page): Promise<void> {
  const tracker = page.locator(".bar").getByRole("heading", { name: "Daily Coding Problem" });
  await tracker.waitFor().catch(async (error) => {
    const shown = await page.evaluate(() => `${document.readyState}: ${document.body.innerText.slice(0, 300)}`);
    throw new Error(`No tracker after the sign-in, but ${shown}`, { cause: error });
  });
}

/** Located by attribute: to compute roles, the browser would lay out all days, which takes a second. */
export function tickButton(page: Page, label: string, state: "Done" | "Untried") {
  return page.locator(`.day button[aria-label="${label}, ${state}"]`);
}

/** Ticks an untried cell and waits until the page shows it. */
export async function tick(page: Page, label: string): Promise<void> {
  await tickButton(page, label, "Untried").click();
  await tickButton(page, label, "Done").waitFor();
}

/** The parts around the months. Searching only them avoids the layout of all days. */
export function besideMonths(page: Page) {
  return page.locator(".bar, dialog, .tracker > :not(.calendar)");
}

export function signInButton(page: Page) {
  return page.locator("main.gate").getByRole("button", { name: "Sign in with Google" });
}

/** A button of the top bar. Searching only there avoids the layout of all days. */
export function barButton(page: Page, name: string | RegExp) {
  return page.locator(".bar").getByRole("button", { name, exact: true });
}

/** Presses an entry of the person's menu. */
export async function choose(page: Page, entry: string): Promise<void> {
  await page.locator(".bar .name").click();
  await page.locator("#person").getByRole("button", { name: entry, exact: true }).click();
}

export const signOut = (page: Page) => choose(page, "Sign out");

/** The accessible name of the focused element. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute("aria-label") ?? activeElement?.textContent?.trim() ?? "";
  });
}

/** Whether an element is wholly in the window. */
export function isInWindow(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > top && top >= 0 && bottom <= innerHeight;
  });
}

/** The hash in the page; `page.url()` is updated later. */
export const hashOf = (page: Page): Promise<string> => page.evaluate(() => location.hash);

/** Holds requests to `url` whose body contains `part` until the returned function is called. */
export async function holdRequests(page: Page, url: string, part = ""): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if ((route.request().postData() ?? "").includes(part)) await promise;
    await route.fallback();
  });
  return resolve;
}

/**
 * The bar's status line, which loads when the page is idle. The sign-in screen has other status elements and stays in
 * the document.
 */
export const STATUS_LINE = "header [role=status]";

/**
 * Waits until the status line says that everything is stored. The browser does the waiting, because `expect.poll`
 * rejects if a concurrent test (`it.concurrent`) ends meanwhile.
 */
export async function waitForSaved(page: Page): Promise<void> {
  const line = page.locator(STATUS_LINE);
  await line.filter({ hasText: /^\s*Saved/ }).waitFor({ state: "attached" });
}
