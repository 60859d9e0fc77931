import { expect, it } from "vitest";
import { ENGINES } from "./support/engines/engines.ts";
import { click, signIn, tickButton, waitFor, waitForStatus } from "./support/engines/visit.ts";
import { startOwnServer } from "./support/ownServer.ts";

const TIMEOUT_MS = 120_000;
const firefox = ENGINES.find(({ name }) => name === "Firefox");

// Firefox keeps no page that holds a lock when it is left.
if (!firefox?.launch) {
  console.warn(`\n*** SKIPPED: the back/forward cache of Firefox. ${firefox?.remedy}.\n`);
  it.skip("comes back in Firefox as it was left");
} else {
  const { launch } = firefox;
  it("comes back in Firefox as it was left, and takes ticks", { timeout: TIMEOUT_MS }, async () => {
    const server = await startOwnServer();
    const engine = await launch();
    try {
      const tab = await signIn(engine, server.url);
      await click(tab, tickButton("March 5, LeetCode", "Untried"));
      await waitForStatus(tab, /^Saved/);
      const locks = () => tab.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name));
      await expect.poll(locks, { timeout: 10_000 }).toEqual([]);
      await tab.evaluate(() => void Object.assign(window, { isAsLeft: true }));
      await tab.goto(`${server.url.replace("localhost", "127.0.0.1")}/404.html`);

      await tab.back();
      const isAsLeft = () =>
        tab.evaluate(() => location.hostname === "localhost" && "isAsLeft" in window).catch(() => null);
      await expect.poll(isAsLeft, { timeout: 20_000 }).toBe(true);
      await click(tab, tickButton("March 5, Code360", "Untried"));
      await waitFor(tab, tickButton("March 5, Code360", "Done"));
      await waitForStatus(tab, /^Saved/);
    } finally {
      await engine.close();
    }
  });
}
