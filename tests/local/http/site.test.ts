import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { parseServedConfig, parseSheet, questionsIn, readQuestionFile } from "@dailyleet/core";
import { describe, expect, test } from "vitest";
import { rawRequest, requestHead } from "../support/rawRequest.ts";
import { ask, bearer, PAGE, signIn, smallSite, startTestServer } from "../support/server.ts";

const ONE_YEAR = "public, max-age=31536000, immutable";

test.each([
  ["/", "text/html; charset=utf-8", "no-cache", true],
  ["/index.html", "text/html; charset=utf-8", "no-cache", true],
  ["/_astro/page.a1b2c3.js", "text/javascript; charset=utf-8", ONE_YEAR, false],
  ["/questions.json", "application/json; charset=utf-8", "no-cache", false],
  // The worker may request files from this server, as the page may.
  ["/sw.js", "text/javascript; charset=utf-8", "no-cache", true],
  ["/manifest.webmanifest", "application/manifest+json", "no-cache", false],
  ["/_astro/letters.a1b2c3.woff2", "font/woff2", ONE_YEAR, false],
])("%s is served with its type, how long it may be kept and its policy", async (path, type, cache, isPage) => {
  const siteDirectory = smallSite();
  for (const name of ["sw.js", "manifest.webmanifest", "_astro/letters.a1b2c3.woff2"])
    writeFileSync(join(siteDirectory, name), "");
  const { url } = await startTestServer({ siteDirectory });
  const { status, headers } = await ask("GET", url + path);
  expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([200, type, cache]);
  expect(headers.get("content-security-policy")?.includes("connect-src 'self'")).toBe(isPage);
});

test("HEAD answers the same head without the body", async () => {
  const { url } = await startTestServer();
  const { status, headers, text } = await ask("HEAD", url);
  expect([status, headers.get("content-length"), text]).toEqual([200, String(PAGE.length), ""]);
});

describe("an address tells every method that it doesn't take which it takes:", () => {
  const [READ, SEND] = ["GET, HEAD", "POST"];
  test.each([
    ...[
      "/",
      "/nowhere",
      "/settings",
      "/changes",
      "/dailyleet.json",
      "/sheet.json",
      "/problems",
      "/backups",
      "/backups/0a",
    ].map((path) => [path, READ]),
    ...["/signin", "/signin/script.js", "/signin/style.css"].map((path) => [path, READ]),
    ...["/signin/continue", "/signin/profiles", "/fetch", "/v1/x"].map((path) => [path, SEND]),
    ...["/identitytoolkit.googleapis.com/x", "/securetoken.googleapis.com/x"].map((path) => [path, SEND]),
  ])("%s takes %s", async (path, allowed) => {
    const answer = async () => ({});
    const sites = { fetch: answer, problems: answer };
    const { url } = await startTestServer({ sites, backups: { list: answer, read: answer } });
    for (const method of "GET HEAD POST PUT PATCH DELETE PROPFIND".split(" ")) {
      const { status, headers } = await ask(
        method,
        url + path,
        method === "GET" || method === "HEAD" ? undefined : "[]",
      );
      const isAllowed = allowed.split(", ").includes(method);
      expect([method, status === 405, headers.get("allow")]).toEqual([method, !isAllowed, isAllowed ? null : allowed]);
    }
  });
});

test("a file that the browser has already is not sent again", async () => {
  const { url } = await startTestServer();
  const etag = (await ask("GET", `${url}/questions.json`)).headers.get("etag") ?? "";
  const again = await ask("GET", `${url}/questions.json`, undefined, { "If-None-Match": etag });
  expect([again.status, again.text]).toEqual([304, ""]);
});

test("every answer, errors too, has the headers that keep other pages out", async () => {
  const { url } = await startTestServer();
  for (const path of ["/", "/dailyleet.json", "/signin", "/nothing", "/v1/x", "/securetoken.googleapis.com/v1/token"]) {
    const { headers } = await ask("GET", url + path);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("cache-control")).toBe(path === "/" ? "no-cache" : "no-store");
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  }
});

