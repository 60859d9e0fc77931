import { once } from "node:events";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { gzipSync } from "node:zlib";
import type { Transport } from "@dailyleet/client";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createNodeNetwork } from "../../packages/cli/src/cloud/network.ts";
import { proxyFor } from "../../packages/cli/src/cloud/proxy.ts";
import { type Network, withDeadline } from "../../packages/cli/src/cloud/services.ts";
import { createIdentity } from "../support/certificate.ts";
import { startConnectProxy } from "../support/connectProxy.ts";
import { startHttpServer } from "../support/httpServer.ts";

const CLOUD = "https://firestore.cloud.example";
const { key, certificate } = createIdentity(["localhost", "firestore.cloud.example"]);
const trusted = getCACertificates();
beforeAll(() => setDefaultCACertificates([...trusted, certificate]));
afterAll(() => setDefaultCACertificates(trusted));

const ask = (url: string) => ({ method: "GET" as const, url, headers: {}, timeoutMs: 5_000, maxBytes: 1_000 });

interface Site {
  readonly server: Server;
  readonly origin: string;
  /** Resolves at the first connection. */
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
  // The first site answers only after the second connection stands: without an early connection this test would hang.
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
  // No request uses this connection; its failure must not end the program.
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
  await expect(transport(ask(site.origin))).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringMatching(/DEPTH_ZERO_SELF_SIGNED_CERT.*; .*NODE_EXTRA_CA_CERTS/),
  });
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

describe("an answer in gzip", () => {
  const serve = async (body: Buffer, encoding = "gzip") => {
    const { origin, stop } = await startHttpServer((incoming, response) => {
      const isAsked = incoming.headers["accept-encoding"] === "gzip";
      response.writeHead(isAsked ? 200 : 403, { "content-encoding": encoding }).end(body);
    });
    onTestFinished(stop);
    return createNodeNetwork().transport(ask(origin));
  };

  it.each(["gzip", "GZIP"])("(%s) is asked for and unpacked", async (encoding) => {
    expect(await serve(gzipSync("ॐ here"), encoding)).toMatchObject({ status: 200, body: "ॐ here" });
  });

  it("may be as long as any other once it is unpacked, and no longer", async () => {
    expect((await serve(gzipSync("x".repeat(1_000)))).body).toHaveLength(1_000);
    await expect(serve(gzipSync("x".repeat(1_001)))).rejects.toMatchObject({ code: "EMSGSIZE" });
    await expect(serve(gzipSync(Buffer.alloc(2e7)))).rejects.toMatchObject({ code: "EMSGSIZE" });
  });

  it.each([
    ["that is cut off", gzipSync("x".repeat(50)).subarray(0, -9)],
    ["that is none", Buffer.from('{"message":"hello"}')],
  ])("%s is no answer", async (_, body) => {
    await expect(serve(body)).rejects.toThrow();
  });

  it("without a body is empty", async () => {
    expect((await serve(Buffer.alloc(0))).body).toBe("");
  });
});

const portOf = ({ origin }: Site) => Number(new URL(origin).port);

const startProxy: typeof startConnectProxy = async (...how) => {
  const proxy = await startConnectProxy(...how);
  onTestFinished(proxy.stop);
  return proxy;
};

