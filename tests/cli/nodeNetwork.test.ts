import { once } from "node:events";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import type { Transport } from "@dailyleet/client";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { createNodeNetwork } from "../../packages/cli/src/cloud/network.ts";
import { type Network, withDeadline } from "../../packages/cli/src/cloud/services.ts";
import { createIdentity } from "../support/certificate.ts";

const { key, certificate } = createIdentity(["localhost"]);
const trusted = getCACertificates();
beforeAll(() => setDefaultCACertificates([...trusted, certificate]));
afterAll(() => setDefaultCACertificates(trusted));

const ask = (url: string) => ({ method: "GET" as const, url, headers: {}, timeoutMs: 5_000, maxBytes: 1_000 });

interface Site {
  readonly server: Server;
  readonly origin: string;
  /** Somebody has connected. */
  readonly connected: Promise<unknown>;
  connections: number;
}

async function startSite(answer: () => Promise<string> | string): Promise<Site> {
  const server = createServer({ key, cert: certificate }, async (_, response) => response.end(await answer()));
  server.listen(0, "localhost");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const connected = once(server, "secureConnection");
  const site = { server, origin: `https://localhost:${port}`, connected, connections: 0 };
  server.on("secureConnection", () => site.connections++);
  return site;
}

it("connects to who is asked next while the answer before it is awaited, and uses that connection once", async () => {
  const next = await startSite(() => "next");
  // It answers only when the other connection stands, so without an early one this would never end.
  const first = await startSite(() => next.connected.then(() => "first"));
  const { transport, preconnect } = createNodeNetwork();
  preconnect(next.origin);
  preconnect(next.origin);
  expect((await transport(ask(first.origin))).body).toBe("first");
  const answers = await Promise.all([transport(ask(next.origin)), transport(ask(next.origin))]);
  expect(answers.map(({ body }) => body)).toEqual(["next", "next"]);
  expect([first.connections, next.connections]).toEqual([1, 2]);
});

it("tells of an early connection that failed when it is used, and makes a new one after it", async () => {
  const site = await startSite(() => "here");
  const { port } = site.server.address() as AddressInfo;
  site.server.close();
  await once(site.server, "close");
  const { transport, preconnect } = createNodeNetwork();
  preconnect(site.origin);
  // This one is never used; its failure must not end the program.
  createNodeNetwork().preconnect(site.origin);
  await expect(transport(ask(site.origin))).rejects.toMatchObject({ code: "ECONNREFUSED" });
  site.server.listen(port, "localhost");
  await once(site.server, "listening");
  expect((await transport(ask(site.origin))).body).toBe("here");
});

it("trusts no other certificate for being early", async () => {
  const site = await startSite(() => "");
  setDefaultCACertificates(trusted);
  onTestFinished(() => setDefaultCACertificates([...trusted, certificate]));
  const { transport, preconnect } = createNodeNetwork();
  preconnect(site.origin);
  await expect(transport(ask(site.origin))).rejects.toMatchObject({ code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
});

it("shares one deadline between all requests without an answer and the pauses between them, and begins anew after an answer", async () => {
  const request = { ...ask("https://a.example/"), timeoutMs: 10_000 };
  let clock = 0;
  const given: number[] = [];
  let isDead = true;
  const transport: Transport = async ({ timeoutMs }) => {
    given.push(timeoutMs);
    clock += isDead ? 3_000 : 10;
    if (isDead) throw new Error("dead");
    return { status: 200, headers: {}, body: "" };
  };
  const waited: number[] = [];
  const wait: Network["wait"] = async (ms) => {
    waited.push(ms);
    clock += ms;
  };
  const { transport: send, wait: pause } = withDeadline({ transport, wait }, 8_000, () => clock);
  for (let time = 0; time < 3; time++) await expect(send(request)).rejects.toThrow("dead");
  await expect(send(request)).rejects.toMatchObject({ code: "ETIMEDOUT" });
  expect(given).toEqual([8_000, 5_000, 2_000]);
  await pause(500);
  expect(waited).toEqual([0]);

  const [other, seen] = [withDeadline({ transport, wait }, 8_000, () => clock), given.length];
  isDead = false;
  await other.transport(request);
  clock += 60_000;
  await other.transport(request);
  expect(given.slice(seen)).toEqual([8_000, 8_000]);

  const brief = withDeadline({ transport, wait }, 300, () => clock);
  await brief.transport(request);
  await brief.wait(100);
  await brief.wait(10_000);
  expect(waited.slice(1)).toEqual([100, 200]);
  await expect(brief.transport(request)).rejects.toMatchObject({ code: "ETIMEDOUT" });
});