test("the page's policy leaves scripts and styles to the page and names what is configured", async () => {
  const config = {
    sheet: "https://docs.google.com/spreadsheets/d/x/gviz/tq?tqx=out:json",
    icons: "https://raw.githubusercontent.com/a/b/main/",
    counter: { photo: "/photo.jpg", line: "x" },
  };
  const { url } = await startTestServer({ config: () => config });
  const policy = (await ask("GET", url)).headers.get("content-security-policy") ?? "";
  expect(policy).toContain("connect-src 'self' https://docs.google.com;");
  expect(policy).toContain("img-src 'self' blob: https://raw.githubusercontent.com;");
  expect(policy).toContain("object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
  expect(policy).not.toMatch(/default-src|script-src|style-src/);
  const plain = (await ask("GET", (await startTestServer()).url)).headers.get("content-security-policy") ?? "";
  expect(plain).toContain("connect-src 'self';");
});

test("the configuration is answered with the word that the page is local, not where the backups are", async () => {
  const config = { sheet: "https://example.com/sheet", counter: { line: "ॐ" } };
  const { url } = await startTestServer({ config: () => ({ ...config, backups: "/home/asha/backups" }) });
  const { text } = await ask("GET", `${url}/dailyleet.json`);
  expect(parseServedConfig(text, "dailyleet.json")).toEqual({ ...config, local: true });
});

test("the configuration and the page's policy are those of the moment at which they are asked for", async () => {
  let config = {};
  const { url } = await startTestServer({ config: () => config });
  const look = async () => {
    const [page, { text }] = await Promise.all([ask("GET", url), ask("GET", `${url}/dailyleet.json`)]);
    return [page.headers.get("content-security-policy")?.includes("https://example.com"), JSON.parse(text)];
  };
  expect(await look()).toEqual([false, { local: true }]);
  config = { sheet: "https://example.com/sheet" };
  expect(await look()).toEqual([true, { ...config, local: true }]);
});

test.each([
  ["POST", "/fetch"],
  ["GET", "/problems"],
])("%s %s is asked for the person of the token, or for nobody without one", async (method, path) => {
  const answer = async (uid: string | null) => ({ uid });
  const server = await startTestServer({ sites: { fetch: answer, problems: answer } });
  const look = (headers = {}) => ask(method, server.url + path, method === "POST" ? {} : undefined, headers);
  const person = await signIn(server);
  expect(await look()).toMatchObject({ status: 200, body: { uid: null } });
  expect(await look(bearer(person))).toMatchObject({ status: 200, body: { uid: person.localId } });
  expect((await look({ Authorization: "Bearer x" })).status).toBe(401);
});

test("backups are asked for the person of the token, and for nobody without one", async () => {
  const backups = {
    list: async (uid: string) => ({ uid }),
    read: async (uid: string, id: string) => (id === "0a" ? { uid, id } : null),
  };
  const server = await startTestServer({ backups });
  const person = await signIn(server);
  const look = (path: string, headers = {}) => ask("GET", server.url + path, undefined, headers);
  const uid = person.localId;
  expect(await look("/backups", bearer(person))).toMatchObject({ status: 200, body: { uid } });
  expect(await look("/backups/0a", bearer(person))).toMatchObject({ status: 200, body: { uid, id: "0a" } });
  expect((await look("/backups/0b", bearer(person))).status).toBe(404);
  for (const path of ["/backups", "/backups/0a"]) expect((await look(path)).status).toBe(401);
});

test("the questions of a file, and which rows are none, are at an address of their own, as they are when asked for", async () => {
  const link = "https://leetcode.com/problems/two-sum/";
  let file = `name,link\nTwo Sum,${link}\n,x\n`;
  const readQuestions = () => questionsIn(readQuestionFile(new TextEncoder().encode(file), "./mine.csv"));
  const { url } = await startTestServer({ config: () => ({ sheet: "./mine.csv" }), readQuestions });
  const served = parseServedConfig((await ask("GET", `${url}/dailyleet.json`)).text, "dailyleet.json");
  const sheet = await ask("GET", url + served.sheet);
  const { questions, faults } = parseSheet(sheet.text);
  expect(questions.map(({ name }) => name)).toEqual(["Two Sum"]);
  expect(faults).toEqual([{ row: 3, problem: "it has no name" }]);
  file = 'name,link\n"Two Sum';
  const refused = await ask("GET", url + served.sheet);
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("./mine.csv: line 2: a quotation")]);
});

