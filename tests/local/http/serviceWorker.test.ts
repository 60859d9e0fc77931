import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ask, smallSite, startTestServer } from "../support/server.ts";

test("the service worker is looked at anew each time, and may ask this server for files as the page may", async () => {
  const siteDirectory = smallSite();
  writeFileSync(join(siteDirectory, "sw.js"), "self;");
  writeFileSync(join(siteDirectory, "manifest.webmanifest"), "{}");
  const { url } = await startTestServer({ siteDirectory });
  const worker = await ask("GET", `${url}/sw.js`, undefined, { "Service-Worker": "script" });
  expect(worker.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(worker.headers.get("cache-control")).toBe("no-cache");
  const policy = worker.headers.get("content-security-policy");
  expect(policy).toBe((await ask("GET", url)).headers.get("content-security-policy"));
  expect(policy).toMatch(/connect-src 'self'/);
  expect(policy).not.toContain("default-src");
  const manifest = await ask("GET", `${url}/manifest.webmanifest`);
  expect(manifest.headers.get("content-type")).toBe("application/manifest+json");
});
