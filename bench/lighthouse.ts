import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LIGHTHOUSE, LIGHTHOUSE_PACKAGES, lighthouse } from "./page/lighthouse.ts";
import { fill } from "./server/data.ts";
import { serve } from "./server/served.ts";
import type { Report } from "./support/figures.ts";
import type { BenchOptions } from "./support/options.ts";
import { installPeers, peerVersion } from "./support/peers.ts";

/** Lighthouse's mobile run on `dailyleet serve`: the page for somebody new, and the calendar with half a year of ticks. */
export async function bench({ isQuick }: BenchOptions): Promise<Report> {
  const installed = installPeers(LIGHTHOUSE, LIGHTHOUSE_PACKAGES);
  const home = mkdtempSync(join(tmpdir(), "dailyleet-bench-lighthouse-"));
  fill(join(home, "dailyleet.db"), { profiles: 1, documents: 1 });
  const server = await serve(home);
  try {
    const figures = await lighthouse(installed, server.url, isQuick ? 1 : 5);
    return { part: "lighthouse", figures, versions: { Lighthouse: peerVersion(installed, LIGHTHOUSE) } };
  } finally {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
}
