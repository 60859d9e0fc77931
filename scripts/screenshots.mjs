// `npm run screenshots` renews the pictures in README and docs/. `npm run screenshots -- DIRECTORY` writes a picture of
// every screen to DIRECTORY instead: three widths in both themes, a phone in forced colours and with more contrast, the
// solutions found on LeetCode, the terminal, and a year as a picture.
import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { addDays, civilDateAt, formatDate } from "@dailyleet/core";
import { chromium } from "playwright-core";
import { json } from "../tests/client/support/scriptedServer.ts";
import { ACCOUNT } from "../tests/support/judgeSamples.ts";
import { startJudgesServer } from "../tests/support/judgesServer.ts";
import { getChromium } from "./browsers.mjs";
import { ansiToHtml } from "./screenshots/ansi.mjs";
import { findMissingGlyphs } from "./screenshots/glyphs.mjs";
import { person } from "./screenshots/person.mjs";
import { startChild } from "./startChild.mjs";

const root = join(import.meta.dirname, "..");
const cli = join(root, "packages/cli/bin/dailyleet.cjs");
const home = mkdtempSync(join(tmpdir(), "dailyleet-screens-"));
const target = process.argv[2] ? resolve(process.argv[2]) : join(home, "screenshots");
const sites = await startJudgesServer();
const env = {
  ...process.env,
  ...sites.env,
  DAILYLEET_HOME: home,
  XDG_CACHE_HOME: join(home, "cache"),
  FORCE_COLOR: "",
  LANG: "C.UTF-8",
};
const TOUCH = { hasTouch: true, isMobile: true };
const WIDTHS = { phone: 360, tablet: 768, desktop: 1440 };

mkdirSync(target, { recursive: true });
const { questions } = JSON.parse(dailyleet("questions", "--json"));
writeFileSync(join(home, "seed.json"), JSON.stringify(person(civilDateAt(Date.now()), questions)));
dailyleet("import", join(home, "seed.json"));
dailyleet("stats", "--svg", join(target, "year.svg"));
const server = startChild(process.execPath, [cli, "serve", "--port", "0"], {
  env,
  stdio: ["ignore", "pipe", "inherit"],
});
const url = await new Promise((resolve) => server.stdout.once("data", (line) => resolve(/http\S+/.exec(line)[0])));
const browser = await chromium.launch({
  executablePath: getChromium() ?? undefined,
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
});
try {
  for (const [name, width] of Object.entries(WIDTHS)) {
    for (const colorScheme of ["light", "dark"]) await walk(`${name}-${colorScheme}`, width, { colorScheme });
  }
  await walk("phone-forced-colors", WIDTHS.phone, { forcedColors: "active" });
  await walk("phone-more-contrast", WIDTHS.phone, { contrast: "more" });
  await terminal();
  await found();
  if (!process.argv[2]) renewShown();
} finally {
  await browser.close();
  server.kill("SIGINT");
  await sites.stop();
  rmSync(home, { recursive: true, force: true });
}

function renewShown() {
  const pages = [join(root, "README.md"), ...globSync(join(root, "docs/*.md"))].map((page) =>
    readFileSync(page, "utf8"),
  );
  const shown = new Set(pages.flatMap((text) => text.match(/(?<=screenshots\/)[\w.-]+/g) ?? []));
  const directory = join(root, "docs/screenshots");
  rmSync(directory, { recursive: true, force: true });
  for (const name of shown) cpSync(join(target, name), join(directory, name));
}

