import { type Browser, chromium } from "playwright-core";
// @ts-expect-error It has no types; it is shared with the test command.
import { findChromium } from "../../scripts/browsers.mjs";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];

export function launch(): Promise<Browser> {
  const executablePath: string | null = findChromium();
  if (!executablePath) throw new Error("There is no Chromium; install one or set CHROMIUM to its path.");
  return chromium.launch({ executablePath, args: FLAGS });
}
