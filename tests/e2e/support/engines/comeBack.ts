import { expect } from "vitest";
import { startOwnServer } from "../ownServer.ts";
import type { Engine } from "./engine.ts";
import { click, signIn, tickButton, waitFor, waitForStatus } from "./visit.ts";

export async function expectToComeBack(engine: Engine): Promise<void> {
  const server = await startOwnServer();
  const tab = await signIn(engine, server.url);
  await click(tab, tickButton("March 5, LeetCode", "Untried"));
  await waitForStatus(tab, /^Saved/);
  // Firefox keeps no page that holds a lock when it is left.
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
}