async function open(width, look) {
  const viewport = { width, height: width < 700 ? 760 : 900 };
  const context = await browser.newContext({
    viewport,
    reducedMotion: "reduce",
    ...look,
    ...(width < 700 && TOUCH),
  });
  const page = await context.newPage();
  // At noon no source's day is about to end.
  await page.clock.setFixedTime(new Date().setHours(12, 0, 0, 0));
  // The picture behind the button loads after the page.
  await page.goto(url, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Sign in with Google" }).waitFor();
  return page;
}

async function signIn(page) {
  const opened = page.context().waitForEvent("page");
  await page.getByRole("button", { name: "Sign in with Google" }).click();
  await (await opened).getByRole("button", { name: "Continue as You", exact: true }).click();
  await page.getByRole("button", { name: "Done" }).first().waitFor();
  await page.getByText("Current streak").first().waitFor();
  await page
    .getByText(/questions? due/)
    .first()
    .waitFor();
}

async function walk(name, width, look) {
  const page = await open(width, look);
  const shoot = (screen) => shootWhole(page, page, `${screen}-${name}.png`);
  await shoot("sign-in");
  await signIn(page);
  await shoot("today");
  await page.getByRole("button", { name: "Back to top" }).click();
  // The browser draws days that come into view a frame or two later.
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".day")]
      .filter((day) => day.getBoundingClientRect().top < innerHeight)
      .every((day) => day.querySelector("button").checkVisibility({ contentVisibilityAuto: true })),
  );
  await shoot("tracker");
  await page.getByRole("button", { name: "Switch counter" }).click();
  await page.getByRole("button", { name: "Increase Count" }).waitFor();
  await page.waitForFunction(() =>
    [...document.images].filter((image) => image.checkVisibility()).every((image) => image.complete),
  );
  await shoot("counter");
  await page.getByRole("button", { name: "Switch counter" }).click();
  await page.getByRole("button", { name: "Switch View" }).click();
  await page.getByRole("button", { name: /^Two Sum/ }).click();
  await page.getByText("Takeaways").first().waitFor();
  await shoot("questions");
  await page.getByRole("button", { name: /^Practise now/ }).click();
  await page.getByRole("button", { name: "Show takeaways" }).waitFor();
  await shoot("practice");
  await page.context().close();
}

/** Shoots the page after LeetCode has reported solutions on three days without a tick. */
async function found() {
  const now = Date.now();
  for (const ago of [0, 1, 2]) dailyleet("untick", "1", "--date", formatDate(addDays(civilDateAt(now), -ago)));
  dailyleet("config", "account", "leetcode", ACCOUNT);
  const solved = questions.filter(({ link }) => link.includes("leetcode.com/problems/")).slice(0, 5);
  const rows = solved.map(({ name, link }, ago) => ({
    id: `${ago}`,
    title: name,
    titleSlug: link.split("/")[4],
    timestamp: `${Math.floor(now / 1_000) - ago * 86_400}`,
  }));
  sites.answer("leetcode", json(200, { data: { matchedUser: { username: ACCOUNT }, recentAcSubmissionList: rows } }));
  const page = await open(WIDTHS.desktop, { colorScheme: "light" });
  await signIn(page);
  await page.getByRole("button", { name: "Check my sites" }).click();
  await page.getByText("3 ticks found.").waitFor();
  await shootWhole(page, page, "found-desktop-light.png");
  await page.context().close();
}

/** Throws if this computer has no font for a letter of the page, because the picture would show a box. */
async function shootWhole(page, part, file) {
  await page.evaluate(() => document.fonts.ready);
  const missing = await page.evaluate(findMissingGlyphs);
  if (missing.length > 0)
    throw new Error(`${file} would have boxes for ${missing.join(" ")}; install a font for them.`);
  await part.screenshot({ path: join(target, file) });
}

/** Shoots the output of commands, with the look of a terminal. */
async function terminal() {
  const page = await browser.newPage({ viewport: { width: 760, height: 620 }, colorScheme: "dark" });
  const text = [[], ["stats"], ["review"], ["status"]]
    .map((args) => `$ ${["dailyleet", ...args].join(" ")}\n${dailyleet(...args, "--color", "always")}`)
    .join("\n");
  await page.setContent(
    `<style>body{margin:0;background:#15171c;color:#d8dade;font:15px/1.35 "DejaVu Sans Mono",monospace;padding:1.5em}</style><pre></pre>`,
  );
  await page.locator("pre").evaluate((pre, html) => {
    pre.innerHTML = html;
  }, ansiToHtml(text));
  await shootWhole(page, page.locator("body"), "terminal.png");
  await page.close();
}

function dailyleet(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { env, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
