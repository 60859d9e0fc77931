import { awaitApproval, type DeviceCode, pollDeviceToken, requestDeviceCode } from "@dailyleet/client";
import { DailyleetError, hasCode } from "@dailyleet/core";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { runs } from "../support/long.ts";
import { testHttp } from "./support/ports.ts";
import { json, type Reply, startScriptedServer, text } from "./support/scriptedServer.ts";
import { createVirtualTime, type VirtualTime } from "./support/virtualTime.ts";

const server = await startScriptedServer();
afterAll(() => server.stop());

const GOOGLE_CODE = {
  device_code: "SECRET-DEVICE",
  user_code: "GQVQ-JKEC",
  verification_url: "https://www.google.com/device",
  expires_in: 1800,
  interval: 5,
};
const CODE: DeviceCode = {
  deviceCode: "SECRET-DEVICE",
  userCode: "GQVQ-JKEC",
  verificationUrl: "https://www.google.com/device",
  expiresInSeconds: 1800,
  intervalSeconds: 5,
};

function client(time: VirtualTime = createVirtualTime(), signal?: AbortSignal) {
  return {
    http: testHttp(time),
    clientId: "client",
    clientSecret: "SECRET&",
    endpoints: { device: `${server.origin}/device/code`, token: `${server.origin}/token` },
    ...(signal && { signal }),
  };
}

const errorOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => error) as Promise<DailyleetError>;

describe("Asking for a code", () => {
  const start = () => requestDeviceCode(client());

  test("reads Google's answer", async () => {
    server.reply(json(200, GOOGLE_CODE));
    expect(await start()).toEqual(CODE);
    expect(server.requests.at(-1)).toMatchObject({
      method: "POST",
      url: "/device/code",
      body: "client_id=client&client_secret=SECRET%26&scope=openid%20email%20profile",
    });
  });

  test("reads RFC 8628's answer, which may leave the interval out", async () => {
    const { verification_url, interval: _, ...rest } = GOOGLE_CODE;
    server.reply(
      json(200, { ...rest, verification_uri: verification_url, verification_uri_complete: "https://x.test" }),
    );
    expect(await start()).toEqual(CODE);
  });

  test.each<["interval" | "expires_in", unknown, number]>([
    ["interval", undefined, 5],
    ["interval", 0, 5],
    ["interval", -3, 5],
    ["interval", "soon", 5],
    ["interval", null, 5],
    ["interval", "7", 7],
    ["interval", 1, 1],
    ["interval", 1e9, 1e9],
    ["expires_in", undefined, 600],
    ["expires_in", -1, 600],
    ["expires_in", 1e12, 3600],
    ["expires_in", 90, 90],
  ])("takes the %s %j as %d seconds", async (name, given, expected) => {
    server.reply(json(200, { ...GOOGLE_CODE, [name]: given }));
    const { intervalSeconds, expiresInSeconds } = await start();
    expect(name === "interval" ? intervalSeconds : expiresInSeconds).toBe(expected);
  });

  test.each([
    [401, { error: "invalid_client" }, "bad-config", "TVs and Limited Input devices"],
    [400, { error: "invalid_scope", error_description: "Invalid device flow scope: SECRET" }, "bad-config", "openid"],
    [403, { error_code: "rate_limit_exceeded" }, "unavailable", "wait some minutes"],
    [400, { error: "SECRET\u001b[31m" }, "signin-failed", "ended the sign-in; sign in again"],
    [500, { error: "internal_failure" }, "unavailable", "try again later"],
    [200, { ...GOOGLE_CODE, user_code: "" }, "unavailable", "could not be understood"],
    [200, { ...GOOGLE_CODE, verification_url: "javascript:alert(1)" }, "signin-failed", "not one of Google's"],
    [200, { ...GOOGLE_CODE, verification_url: "http://evil.example/" }, "signin-failed", "not one of Google's"],
    [
      200,
      { ...GOOGLE_CODE, verification_url: "https://google.com@evil.example/" },
      "signin-failed",
      "not one of Google's",
    ],
  ])("with %i %j is %s", async (status, body, code, part) => {
    server.reply(json(status, body));
    const error = await errorOf(start());
    expect(error).toMatchObject({ code, message: expect.stringContaining(part) });
    expect(error.message).toMatch(/^[\x20-\x7e]+$/);
    expect(error.message).not.toContain("SECRET");
  });

  test("from Google itself leads to Google's page only", async () => {
    const http = (address: string) => async () => ({
      status: 200,
      headers: {},
      body: JSON.stringify({ ...GOOGLE_CODE, verification_url: address }),
    });
    const at = (address: string) => requestDeviceCode({ http: http(address), clientId: "c", clientSecret: "s" });
    expect((await at("https://www.google.com/device")).verificationUrl).toBe("https://www.google.com/device");
    expect((await at("https://google.com/device")).verificationUrl).toBe("https://google.com/device");
    for (const address of ["https://evil.example/", "https://notgoogle.com/", "http://www.google.com/device"]) {
      expect(await errorOf(at(address))).toMatchObject({ code: "signin-failed" });
    }
  });
});

