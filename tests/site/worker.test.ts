import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildWorker, describeBuild } from "../../site/bundle.ts";
import { cacheName, staleCaches, strategyOf } from "../../site/src/worker/strategies.ts";
import { smallSite } from "../local/support/server.ts";

const ORIGIN = "http://localhost:4747";
const FILES = ["/", "/_astro/page.a1b2c3.js", "/favicon.svg", "/questions.gviz.txt"];
const get = { method: "GET", mode: "cors" };

test.each([
  ["/", "navigate", "page"],
  ["/?source=app#q=two", "navigate", "page"],
  ["/_astro/page.a1b2c3.js", "cors", "asset"],
  ["/_astro/of.another.build.js", "cors", "asset"],
  ["/favicon.svg", "no-cors", "file"],
  ["/questions.gviz.txt", "cors", "file"],
  ["/dailyleet.json", "cors", "file"],
])("%s (%s) is answered as a %s", (path, mode, way) => {
  expect(strategyOf({ ...get, mode, url: ORIGIN + path }, ORIGIN, FILES)).toBe(way);
});

test.each([
  ["/v1/projects/demo-dailyleet/databases/(default)/documents/dailyleet/v1/data/u", "cors"],
  ["/identitytoolkit.googleapis.com/v1/accounts:lookup?key=local", "cors"],
  ["/securetoken.googleapis.com/v1/token", "cors"],
  ["/signin", "navigate"],
  ["/signin/script.js", "no-cors"],
  ["/__/auth/handler", "navigate"],
  ["/__session", "cors"],
  ["/sw.js", "same-origin"],
  ["/", "cors"],
  ["/favicon.svg", "navigate"],
  ["/questions.gviz.txt/..", "cors"],
])("%s (%s) is left alone", (path, mode) => {
  expect(strategyOf({ ...get, mode, url: ORIGIN + path }, ORIGIN, FILES)).toBeNull();
});

test.each(["POST", "PATCH", "DELETE", "HEAD"])("%s is left alone everywhere", (method) => {
  for (const path of FILES) expect(strategyOf({ method, mode: "cors", url: ORIGIN + path }, ORIGIN, FILES)).toBeNull();
});

test("other origins are left alone, whatever they are asked for", () => {
  for (const origin of ["https://firestore.googleapis.com", "http://localhost:4748", "https://localhost:4747"]) {
    for (const path of FILES) expect(strategyOf({ ...get, url: origin + path }, ORIGIN, FILES)).toBeNull();
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
