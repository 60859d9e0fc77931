import { createHttp, formEncode, type HttpCall, type HttpResponse, urlEncode } from "@dailyleet/client";
import { afterAll, describe, expect, test } from "vitest";
import { testHttp, transportWithDeadline } from "./support/ports.ts";
import { json, type Reply, startScriptedServer, text } from "./support/scriptedServer.ts";
import { createVirtualTime } from "./support/virtualTime.ts";

const server = await startScriptedServer();
afterAll(() => server.stop());

const reset: Reply = (response) => void response.socket?.resetAndDestroy();
const call = (more: Partial<HttpCall> = {}): HttpCall => ({
  method: "POST",
  url: `${server.origin}/path?key=SECRET`,
  server: "the test",
  ...more,
});

describe("One request", () => {
  test("carries JSON or a form, percent-encoded, and gives back status, headers and body", async () => {
    server.reply(json(201, { ok: true }, { "x-more": "1" }));
    const response = await testHttp()(call({ json: { a: "ä" }, headers: { authorization: "Bearer t" } }));
    expect(response).toMatchObject({ status: 201, body: '{"ok":true}', headers: { "x-more": "1" } });
    expect(server.requests.at(-1)).toMatchObject({
      method: "POST",
      url: "/path?key=SECRET",
      body: '{"a":"ä"}',
      headers: { "content-type": "application/json", authorization: "Bearer t" },
    });
    await testHttp()(call({ form: { a: "1&2=3 +", b: "ä" } }));
    expect(server.requests.at(-1)).toMatchObject({
      body: "a=1%262%3D3%20%2B&b=%C3%A4",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  });

  test("is never redirected", async () => {
    server.reply(text(302, "", { location: `${server.origin}/elsewhere` }));
    const before = server.requests.length;
    expect((await testHttp()(call({ method: "GET" }))).status).toBe(302);
    expect(server.requests.length - before).toBe(1);
  });

  test("names the system's reason, and nothing of the address, when no answer comes", async () => {
    server.reply(reset);
    const error = await testHttp()(call()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "unavailable",
      message: "No answer from the test (ECONNRESET); check your connection and try again.",
    });
  });

  test("takes over no reason that is not the system's own word", async () => {
    const transport = () => Promise.reject(Object.assign(new Error("SECRET"), { code: "\u001b[31mSECRET" }));
    const http = createHttp({ transport, wait: createVirtualTime().wait });
    await expect(http(call())).rejects.toThrow("No answer from the test; check your connection and try again.");
  });
});

describe("Repeating", () => {
  const once = { retry: false };
  const often = { retry: true };
  const good = json(200, 1);
  const down = text(503, "");
  const busy = (headers: Record<string, string>) => text(429, "", headers);
  const date = "Fri, 20 Nov 2020 10:00:00 GMT";
  const later = "Fri, 20 Nov 2020 10:00:07 GMT";

  test.each<[string, Partial<HttpCall>, Reply[], number | undefined, number[]]>([
    ["a reset is not, where the caller does not allow it", once, [reset, good], undefined, []],
    ["nor is trouble of the server's own", once, [down, good], 503, []],
    ["either is, where the caller allows it", often, [reset, down, good], 200, [375, 750]],
    ["trouble is twice at the most", often, [down], 503, [375, 750]],
    ["a reset is twice at the most", often, [reset], undefined, [375, 750]],
    ["Retry-After says when, in seconds", often, [busy({ "retry-after": "3" }), good], 200, [3000]],
    ["Retry-After says when, by the server's clock", often, [busy({ "retry-after": later, date }), good], 200, [7000]],
    ["Retry-After may be nonsense", often, [busy({ "retry-after": "soon" }), good], 200, [375]],
    ["Retry-After may be nothing", often, [busy({ "retry-after": "0" }), good], 200, [375]],
    ["nobody waits for a day", often, [text(503, "", { "retry-after": "86400" })], 503, []],
    ...[400, 401, 403, 404, 409, 501].map((status): [string, Partial<HttpCall>, Reply[], number, number[]] => [
      `${status} is not`,
      often,
      [text(status, "")],
      status,
      [],
    ]),
  ])("%s", async (_, more, replies, status, waits) => {
    const time = createVirtualTime();
    const before = server.requests.length;
    server.reply(...replies);
    const result = await testHttp(time)(call(more)).catch((error: unknown) => error);
    expect([(result as HttpResponse).status, time.waits]).toEqual([status, waits]);
    expect(server.requests.length - before).toBe(waits.length + 1);
  });

  test.each([
    [0, [250, 500]],
    [0.999999, [500, 1000]],
  ])("waits twice as long each time, with jitter of a half: %f", async (random, waits) => {
    const time = createVirtualTime();
    const http = createHttp({ transport: transportWithDeadline(), wait: time.wait, random: () => random });
    server.reply(down);
    await http(call(often));
    expect(time.waits.map(Math.round)).toEqual(waits);
  });
});

describe("Interrupting", () => {
  test("ends a request under way, a pause, and what has not begun", async () => {
    const controller = new AbortController();
    server.reply(() => controller.abort());
    const interrupted = { code: "interrupted" };
    await expect(testHttp()(call({ signal: controller.signal, retry: true }))).rejects.toMatchObject(interrupted);
    const before = server.requests.length;
    await expect(testHttp()(call({ signal: controller.signal }))).rejects.toMatchObject(interrupted);
    expect(server.requests.length).toBe(before);

    const other = new AbortController();
    server.reply(text(503, ""));
    const http = createHttp({ transport: transportWithDeadline(), wait: async () => other.abort() });
    await expect(http(call({ signal: other.signal, retry: true }))).rejects.toMatchObject(interrupted);
    expect(server.requests.length).toBe(before + 1);
  });
});

test("Half a surrogate pair is encoded, not thrown at", () => {
  expect(urlEncode("a\ud800b")).toBe("a%EF%BF%BDb");
  expect(formEncode({ "\udfff": "\ud83d\ude00" })).toBe("%EF%BF%BD=%F0%9F%98%80");
});
