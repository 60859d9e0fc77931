// `npm run screenshots`: every screen of the running product at three widths in both themes, and on a phone in forced
// colours and with more contrast, into docs/screenshots.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { getChromium } from "./browsers.mjs";

const root = join(import.meta.dirname, "..");
const cli = join(root, "packages/cli/bin/dailyleet.cjs");
const target = join(root, "docs/screenshots");
const home = mkdtempSync(join(tmpdir(), "dailyleet-screens-"));
const env = { ...process.env, DAILYLEET_HOME: home, FORCE_COLOR: "", LANG: "C.UTF-8" };
const TOUCH = { hasTouch: true, isMobile: true };
const WIDTHS = { phone: 360, tablet: 768, desktop: 1440 };

mkdirSync(target, { recursive: true });
writeFileSync(join(home, "seed.json"), JSON.stringify(plausibleTicks()));
dailyleet("import", join(home, "seed.json"));
const server = spawn(process.execPath, [cli, "serve", "--port", "0"], { env, stdio: ["ignore", "pipe", "inherit"] });
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
} finally {
  await browser.close();
  server.kill("SIGINT");
  rmSync(home, { recursive: true, force: true });
}

async function walk(name, width, look) {
  const viewport = { width, height: width < 700 ? 760 : 900 };
  const context = await browser.newContext({
    viewport,
    reducedMotion: "reduce",
    ...look,
    ...(width < 700 && TOUCH),
  });
  const page = await context.newPage();
  const shoot = (screen) => page.screenshot({ path: join(target, `${screen}-${name}.png`) });
  await page.goto(url);
  const button = page.getByRole("button", { name: "Sign in with Google" });
  await button.waitFor();
  await shoot("sign-in");
  const opened = context.waitForEvent("page");
  await button.click();
  await (await opened).getByRole("button", { name: "Continue as You", exact: true }).click();
  await page.getByRole("button", { name: "Done" }).first().waitFor();
  await page.getByText("Current streak").first().waitFor();
  await shoot("today");
  await page.getByRole("button", { name: "Back to top" }).click();
  // Days that come into view are drawn a frame or two later.
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
  await context.close();
}

/** What the terminal prints, set in a terminal's manner. */
async function terminal() {
  const page = await browser.newPage({ viewport: { width: 760, height: 620 }, colorScheme: "dark" });
  const text = [["today"], ["year"], ["status"]]
    .map((args) => `$ dailyleet ${args.join(" ")}\n${dailyleet(...args, "--color", "never")}`)
    .join("\n");
  await page.setContent(
    `<style>body{margin:0;background:#15171c;color:#d8dade;font:15px/1.35 "DejaVu Sans Mono",monospace;padding:1.5em}</style><pre></pre>`,
  );
  await page.locator("pre").evaluate((pre, content) => {
    pre.textContent = content;
  }, text);
  await page.locator("body").screenshot({ path: join(target, "terminal.png") });
  await page.close();
}

function dailyleet(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { env, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** The same every time: a person who does more on some days than on others and missed a few. */
function plausibleTicks() {
  const today = new Date();
  const days = {};
  const last = Math.min(365, Math.floor((Date.now() - Date.UTC(today.getFullYear(), 0, 0)) / 86_400_000));
  for (let day = 1; day <= last; day++) {
    const wave = Math.abs(Math.sin(day * 0.37) * 3 + Math.sin(day * 1.91) * 2.4);
    const count = day % 29 < 2 ? 0 : Math.min(5, Math.round(wave + (day > last - 12 ? 1.2 : 0)));
    const sources = [1, 3, 2, 5, 4].slice(0, count);
    if (count > 0) days[day] = Object.fromEntries(sources.map((source) => [source, true]));
  }
  return { version: 1, years: { [today.getFullYear()]: days } };
}