test("an address that leads nowhere gets the site's own page for that, where it has one", async () => {
  const plain = await ask("GET", `${(await startTestServer()).url}/nowhere`);
  expect([plain.status, plain.text]).toEqual([404, ""]);
  const siteDirectory = smallSite();
  writeFileSync(join(siteDirectory, "404.html"), PAGE);
  const own = await ask("GET", `${(await startTestServer({ siteDirectory })).url}/nowhere`);
  expect([own.status, own.text]).toEqual([404, PAGE]);
  expect(own.headers.get("content-type")).toBe("text/html; charset=utf-8");
});

test("nothing outside the site's directory is served, however it is asked for", async () => {
  const site = smallSite();
  writeFileSync(join(site, "..", "secret.txt"), "secret");
  symlinkSync("/etc/passwd", join(site, "link.txt"));
  symlinkSync("/etc", join(site, "etc"));
  const { port } = await startTestServer({ siteDirectory: site });
  const targets = [
    "/..\\secret.txt",
    ..."/../secret.txt /%2e%2e/secret.txt /..%2fsecret.txt /_astro/../../secret.txt /link.txt".split(" "),
    ..."/etc/passwd //etc/passwd /index.html%00.txt /_astro /_astro/".split(" "),
  ];
  for (const target of targets) {
    const { status, text } = await rawRequest(port, requestHead("GET", target, [`Host: localhost:${port}`]));
    expect([target, status]).toEqual([target, 404]);
    expect(text).not.toContain("secret\n");
    expect(text).not.toContain("root:");
  }
  expect((await rawRequest(port, requestHead("GET", "/%zz", [`Host: localhost:${port}`]))).status).toBe(400);
});

describe("a file that was compressed when the program was built", () => {
  const SCRIPT = "const text = 'compressed';\n".repeat(100);
  const COMPRESSED = brotliCompressSync(SCRIPT);
  const start = async () => {
    const siteDirectory = smallSite();
    writeFileSync(join(siteDirectory, "page.js"), SCRIPT);
    writeFileSync(join(siteDirectory, "page.js.br"), COMPRESSED);
    return startTestServer({ siteDirectory });
  };

  test.each([
    ["br, gzip", "br"],
    ["gzip, BR;q=0.5", "br"],
    ["gzip, deflate, brr", null],
    ["br;q=0.000 , identity", null],
    ["", null],
  ])("is sent to who accepts '%s' as %s", async (accepted, coding) => {
    const { port } = await start();
    const head = requestHead("GET", "/page.js", [`Host: localhost:${port}`, `Accept-Encoding: ${accepted}`]);
    const { status, text } = await rawRequest(port, head);
    const length = (coding === null ? SCRIPT : COMPRESSED).length;
    expect(status).toBe(200);
    expect(/^content-encoding: (.*)\r$/im.exec(text)?.[1] ?? null).toBe(coding);
    expect(text).toMatch(new RegExp(`^content-length: ${length}\r$`, "im"));
    expect(text).toMatch(/^vary: Accept-Encoding\r$/im);
    expect(text).toMatch(/^content-type: text\/javascript; charset=utf-8\r$/im);
  });

  test("has a version of its own in each form, by which it is known again, and no address of its own", async () => {
    const { url } = await start();
    const get = (headers: Record<string, string>) => ask("GET", `${url}/page.js`, undefined, headers);
    const answers = await Promise.all(["br", "identity"].map((coding) => get({ "Accept-Encoding": coding })));
    expect(answers.map(({ text }) => text)).toEqual([SCRIPT, SCRIPT]);
    const known = { "If-None-Match": answers[0]?.headers.get("etag") ?? "" };
    expect((await get({ "Accept-Encoding": "br", ...known })).status).toBe(304);
    expect((await get({ "Accept-Encoding": "gzip", ...known })).status).toBe(200);
    expect((await ask("GET", `${url}/page.js.br`)).status).toBe(404);
  });

  test("is sent as it is where the build has not compressed it, because that would save nothing", async () => {
    const siteDirectory = smallSite();
    writeFileSync(join(siteDirectory, "icon.png"), "png");
    const { url } = await startTestServer({ siteDirectory });
    const { headers } = await ask("GET", `${url}/icon.png`, undefined, { "Accept-Encoding": "br, gzip" });
    expect([headers.get("content-encoding"), headers.get("vary")]).toEqual([null, null]);
  });
});
