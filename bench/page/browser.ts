import { type Browser, chromium } from "playwright-core";
// @ts-expect-error It has no types; it is shared with the test command.
import { findChromium } from "../../scripts/browsers.mjs";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];

/** Pages of the browser's own window: with each new tab it loads 400 files for them, beside the visit that is measured. */
const OWN_PAGES = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];

/** As the targets were set, all contestants alike: in it Playwright switches off what it does in any test. */
export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: FLAGS });
}

/** For a browser that starts without Playwright: scores are counted by the clock, so that nothing may run beside them. */
export function flags(): string[] {
  return [...FLAGS, `--disable-features=${OWN_PAGES.join()}`];
}

export function chromiumPath(): string {
  const path: string | null = findChromium();
  if (!path) throw new Error("There is no Chromium; install one or set CHROMIUM to its path.");
  return path;
}