describe("behind a company's proxy", () => {
  it.each(["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"])(
    "%s is gone through, with the name and the password, and its connection serves the next request",
    async (variable) => {
      const site = await startSite(() => "here");
      const proxy = await startProxy(() => portOf(site));
      const { transport, preconnect } = createNodeNetwork({ [variable]: `http://ann:p%40ss@${proxy.host}` });
      preconnect(CLOUD);
      for (const path of ["/a", "/b"]) expect((await transport(ask(CLOUD + path))).body).toBe("here");
      const authorization = `Basic ${Buffer.from("ann:p@ss").toString("base64")}`;
      expect(proxy.asked).toEqual([{ host: "firestore.cloud.example:443", authorization }]);
      // Servers on this computer, such as emulators, are reached without the proxy.
      expect((await transport(ask(site.origin))).body).toBe("here");
      expect(proxy.asked).toHaveLength(1);
    },
  );

  it("a proxy may be named without its scheme, and the lower-case spelling counts first", async () => {
    const site = await startSite(() => "here");
    const proxy = await startProxy(() => portOf(site));
    const { transport } = createNodeNetwork({ HTTPS_PROXY: "http://localhost:1", https_proxy: proxy.host });
    expect((await transport(ask(CLOUD))).body).toBe("here");
  });

  it.each([
    ["firestore.cloud.example", false],
    ["other.example, .cloud.example", false],
    ["*.cloud.example", false],
    ["cloud.example", false],
    ["CLOUD.example:443", false],
    ["cloud.example:8443", true],
    ["loud.example", true],
    ["*", false],
    ["", true],
    ["[2001:db8::1]:443, 2001:db8::1 fe80::1", true],
  ])("NO_PROXY=%s leaves the host to it: %s", (list, isProxied) => {
    const env = { HTTPS_PROXY: "http://localhost:1" };
    for (const name of ["NO_PROXY", "no_proxy"])
      expect(proxyFor(new URL(CLOUD), { ...env, [name]: list }) !== null).toBe(isProxied);
    const v6 = proxyFor(new URL("https://[2001:db8::1]/"), { ...env, NO_PROXY: list });
    expect(v6 === null).toBe(list === "*" || list.includes("2001"));
  });

  it.each(["http://localhost:4000", "http://127.0.0.1:4000", "http://[::1]:4000", "https://localhost"])(
    "%s is this computer and is asked directly",
    (origin) => {
      expect(proxyFor(new URL(origin), { HTTPS_PROXY: "proxy:1", HTTP_PROXY: "proxy:1" })).toBeNull();
    },
  );

  it.each(["socks5://ann:SECRET@proxy:1080", "http://", "http://ann:SECRET%zz@proxy:1", "://SECRET@"])(
    "%s is no proxy, which is said without it",
    async (value) => {
      const asking = createNodeNetwork({ HTTPS_PROXY: value }).transport(ask(CLOUD));
      const error = await asking.catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: "bad-config", message: expect.stringContaining("HTTPS_PROXY is not") });
      expect(String(error)).not.toContain("SECRET");
    },
  );

  it.each([
    [407, "", "asks for a name and password (407); set HTTPS_PROXY to http://NAME:PASSWORD@"],
    [407, "ann:SECRET@", "did not accept the name and password in HTTPS_PROXY (407); correct them."],
    [403, "ann:SECRET@", "did not connect to firestore.cloud.example (403); ask its administrator"],
    [502, "", "did not connect to firestore.cloud.example (502)"],
  ])("that answers %d to '%s' is named with what to do, and no secret", async (status, user, part) => {
    const proxy = await startProxy(
      () => 1,
      () => status,
    );
    const { transport } = createNodeNetwork({ HTTPS_PROXY: `http://${user}${proxy.host}` });
    const error = await transport(ask(CLOUD)).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "unavailable" });
    expect(String(error)).toContain(`The proxy ${proxy.host} ${part}`);
    expect(String(error)).not.toContain("SECRET");
  });

  it("that is not there, or never answers, is named, and keeps no connection open", async () => {
    const gone = createNodeNetwork({ HTTPS_PROXY: "http://localhost:1" }).transport(ask(CLOUD));
    await expect(gone).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringMatching(/^No answer from the proxy localhost:1 \(ECONNREFUSED\); check HTTPS_PROXY/),
    });
    const proxy = await startProxy(
      () => 1,
      () => 0,
    );
    const { transport } = createNodeNetwork({ HTTPS_PROXY: `http://${proxy.host}` });
    const late = transport({ ...ask(CLOUD), timeoutMs: 200 });
    await expect(late).rejects.toMatchObject({ message: expect.stringMatching(/proxy .*ETIMEDOUT/) });
    const [before, stopping] = [proxy.asked.length, new AbortController()];
    const stopped = transport({ ...ask(CLOUD), signal: stopping.signal });
    await expect.poll(() => proxy.asked.length).toBe(before + 1);
    stopping.abort();
    await expect(stopped).rejects.toMatchObject({ code: "ABORT_ERR" });
    await expect.poll(() => [...proxy.open].every(({ destroyed }) => destroyed)).toBe(true);
  });

  it("whose certificate authority is not known to Node is named, with NODE_EXTRA_CA_CERTS", async () => {
    const site = await startSite(() => "");
    const proxy = await startProxy(() => portOf(site));
    setDefaultCACertificates(trusted);
    onTestFinished(() => setDefaultCACertificates([...trusted, certificate]));
    const { transport } = createNodeNetwork({ HTTPS_PROXY: `http://${proxy.host}` });
    await expect(transport(ask(CLOUD))).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringMatching(/^The certificate of firestore\.cloud\.example .*NODE_EXTRA_CA_CERTS/),
    });
  });
});
