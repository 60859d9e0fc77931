import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";
import { createProfile, findProfile, listProfiles } from "@dailyleet/local";
import { expect, test } from "vitest";
import { ask, signInWith, startTestServer, windowHeaders } from "../support/server.ts";

test("the window lists the profiles as buttons and says that Google is not asked", async () => {
  const { url, database } = await startTestServer();
  createProfile(database, "Zoë");
  const { text, headers } = await ask("GET", `${url}/signin`);
  expect(text.match(/Continue as <bdi>([^<]*)<\/bdi>/g)).toEqual([
    "Continue as <bdi>You</bdi>",
    "Continue as <bdi>Zoë</bdi>",
  ]);
  expect(text).toContain("<h1>Choose a profile</h1>");
  expect(text).toContain("no Google account is contacted");
  expect(text).toContain('<label for="name">New profile name</label>');
  expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'/);
  expect(text).not.toMatch(/<script(?! src=)|<style|\son\w+=|style=/);
});

test("a name is shown as text, whatever it holds", async () => {
  const { url, database } = await startTestServer();
  createProfile(database, `<img src=x onerror="alert('&')">`);
  const { text } = await ask("GET", `${url}/signin`);
  expect(text).toContain("&#60;img src=x onerror=&#34;alert(&#39;&#38;&#39;)&#34;&#62;");
  expect(text).not.toContain("<img");
});

test("its script and style are files of their own, and the script is one", async () => {
  const { url } = await startTestServer();
  const script = await ask("GET", `${url}/signin/script.js`);
  expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(() => new Script(script.text)).not.toThrow();
  const file = join(import.meta.dirname, "../../../packages/local/src/signin/window.js");
  expect(script.text).toBe(readFileSync(file, "utf8"));
  expect((await ask("GET", `${url}/signin/style.css`)).headers.get("content-type")).toBe("text/css; charset=utf-8");
  expect((await ask("GET", `${url}/signin/other.js`)).status).toBe(404);
});

test("its token is long, no other server's, and in the page alone: no cookie is set", async () => {
  const [server, other] = [await startTestServer(), await startTestServer()];
  const token = (await windowHeaders(server))["X-Signin-Token"];
  expect(token).toMatch(/^[\w-]{32}$/);
  expect((await windowHeaders(other))["X-Signin-Token"]).not.toBe(token);
  const { headers } = await ask("GET", `${server.url}/signin`);
  expect([headers.get("set-cookie"), headers.get("cache-control")]).toEqual([null, "no-store"]);
  expect(headers.get("access-control-allow-origin")).toBeNull();
});

test("creating a profile, and going on as one, answer a credential of that person", async () => {
  const server = await startTestServer();
  const answers = async (path: string, body: object) =>
    ask("POST", server.url + path, body, await windowHeaders(server));
  const made = await answers("/signin/profiles", { name: " Ann " });
  const { uid } = findProfile(server.database, "Ann");
  for (const { status, body } of [made, await answers("/signin/continue", { uid })]) {
    expect(status).toBe(200);
    const { credential } = body as { credential: string };
    expect((await signInWith(server, credential)).body).toMatchObject({ localId: uid, displayName: "Ann" });
  }
});

test.each([
  ["", "1 to 40 visible characters"],
  [5, "1 to 40 visible characters"],
  ["you", "There is already a profile 'You'"],
])("the name %j is refused with a sentence", async (name, sentence) => {
  const server = await startTestServer();
  const answer = await ask("POST", `${server.url}/signin/profiles`, { name }, await windowHeaders(server));
  expect(answer).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining(sentence) } } });
  expect(listProfiles(server.database)).toHaveLength(1);
});

test("a profile that is gone is told", async () => {
  const server = await startTestServer();
  const answer = await ask("POST", `${server.url}/signin/continue`, { uid: "gone" }, await windowHeaders(server));
  expect(answer.status).toBe(404);
});

test("without the window's token, with another server's, without an Origin or without JSON nothing is answered", async () => {
  const [server, other] = [await startTestServer(), await startTestServer()];
  const uid = listProfiles(server.database)[0]?.uid;
  const headers = await windowHeaders(server);
  const { "X-Signin-Token": token = "", ...withoutToken } = headers;
  const { Origin: _, ...withoutOrigin } = headers;
  const foreign = { ...(await windowHeaders(other)), Origin: server.url };
  const cut = { ...headers, "X-Signin-Token": token.slice(0, -1) };
  const cookie = { ...withoutToken, Cookie: `signin-token=${token}` };
  const status = async (path: string, sent: Record<string, string>) =>
    (await ask("POST", `${server.url}${path}`, { uid, name: "Ann" }, sent)).status;
  for (const path of ["/signin/continue", "/signin/profiles"]) {
    for (const sent of [withoutToken, withoutOrigin, foreign, cut, cookie]) expect(await status(path, sent)).toBe(403);
    expect(await status(path, { ...headers, "Content-Type": "text/plain" })).toBe(400);
    expect(await status(path, { ...headers, Origin: "http://evil.example" })).toBe(403);
    expect(await status(path, headers)).toBe(200);
  }
});
