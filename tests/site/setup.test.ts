import { beforeEach, expect, test, vi } from "vitest";
import { $setup, $siteConfig, loadSetup, restoreSetup } from "../../site/src/session/setup.ts";
import { STORED_CONFIG } from "../../site/src/ui/stored.ts";
import { useBrowser } from "./support/browser.ts";

const STORED = '{"firebase":{"apiKey":"k","authDomain":"a","projectId":"stored"}}';
let storage: Record<string, unknown>;
beforeEach(() => {
  ({ storage } = useBrowser());
  vi.stubGlobal("location", { reload: vi.fn() });
  $setup.set({ status: "loading" });
});

async function setupAfter(body: string, status = 200) {
  vi.stubGlobal("fetch", async () => new Response(body, { status }));
  restoreSetup();
  const setup = await loadSetup();
  return [setup.status, "reason" in setup ? setup.reason : $siteConfig.get().firebase?.projectId];
}

test.each([
  ["a portal's page", "<!doctype html><title>Sign in to this network</title>", 200],
  ["a filter's JSON", '{"error":"blocked"}', 200],
  ["a filter's text", "Too many requests", 200],
  ["an empty answer", "", 200],
  ...[401, 403, 404, 429, 500, 511].map((status): [string, string, number] => [String(status), "<p>no</p>", status]),
])("%s in place of the configuration changes nothing for a browser that knows it", async (_, body, status) => {
  storage[STORED_CONFIG] = STORED;
  expect(await setupAfter(body, status)).toEqual(["ready", "stored"]);
  expect(storage[STORED_CONFIG]).toBe(STORED);
  expect(location.reload).not.toHaveBeenCalled();
});

test.each([
  ["a missing file", "<p>not here</p>", 404, "unconnected"],
  ["a host's own page", "<!doctype html>", 200, "unconnected"],
  ["a busy host", "<p>later</p>", 503, "unreachable"],
])("%s says what a browser that knows no configuration has to say", async (_, body, status, reason) => {
  expect(await setupAfter(body, status)).toEqual(["unusable", reason]);
});

test("another configuration takes the known one's place with a reload", async () => {
  storage[STORED_CONFIG] = STORED;
  const other = STORED.replace("stored", "other");
  await setupAfter(other);
  expect(storage[STORED_CONFIG]).toBe(other);
  expect(location.reload).toHaveBeenCalledOnce();
});
