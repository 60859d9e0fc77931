import { type Browser, chromium } from "playwright-core";
// @ts-expect-error It has no types; it is shared with the test command.
import { findChromium } from "../../scripts/browsers.mjs";

export const FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: FLAGS });
}

export function chromiumPath(): string {
  const path: string | null = findChromium();
  if (!path) throw new Error("There is no Chromium; install one or set CHROMIUM to its path.");
  return path;
}