describe("Waiting for approval", () => {
  const pending = json(428, { error: "authorization_pending", error_description: "Precondition Required" });
  const slowDown = json(403, { error: "slow_down", error_description: "Forbidden" });
  const approved = json(200, { access_token: "SECRET-A", id_token: "the.id.token", refresh_token: "SECRET-R" });
  const reset: Reply = (response) => void response.socket?.resetAndDestroy();

  async function run(replies: Reply[], code: Partial<DeviceCode> = {}, time = createVirtualTime()) {
    const start = time.now();
    const polls: number[] = [];
    const left: number[] = [];
    const timed = replies.map<Reply>((reply) => (response, request) => {
      polls.push((time.now() - start) / 1000);
      reply(response, request);
    });
    server.reply(...timed);
    const ports = { wait: time.wait, now: time.now, onWaiting: (ms: number) => void left.push(ms / 1000) };
    const result = await awaitApproval(client(time), { ...CODE, ...code }, ports).catch((error: unknown) => error);
    return { polls, left, result: result instanceof DailyleetError ? result.code : result, error: result };
  }

  test("asks with the device code, never sooner than the interval, and tells how long it is good", async () => {
    expect(await run([pending, pending, approved])).toMatchObject({
      polls: [5.5, 11, 16.5],
      left: [1800, 1794.5, 1789],
      result: "the.id.token",
    });
    expect(server.requests.at(-1)?.body).toBe(
      "client_id=client&client_secret=SECRET%26&device_code=SECRET-DEVICE&grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code",
    );
  });

  test("understands RFC 8628's dialect, in which everything is 400", async () => {
    const says = (error: string) => json(400, { error });
    const { polls, result } = await run([says("authorization_pending"), says("slow_down"), approved]);
    expect([polls, result]).toEqual([[5.5, 11, 22], "the.id.token"]);
  });

  test("is slower by five seconds for good after each slow_down", async () => {
    const { polls } = await run([pending, slowDown, pending, slowDown, pending, approved]);
    expect(polls.map((at, index) => at - (polls[index - 1] ?? 0))).toEqual([5.5, 5.5, 11, 11, 16.5, 16.5]);
  });

  test("backs off while no answer comes, and returns to the interval", async () => {
    const page = text(200, "<html>Welcome");
    const { polls, result } = await run([reset, page, text(503, ""), reset, reset, pending, approved]);
    const gaps = polls.map((at, index) => Math.round((at - (polls[index - 1] ?? 0)) * 10) / 10);
    expect([gaps, result]).toEqual([[5.5, 11, 22, 44, 44, 44, 5.5], "the.id.token"]);
  });

  test.each([
    [403, "access_denied", "signin-failed", "refused on the other device"],
    [400, "expired_token", "signin-failed", "expired"],
    [400, "invalid_grant", "signin-failed", "not valid any more"],
    [401, "invalid_client", "bad-config", "TVs and Limited Input devices"],
    [400, "unsupported_grant_type", "bad-config", "TVs and Limited Input devices"],
    [400, "admin_policy_enforced", "signin-failed", "administrator"],
    [403, "org_internal", "signin-failed", "organisation"],
    [400, "brand_new_error", "signin-failed", "(brand_new_error)"],
    [400, "constructor", "signin-failed", "(constructor)"],
  ])("stops at %i %s", async (status, error, code, part) => {
    const outcome = await run([pending, json(status, { error })]);
    expect(outcome).toMatchObject({ polls: [5.5, 11], result: code });
    expect((outcome.error as Error).message).toContain(part);
  });

  test("stops when the answer does not say who it was", async () => {
    expect((await run([json(200, { access_token: "SECRET" })])).result).toBe("signin-failed");
  });

  test("stops after an interval that is longer than the code is good, and does not poll", async () => {
    const time = createVirtualTime();
    expect(await run([approved], { intervalSeconds: 1e9 }, time)).toMatchObject({ polls: [], result: "signin-failed" });
    expect(time.waits).toEqual([1_800_000]);
  });

  test("ends at Ctrl-C, in the pause and in the poll", async () => {
    const controller = new AbortController();
    const time = createVirtualTime();
    const wait = async () => controller.abort();
    const before = server.requests.length;
    const inPause = awaitApproval(
      client(time, controller.signal),
      { ...CODE, intervalSeconds: 1e9 },
      { wait, now: time.now },
    );
    expect(await errorOf(inPause)).toMatchObject({ code: "interrupted" });
    expect(server.requests.length).toBe(before);

    const other = new AbortController();
    server.reply(() => other.abort());
    const inPoll = awaitApproval(client(time, other.signal), CODE, { wait: time.wait, now: time.now });
    expect(await errorOf(inPoll)).toMatchObject({ code: "interrupted" });
  });

  test("keeps the device code out of what it throws", async () => {
    server.reply(reset);
    expect(await pollDeviceToken(client(), "SECRET-DEVICE")).toEqual({ error: "server_error" });
    server.reply(json(400, { error: "invalid_grant", error_description: "SECRET-DEVICE" }));
    expect(await pollDeviceToken(client(), "SECRET-DEVICE")).toEqual({ error: "invalid_grant" });
  });
});

