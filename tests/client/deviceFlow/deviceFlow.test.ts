import { type DeviceCode, requestDeviceCode } from "@dailyleet/client";
import type { DailyleetError } from "@dailyleet/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testHttp } from "../support/ports.ts";
import { json, type ScriptedServer, startScriptedServer } from "../support/scriptedServer.ts";

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
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

function client() {
  const endpoints = { device: `${server.origin}/device/code`, token: `${server.origin}/token` };
  return { http: testHttp(), clientId: "client", clientSecret: "SECRET&", endpoints };
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

  test.each([
    [undefined, 5],
    [0, 5],
    [-3, 5],
    ["soon", 5],
    [null, 5],
    ["7", 7],
    [1, 1],
    [1e9, 1e9],
  ])("takes the interval %j as %d seconds", async (interval, expected) => {
    server.reply(json(200, { ...GOOGLE_CODE, interval }));
    expect((await start()).intervalSeconds).toBe(expected);
  });

  test.each([
    [undefined, 600],
    [-1, 600],
    [1e12, 3600],
    [90, 90],
  ])("takes the expiry %j as %d seconds", async (expires_in, expected) => {
    server.reply(json(200, { ...GOOGLE_CODE, expires_in }));
    expect((await start()).expiresInSeconds).toBe(expected);
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
