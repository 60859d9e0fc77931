import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildWorker, describeBuild } from "../../site/bundle.ts";
import { cacheName, staleCaches, strategyOf } from "../../site/src/worker/strategies.ts";
import { smallSite } from "../local/support/server.ts";

const ORIGIN = "http://localhost:4747";
const FILES = ["/", "/_astro/page.a1b2c3.js", "/favicon.svg", "/questions.gviz.txt"];
const get = { method: "GET", mode: "cors" };

test.each<[path: string, mode: string, way: string | null]>([
  ["/", "navigate", "page"],
  ["/?source=app#q=two", "navigate", "page"],
  ["/_astro/page.a1b2c3.js", "cors", "asset"],
  ["/_astro/of.another.build.js", "cors", "asset"],
  ["/favicon.svg", "no-cors", "file"],
  ["/questions.gviz.txt", "cors", "file"],
  ["/dailyleet.json", "cors", "file"],
  ["/v1/projects/demo-dailyleet/databases/(default)/documents/dailyleet/v1/data/u", "cors", null],
  ["/identitytoolkit.googleapis.com/v1/accounts:lookup?key=local", "cors", null],
  ["/securetoken.googleapis.com/v1/token", "cors", null],
  ["/signin", "navigate", null],
  ["/signin/script.js", "no-cors", null],
  ["/__/auth/handler", "navigate", null],
  ["/__session", "cors", null],
  ["/sw.js", "same-origin", null],
  ["/", "cors", null],
  ["/favicon.svg", "navigate", null],
  ["/questions.gviz.txt/..", "cors", null],
])("%s (%s) is answered as a %s; null is left alone", (path, mode, way) => {
  expect(strategyOf({ ...get, mode, url: ORIGIN + path }, ORIGIN, FILES)).toBe(way);
});

test("other methods and origins are left alone, whatever they are asked for", () => {
  const others = ["https://firestore.googleapis.com", "http://localhost:4748", "https://localhost:4747"];
  const methods = ["POST", "PATCH", "DELETE", "HEAD"].map((method) => ({ mode: "cors", method, origin: ORIGIN }));
  for (const { origin, ...asked } of [...methods, ...others.map((origin) => ({ ...get, origin }))]) {
    for (const path of FILES) expect(strategyOf({ ...asked, url: origin + path }, ORIGIN, FILES)).toBeNull();
  }
});

test("a version that takes over keeps itself and the one before, and no cache of anybody else's is touched", () => {
  const names = ["other", ...["a", "b", "c"].map(cacheName)];
  expect(staleCaches(names, "c")).toEqual([cacheName("a")]);
  expect(staleCaches(names, "a")).toEqual([cacheName("b")]);
  expect(staleCaches([cacheName("a")], "a")).toEqual([]);
});

test.each(["share.png", "404.html"])("%s, which the page never shows, is not kept offline", (name) => {
  const site = smallSite();
  const before = describeBuild(site);
  writeFileSync(join(site, name), "");
  expect(describeBuild(site)).toEqual(before);
});

test("a build is named by its files' names and contents, and not by the deployment's configuration", () => {
  const site = smallSite();
  const { version, files } = describeBuild(site);
  expect(files.toSorted()).toEqual(["/", "/_astro/page.a1b2c3.js", "/questions.gviz.txt"]);
  writeFileSync(join(site, "dailyleet.json"), "{}");
  expect(describeBuild(site).version).toBe(version);
  writeFileSync(join(site, "questions.gviz.txt"), "/*o_o*/");
  expect(describeBuild(site).version).not.toBe(version);
});

test("the worker that stands beside the page knows its build, and building it again changes nothing", async () => {
  const site = smallSite();
  const { version } = describeBuild(site);
  await buildWorker(site);
  const text = readFileSync(join(site, "sw.js"), "utf8");
  expect(text).toContain(version);
  expect(text).toContain("/_astro/page.a1b2c3.js");
  await buildWorker(site);
  expect(readFileSync(join(site, "sw.js"), "utf8")).toBe(text);
});
