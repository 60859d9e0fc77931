import { type Browser, chromium } from "playwright-core";
// @ts-expect-error It has no types; it is shared with the test command.
import { findChromium } from "../../scripts/browsers.mjs";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];

/** Pages of the browser's own window: with each new tab it loads 400 files for them, beside the visit that is measured. */
const OWN_PAGES = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];

/** The last list of features holds, so this has what Playwright switches off itself and a visit could feel. */
const PLAYWRIGHTS = [
  "AimEnabled",
  "HttpsUpgrades",
  "MediaRouter",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
];

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: flags(PLAYWRIGHTS) });
}

/** How the browser is started in which visits are measured. */
export function flags(switchedOff: readonly string[] = []): string[] {
  return [...FLAGS, `--disable-features=${[...OWN_PAGES, ...switchedOff].join()}`];
}

export function chromiumPath(): string {
  const path: string | null = findChromium();
  if (!path) throw new Error("There is no Chromium; install one or set CHROMIUM to its path.");
  return path;
}
