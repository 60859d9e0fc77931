import { expect, test } from "vitest";
import { rawRequest, requestHead } from "../support/rawRequest.ts";
import { startTestServer } from "../support/server.ts";

/**
 * Host headers that a browser may send when a name leads to this computer, by chance or by design → whether the server
 * accepts them.
 */
const HOSTS = (port: number): Record<string, boolean> => ({
  [`localhost:${port}`]: true,
  [`127.0.0.1:${port}`]: true,
  [`[::1]:${port}`]: true,
  localhost: false,
  "127.0.0.1": false,
  [`localhost:${port + 1}`]: false,
  [`LOCALHOST:${port}`]: false,
  [`localhost.:${port}`]: false,
  [`evil.example:${port}`]: false,
  [`127.0.0.1.nip.io:${port}`]: false,
  [`0.0.0.0:${port}`]: false,
  [`user@localhost:${port}`]: false,
});

/** Origin headers → whether the server accepts them; the empty one stands for no Origin. */
const ORIGINS = (host: string, port: number): Record<string, boolean> => ({
  "": true,
  [`http://${host}`]: true,
  [`http://localhost:${port + 2}`]: false,
  [`https://${host}`]: false,
  "http://evil.example": false,
  null: false,
});

const COMMIT = "/v1/projects/demo-dailyleet/databases/(default)/documents:commit";
const ASKING = ["Access-Control-Request-Method: POST", "Access-Control-Request-Headers: authorization"];
const UPGRADE = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];

/** The status for each kind of request from the own page and from a page of another origin. */
const KINDS: readonly [method: string, target: string, own: number, foreign: number, lines: string[]][] = [
  ["GET", "/dailyleet.json", 200, 403, []],
  ["POST", COMMIT, 401, 403, []],
  ["OPTIONS", COMMIT, 403, 403, ASKING],
  ["GET", "/", 400, 400, [...UPGRADE, "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="]],
];

test("of 12 Hosts × 6 Origins × 4 kinds of requests, only the own page's and a program's are served", async () => {
  const { port } = await startTestServer();
  const found: string[] = [];
  const wanted: string[] = [];
  for (const [host, isHost] of Object.entries(HOSTS(port))) {
    for (const [origin, isOrigin] of Object.entries(ORIGINS(host, port))) {
      for (const [method, target, own, foreign, lines] of KINDS) {
        const originLines = origin === "" ? [] : [`Origin: ${origin}`];
        const answer = await rawRequest(port, requestHead(method, target, [`Host: ${host}`, ...originLines, ...lines]));
        const request = `${host} ${origin} ${method} ${target}`;
        found.push(`${request} ${answer.status}`);
        wanted.push(`${request} ${isHost ? (isOrigin ? own : foreign) : 421}`);
        expect(answer.text).not.toMatch(/^access-control-|^allow:|^upgrade:/im);
      }
    }
  }
  expect(found).toEqual(wanted);
  expect(found).toHaveLength(12 * 6 * 4);
});

const OWN_DATA = "/dailyleet.json";

test.each([
  ["the page's own request", "GET", OWN_DATA, ["Sec-Fetch-Site: same-origin"], 200],
  ["an address that was typed", "GET", OWN_DATA, ["Sec-Fetch-Site: none"], 200],
  ["the page's own commit, without its token", "POST", COMMIT, ["Sec-Fetch-Site: same-origin"], 401],
  ["a commit that no page asks for", "POST", COMMIT, ["Sec-Fetch-Site: none"], 403],
  ["another site's image or script", "GET", OWN_DATA, ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"], 403],
  ["another port of this computer", "GET", OWN_DATA, ["Sec-Fetch-Site: same-site", "Sec-Fetch-Mode: cors"], 403],
  ["a link of another site to the tracker", "GET", "/", VISIT("cross-site", "document"), 200],
  ["a link of another port to the tracker", "GET", "/?day=3", VISIT("same-site", "document"), 200],
  ["a link of another site to data", "GET", OWN_DATA, VISIT("cross-site", "document"), 403],
  ["a link of another site to the sign-in window", "GET", "/signin", VISIT("cross-site", "document"), 403],
  ["the tracker in another site's frame", "GET", "/", VISIT("cross-site", "iframe"), 403],
  ["a form of another site", "POST", "/signin/continue", VISIT("cross-site", "document"), 403],
  ["a form that was sent again by hand", "POST", "/signin/continue", VISIT("none", "document"), 403],
])("%s: %s %s", async (_, method, target, lines, status) => {
  const { port } = await startTestServer();
  const answer = await rawRequest(port, requestHead(method, target, [`Host: localhost:${port}`, ...lines]));
  expect(answer.status).toBe(status);
});

function VISIT(site: string, destination: string): string[] {
  return [`Sec-Fetch-Site: ${site}`, "Sec-Fetch-Mode: navigate", `Sec-Fetch-Dest: ${destination}`];
}

test.each(["localhost:9000", "box.example:4747", "name-4747.app.example"])(
  "a browser that comes by %s gets a page with the address that works, a program a sentence",
  async (host) => {
    const { port } = await startTestServer();
    const ask = (lines: string[]) => rawRequest(port, requestHead("GET", "/", [`Host: ${host}`, ...lines]));
    const { status, text } = await ask(["Accept: text/html,application/xhtml+xml"]);
    expect([status, text]).toEqual([421, expect.stringMatching(/^content-type: text\/html/im)]);
    for (const way of [
      `<a href="http://localhost:${port}/">`,
      `ssh -L ${port}:localhost:${port} `,
      "serve --port PORT",
    ]) {
      expect(text).toContain(way);
    }
    expect(text).not.toContain(host);
    expect((await ask([])).text).toMatch(/^content-type: application\/json/im);
  },
);

test("a request without a Host, with two, or with a whole address is turned away", async () => {
  const { port } = await startTestServer();
  const own = `Host: localhost:${port}`;
  const status = async (target: string, lines: string[]) =>
    (await rawRequest(port, requestHead("GET", target, lines))).status;
  expect(await status("/", [])).toBe(400);
  expect(await status("/", [own, own])).toBe(421);
  expect(await status("/", [own, "host: evil.example"])).toBe(421);
  expect(await status("/", ["Host: evil.example", own])).toBe(421);
  expect(await status(`http://localhost:${port}/`, [own])).toBe(400);
  expect(await status("http://evil.example/", [own])).toBe(400);
  expect(await status("*", [own])).toBe(400);
  expect(await status("//evil.example/", [own])).toBe(404);
  expect((await rawRequest(port, "GET / HTTP/1.0\r\n\r\n")).status).toBe(421);
  expect((await rawRequest(port, `CONNECT evil.example:443 HTTP/1.1\r\n${own}\r\n\r\n`)).status).toBe(0);
  expect((await rawRequest(port, "nonsense\r\n\r\n")).status).toBe(400);
});
