import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { buildWorker, describeBuild } from "../../site/bundle.ts";
import { cacheName, install, serveFile, servePage, staleCaches, strategyOf } from "../../site/src/worker/strategies.ts";
import { smallSite } from "../local/support/server.ts";

const ORIGIN = "http://localhost:4747";
const FILES = ["/", "/_astro/page.a1b2c3.js", "/favicon.svg", "/questions.json"];
const get = { method: "GET", mode: "cors" };

test.each<[path: string, mode: string, way: string | null]>([
  ["/", "navigate", "page"],
  ["/?source=app#q=two", "navigate", "page"],
  ["/_astro/page.a1b2c3.js", "cors", "asset"],
  ["/_astro/of.another.build.js", "cors", "asset"],
  ["/favicon.svg", "no-cors", "file"],
  ["/questions.json", "cors", "file"],
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
  ["/questions.json/..", "cors", null],
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
  expect(files.toSorted()).toEqual(["/", "/_astro/page.a1b2c3.js", "/questions.json"]);
  writeFileSync(join(site, "dailyleet.json"), "{}");
  expect(describeBuild(site).version).toBe(version);
  writeFileSync(join(site, "questions.json"), "[]");
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

const HTML = "text/html; charset=utf-8";
const PORTAL_PAGE = "<!doctype html><title>Sign in to this network</title>";
const CONFIG = '{"firebase":{"projectId":"p"}}';
const SHEET = '{"questions":[]}';
const OWN_PAGE = '<!doctype html><script type="module" src="/_astro/page.a1b2c3.js"></script>';
const BUILD = { version: "a", files: ["/", "/_astro/page.a1b2c3.js", "/favicon.svg", "/questions.json"] };

const answer = (body: string, type: string, status = 200) =>
  new Response(body, { status, headers: { "Content-Type": type } });
const redirected = (response: Response) => Object.defineProperty(response, "redirected", { value: true });
const portal = () => answer(PORTAL_PAGE, HTML);

/** A browser with these texts in the build's cache and a network that answers with `answerTo`. */
function useNetwork(cached: Record<string, string>, answerTo: (path: string) => Response | Promise<Response>) {
  const stores = new Map([[cacheName("a"), new Map(Object.entries(cached))]]);
  vi.stubGlobal("location", { origin: ORIGIN });
  vi.stubGlobal("fetch", async (asked: Request | URL) =>
    answerTo(new URL("url" in asked ? asked.url : asked).pathname),
  );
  vi.stubGlobal("caches", {
    async open(name: string) {
      const store = stores.get(name) ?? new Map<string, string>();
      stores.set(name, store);
      return {
        match: async (path: string) => (store.has(path) ? new Response(store.get(path)) : undefined),
        put: async (path: string, response: Response) => void store.set(path, await response.text()),
      };
    },
    delete: async (name: string) => stores.delete(name),
  });
  return { cachedTexts: () => Object.fromEntries(stores.get(cacheName("a")) ?? []) };
}
afterEach(() => vi.unstubAllGlobals());

async function serveText(path: string): Promise<string> {
  const serve = path === "/" ? servePage : serveFile;
  const { answer, keeping } = serve(BUILD, new Request(ORIGIN + path));
  const text = await (await answer).text();
  await keeping;
  return text;
}

const REFUSALS: [what: string, answerTo: () => Response | Promise<Response>][] = [
  ...[204, 401, 403, 404, 429, 500, 511].map((status): [string, () => Response] => [
    String(status),
    () => (status === 204 ? new Response(null, { status }) : answer("{}", HTML, status)),
  ]),
  ["no network", () => Promise.reject(new TypeError("Failed to fetch"))],
];
const PORTALS: typeof REFUSALS = [
  ["a portal's page", portal],
  ["a portal's page without a type", () => answer(PORTAL_PAGE, "")],
  ["a redirect to a portal", () => redirected(portal())],
  ["a filter's JSON", () => answer('{"error":"blocked"}', "application/json")],
  ["a filter's text", () => answer("Too many requests", "text/plain")],
];
const FILES_SERVED = ["/dailyleet.json", "/favicon.svg", "/app/icon-192.png", "/manifest.webmanifest"];

test.each([
  ...REFUSALS.flatMap(([what, answerTo]) => ["/", ...FILES_SERVED].map((path) => [what, path, answerTo] as const)),
  ...PORTALS.flatMap(([what, answerTo]) =>
    ["/dailyleet.json", "/favicon.svg", "/app/icon-192.png", "/questions.json"].map(
      (path) => [what, path, answerTo] as const,
    ),
  ),
])("%s in place of %s gives way to the cached file, and is not cached", async (_what, path, answerTo) => {
  const { cachedTexts } = useNetwork({ [path]: "cached" }, answerTo);
  expect(await serveText(path)).toBe("cached");
  expect(cachedTexts()).toEqual({ [path]: "cached" });
});

test.each<[path: string, text: string, type: string]>([
  ["/dailyleet.json", CONFIG, "application/json"],
  ["/dailyleet.json", `\uFEFF${CONFIG}`, "text/plain"],
  ["/dailyleet.json", '{"local":true}', "application/octet-stream"],
  ["/questions.json", SHEET, "application/json"],
  ["/favicon.svg", "<svg/>", "image/svg+xml"],
  ["/manifest.webmanifest", "{}", "application/octet-stream"],
  ["/a.woff2", "wOF2", "font/woff2"],
])("%s from the network (%s, %s) is shown and takes the cached file's place", async (path, text, type) => {
  const { cachedTexts } = useNetwork({ [path]: "cached" }, () => answer(text, type));
  expect(await serveText(path)).toBe(text.replace("\uFEFF", ""));
  expect(Object.keys(cachedTexts())).toEqual([path]);
  expect(cachedTexts()[path]).not.toBe("cached");
});

test("another page is shown, because it may be a sign-in to the network, and only the build's own is cached", async () => {
  const { cachedTexts } = useNetwork({ "/": OWN_PAGE }, portal);
  expect(await serveText("/")).toBe(PORTAL_PAGE);
  expect(cachedTexts()).toEqual({ "/": OWN_PAGE });
});

test("a refusal is shown where nothing is cached", async () => {
  const { cachedTexts } = useNetwork({}, () => answer("no", HTML, 404));
  expect(await serveText("/dailyleet.json")).toBe("no");
  expect(cachedTexts()).toEqual({});
});

const HOST: Record<string, () => Response> = {
  "/": () => answer(OWN_PAGE, HTML),
  "/_astro/page.a1b2c3.js": () => answer("export {};", "text/javascript"),
  "/favicon.svg": () => answer("<svg/>", "image/svg+xml"),
  "/questions.json": () => answer(SHEET, "application/json"),
};

test("a build is cached whole", async () => {
  const { cachedTexts } = useNetwork({}, (path) => HOST[path]?.() ?? portal());
  await install(BUILD);
  expect(Object.keys(cachedTexts()).sort()).toEqual(BUILD.files);
});

test.each(BUILD.files)("a build is not cached while a host answers %s with another page", async (missing) => {
  const { cachedTexts } = useNetwork({}, (path) => (path === missing ? portal() : (HOST[path]?.() ?? portal())));
  await expect(install(BUILD)).rejects.toThrow(missing);
  expect(cachedTexts()).toEqual({});
});

test("a build is not cached with another build's page", async () => {
  const other = OWN_PAGE.replace("a1b2c3", "d4e5f6");
  const { cachedTexts } = useNetwork({}, (path) => (path === "/" ? answer(other, HTML) : (HOST[path]?.() ?? portal())));
  await expect(install(BUILD)).rejects.toThrow("/");
  expect(cachedTexts()).toEqual({});
});
