import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
// @ts-expect-error It has no types; it is shared with the test command.
import { findChromium } from "../../scripts/browsers.mjs";
import { fill } from "../support/data.ts";
import { serve } from "../support/served.ts";

export const FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];

/** Matches when the calendar shows the person's own data. */
export const SHOWN = "main.tracker:not([hidden])[aria-busy=false]";

export function chromiumPath(): string {
  const path: string | null = findChromium();
  if (!path) throw new Error("There is no Chromium; install one or set CHROMIUM to its path.");
  return path;
}

/** `dailyleet serve` for a person with half a year of ticks. */
export async function serveOurs() {
  const home = mkdtempSync(join(tmpdir(), "dailyleet-bench-page-"));
  fill(join(home, "dailyleet.db"));
  const server = await serve(home);
  return {
    url: server.url,
    async stop() {
      await server.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
