import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { openPath } from "@dailyleet/core";
import { createProfile } from "@dailyleet/local";
import { startServer } from "@dailyleet/local/server";
import { expect, onTestFinished, test } from "vitest";
import { tempDirectory } from "../support/tempDirectory.ts";
import { openForTest, tempDatabase } from "./support/database.ts";
import { rawRequest, requestHead } from "./support/rawRequest.ts";
import {
  ask,
  bearer,
  documentName,
  documentsUrl,
  signIn,
  smallSite,
  startTestServer,
  windowHeaders,
} from "./support/server.ts";

test("the server answers on both loopback addresses and on no other", async () => {
  const { url, port } = await startTestServer();
  expect(url).toBe(`http://localhost:${port}`);
  const head = requestHead("GET", "/", [`Host: localhost:${port}`]);
  expect((await rawRequest(port, head, "127.0.0.1")).status).toBe(200);
  expect((await rawRequest(port, head, "::1")).status).toBe(200);
  expect((await rawRequest(port, head, "127.0.0.2")).status).toBe(0);
});

test.each(["127.0.0.1", "::1"])("a port that is taken on %s is busy, and says which option to use", async (host) => {
  const other = createServer().listen(0, host);
  await once(other, "listening");
  onTestFinished(() => void other.close());
  const port = (other.address() as { port: number }).port;
  await expect(startTestServer({ port })).rejects.toMatchObject({
    code: "busy",
    message: `Port ${port} is in use; give another with --port (0 picks a free one).`,
  });
  expect((await rawRequest(port, "", host === "::1" ? "127.0.0.1" : "::1")).status).toBe(0);
});

test("a site that was not built is named, with the command that builds it", async () => {
  for (const siteDirectory of [tempDirectory(), join(tempDirectory(), "none")]) {
    await expect(startTestServer({ siteDirectory })).rejects.toMatchObject({
      code: "storage",
      message: expect.stringContaining(`not in ${siteDirectory}; build them (npm run build)`),
    });
  }
});

test("the server tells that its file was written to, by itself or by another program", async () => {
  const server = await startTestServer();
  const look = async () => (await ask("GET", `${server.url}/changes`)).text;
  const terminal = openForTest(server.database.file);
  const first = await look();
  expect(await look()).toBe(first);
  createProfile(terminal, "Asha");
  const second = await look();
  createProfile(server.database, "Ben");
  const third = await look();
  expect(new Set([first, second, third]).size).toBe(3);
  expect(await look()).toBe(third);
  const foreign = await ask("GET", `${server.url}/changes`, undefined, { "Sec-Fetch-Site": "cross-site" });
  expect(foreign.status).toBe(403);
});

test("closing ends idle and half-sent connections, and the port is free again", async () => {
  const database = tempDatabase();
  const server = await startServer({ database, siteDirectory: smallSite(), port: 0, config: () => ({}) });
  const head = requestHead("GET", "/", [`Host: localhost:${server.port}`, "Connection: keep-alive"]);
  const idle = connect(server.port, "127.0.0.1");
  idle.write(head);
  await once(idle, "data");
  const halfSent = connect(server.port, "::1");
  halfSent.write(head.slice(0, 20));
  await once(halfSent, "connect");
  const ended = [idle, halfSent].map((socket) => once(socket.on("error", () => {}).resume(), "close"));
  await Promise.all([server.close(), server.close()]);
  await Promise.all(ended);
  const again = await startTestServer({ database, port: server.port });
  expect((await ask("GET", again.url)).status).toBe(200);
});

test("a body over 1 MiB is refused, with or without a length, and the server goes on", async () => {
  const server = await startTestServer();
  const url = `${server.url}/v1/projects/demo-dailyleet/databases/(default)/documents:commit`;
  const tooLong = "x".repeat(1024 * 1024 + 1);
  expect((await ask("POST", url, tooLong)).status).toBe(413);
  const stream = new Blob([tooLong]).stream();
  const chunked = await fetch(url, { method: "POST", body: stream, duplex: "half" } as RequestInit);
  expect(chunked.status).toBe(413);
  expect((await ask("POST", url, tooLong.slice(1))).status).toBe(401);
});

test("an upload that breaks off is no fault, and the server goes on", async () => {
  const server = await startTestServer();
  const socket = connect(server.port, "127.0.0.1");
  const lines = [`Host: localhost:${server.port}`, "Content-Length: 1000", "Expect: 100-continue"];
  socket.write(`POST /signin/continue HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
  // Once it asks for the body, the server has begun to handle the request.
  await once(socket, "data");
  socket.write("{");
  socket.destroy();
  await once(socket, "close");
  expect((await ask("GET", server.url)).status).toBe(200);
});

test("a head that is too large is refused", async () => {
  const { port } = await startTestServer();
  const lines = [`Host: localhost:${port}`, `X-Long: ${"x".repeat(17 * 1024)}`];
  expect((await rawRequest(port, requestHead("GET", "/", lines))).status).toBe(431);
});

test("a head that is sent too slowly is given up", { timeout: 20_000 }, async () => {
  const { port } = await startTestServer();
  expect((await rawRequest(port, `GET / HTTP/1.1\r\nHost: localhost:${port}\r\nX-`)).status).toBe(408);
});

test("too many connections are dropped, and once they are gone the server serves again", async () => {
  const { port, url } = await startTestServer();
  const sockets: Socket[] = [];
  const open = async () => {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    sockets.push(socket);
    await once(socket, "connect");
    return socket;
  };
  for (let count = 0; count < 200; count++) await open();
  await once((await open()).resume(), "close");
  const gone = sockets.map((socket) => (socket.destroyed ? null : once(socket.destroy(), "close")));
  await Promise.all(gone);
  await expect
    .poll(() =>
      ask("GET", url).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
});

test("who runs the server is told after each request that changed something, and after no other", async () => {
  let writes = 0;
  const server = await startTestServer({ onWrite: () => writes++ });
  const headers = await windowHeaders(server);
  const make = (name: string) => ask("POST", `${server.url}/signin/profiles`, { name }, headers);
  await make("Asha");
  await expect.poll(() => writes).toBe(1);
  expect((await make("Asha")).status).toBe(400);
  await ask("GET", server.url);
  const session = await signIn(server);
  const name = documentName(openPath(session.localId));
  const commit = (fields: object, fieldPaths: string[]) =>
    ask(
      "POST",
      `${documentsUrl(server)}:commit`,
      { writes: [{ update: { name, fields }, updateMask: { fieldPaths } }] },
      bearer(session),
    );
  expect((await commit({ year: { integerValue: "2026" } }, ["year"])).status).toBe(200);
  await expect.poll(() => writes).toBe(2);
});
