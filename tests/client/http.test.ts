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
  async function ask(more: Partial<HttpCall>, ...replies: Reply[]) {
    const time = createVirtualTime();
    const before = server.requests.length;
    server.reply(...replies);
    const result = await testHttp(time)(call(more)).catch((error: unknown) => error);
    return { status: (result as HttpResponse).status, waits: time.waits, requests: server.requests.length - before };
  }

  test("happens only where the caller allows it", async () => {
    expect(await ask({}, reset, json(200, 1))).toMatchObject({ status: undefined, requests: 1 });
    expect(await ask({}, text(503, ""), json(200, 1))).toMatchObject({ status: 503, requests: 1 });
    expect(await ask({ retry: true }, reset, text(503, ""), json(200, 1))).toMatchObject({ status: 200, requests: 3 });
  });

  test("ends after three attempts with what came last", async () => {
    expect(await ask({ retry: true }, text(500, ""))).toMatchObject({ status: 500, requests: 3 });
    expect(await ask({ retry: true }, reset)).toMatchObject({ status: undefined, requests: 3 });
  });

  test.each([400, 401, 403, 404, 409, 501])("does nothing against %i", async (status) => {
    expect(await ask({ retry: true }, text(status, ""))).toEqual({ status, waits: [], requests: 1 });
  });

  test("waits twice as long each time, with jitter of a half", async () => {
    expect((await ask({ retry: true }, reset)).waits).toEqual([375, 750]);
    for (const [random, waits] of [
      [0, [250, 500]],
      [0.999999, [500, 1000]],
    ] as const) {
      const time = createVirtualTime();
      const http = createHttp({ transport: transportWithDeadline(), wait: time.wait, random: () => random });
      server.reply(text(503, ""));
      await http(call({ retry: true }));
      expect(time.waits.map(Math.round)).toEqual(waits);
    }
  });

  test("waits as long as Retry-After says, in seconds or as a date on the server's own clock", async () => {
    const busy = (headers: Record<string, string>) => text(429, "", headers);
    const date = "Fri, 20 Nov 2020 10:00:00 GMT";
    const later = "Fri, 20 Nov 2020 10:00:07 GMT";
    expect((await ask({ retry: true }, busy({ "retry-after": "3" }), json(200, 1))).waits).toEqual([3000]);
    expect((await ask({ retry: true }, busy({ "retry-after": later, date }), json(200, 1))).waits).toEqual([7000]);
    expect((await ask({ retry: true }, busy({ "retry-after": "soon" }), json(200, 1))).waits).toEqual([375]);
    expect((await ask({ retry: true }, busy({ "retry-after": "0" }), json(200, 1))).waits).toEqual([375]);
  });

  test("gives up at once when Retry-After asks for longer than anybody would wait", async () => {
    expect(await ask({ retry: true }, text(503, "", { "retry-after": "86400" }))).toEqual({
      status: 503,
      waits: [],
      requests: 1,
    });
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
