import { once } from "node:events";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { createIdentity } from "../../bench/support/certificate.ts";
import { createNodeNetwork } from "../../packages/cli/src/cloud/network.ts";

const { key, certificate } = createIdentity(["localhost"]);
const trusted = getCACertificates();
beforeAll(() => setDefaultCACertificates([...trusted, certificate]));
afterAll(() => setDefaultCACertificates(trusted));

const ask = (url: string) => ({ method: "GET", url, headers: {}, timeoutMs: 5_000, maxBytes: 1_000 });

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
