import { awaitApproval, requestDeviceCode } from "@dailyleet/client";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { type OidcServer, startOidcServer } from "./support/oidcServer.ts";
import { testHttp } from "./support/ports.ts";
import { createVirtualTime } from "./support/virtualTime.ts";

beforeEach(() => {
  // The provider tells at length that its defaults are for development.
  for (const method of ["info", "warn"] as const) vi.spyOn(console, method).mockReturnValue();
});
afterEach(() => vi.restoreAllMocks());

async function start(codeSeconds?: number): Promise<OidcServer> {
  const server = await startOidcServer(codeSeconds);
  onTestFinished(() => server.stop());
  return server;
}

function clientOf({ origin, clientId, clientSecret }: OidcServer) {
  const endpoints = { device: `${origin}/device/code`, token: `${origin}/token` };
  return { http: testHttp(), clientId, clientSecret, endpoints };
}

test("An independent provider signs in whoever agrees on its page", async () => {
  const server = await start();
  const client = clientOf(server);
  const time = createVirtualTime();
  const code = await requestDeviceCode(client);
  expect(code).toMatchObject({ verificationUrl: `${server.origin}/device`, expiresInSeconds: 600, intervalSeconds: 5 });

  let pauses = 0;
  const wait = async (ms: number) => {
    if (++pauses === 2) await server.decide(code.verificationUrl, code.userCode, true, "ann");
    await time.wait(ms);
  };
  const idToken = await awaitApproval(client, code, { ...time, wait });

  const claims = JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString());
  expect(claims).toMatchObject({ sub: "ann", email: "ann@example.com", iss: server.origin, aud: server.clientId });
  expect(pauses).toBe(2);
});

test("An independent provider's refusal ends the waiting", async () => {
  const server = await start();
  const client = clientOf(server);
  const code = await requestDeviceCode(client);
  await server.decide(code.verificationUrl, code.userCode, false, "ann");
  await expect(awaitApproval(client, code, createVirtualTime())).rejects.toMatchObject({
    code: "signin-failed",
    message: expect.stringContaining("refused on the other device"),
  });
});

test("An independent provider's expiry ends the waiting, whatever the own clock says", async () => {
  const server = await start(1);
  const client = clientOf(server);
  const code = await requestDeviceCode(client);
  const patient = { ...code, expiresInSeconds: 1e9 };
  await expect(awaitApproval(client, patient, createVirtualTime())).rejects.toMatchObject({
    code: "signin-failed",
    message: expect.stringMatching(/expired|not valid any more/),
  });
});

test("An independent provider's unknown client is a matter of configuration", async () => {
  const client = clientOf(await start());
  await expect(requestDeviceCode({ ...client, clientId: "nobody" })).rejects.toMatchObject({ code: "bad-config" });
  await expect(requestDeviceCode({ ...client, clientSecret: "wrong" })).rejects.toMatchObject({ code: "bad-config" });
});
