import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openHosting, openServe } from "./page/hosts.ts";
import { LIGHTHOUSE, LIGHTHOUSE_PACKAGES, loadLighthouse, scores } from "./page/lighthouse.ts";
import type { BenchOptions, Figure, Report } from "./support/figures.ts";
import { installPeers, peerVersion } from "./support/peers.ts";

/** Lighthouse's mobile run of every screen, on `dailyleet serve` and on the hosting of a deployment. */
export async function bench({ isQuick }: BenchOptions): Promise<Report> {
  const installed = installPeers(LIGHTHOUSE, LIGHTHOUSE_PACKAGES);
  const run = await loadLighthouse(installed);
  const figures: Figure[] = [];
  for (const open of isQuick ? [openServe] : [openServe, openHosting]) {
    const directory = mkdtempSync(join(tmpdir(), "dailyleet-bench-lighthouse-"));
    const host = await open(directory);
    try {
      figures.push(...(await scores(run, host, isQuick ? { rounds: 1, screens: 1 } : { rounds: 3 })));
    } finally {
      await host.close();
      rmSync(directory, { recursive: true, force: true });
    }
  }
  return { part: "lighthouse", figures, versions: { Lighthouse: peerVersion(installed, LIGHTHOUSE) } };
}