const answer = fc.constantFrom(
  { status: 428, body: '{"error":"authorization_pending"}' },
  { status: 403, body: '{"error":"slow_down"}' },
  { status: 503, body: "" },
  { status: 200, body: "<html>" },
  { status: 200, body: '{"access_token":"a","id_token":"i"}' },
  { status: 403, body: '{"error":"access_denied"}' },
);

test("Whatever comes, no two polls are nearer than the interval, none comes after the expiry, and it ends", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ answer, tookMs: fc.nat(9_000), jumpMs: fc.constantFrom(0, 0, 0, 60_000, -60_000, 7_200_000) }),
      ),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 1_800 }),
      async (events, intervalSeconds, expiresInSeconds) => {
        const time = createVirtualTime();
        const start = time.now();
        const pauses: number[] = [];
        let slowDowns = 0;
        const http = async () => {
          pauses.push(time.waits.at(-1) ?? 0);
          expect(pauses.at(-1)).toBeGreaterThanOrEqual((intervalSeconds + 5 * slowDowns) * 1000);
          // Before expiry both by the clock, which may be set back, and by the time waited.
          const waited = time.waits.reduce((sum, ms) => sum + ms, 0);
          expect(Math.max(waited, time.now() - start)).toBeLessThan(expiresInSeconds * 1000);
          const event = events[pauses.length - 1];
          time.jump((event?.tookMs ?? 0) + (event?.jumpMs ?? 0));
          if (event?.answer.body.includes("slow_down")) slowDowns++;
          return { headers: {}, ...(event?.answer ?? { status: 428, body: '{"error":"authorization_pending"}' }) };
        };
        const code = { deviceCode: "d", userCode: "u", verificationUrl: "v", expiresInSeconds, intervalSeconds };
        const client = { http, clientId: "c", clientSecret: "s" };
        await awaitApproval(client, code, time).catch((error: unknown) =>
          expect(hasCode(error, "signin-failed")).toBe(true),
        );
      },
    ),
    { numRuns: runs(1_000) },
  );
});
