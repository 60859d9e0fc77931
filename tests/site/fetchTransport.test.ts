import type { RequestListener } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { fetchTransport } from "../../site/src/session/http.ts";
import { startHttpServer } from "../support/httpServer.ts";

async function serve(listener: RequestListener): Promise<string> {
  const { origin, stop } = await startHttpServer(listener);
  onTestFinished(stop);
  return origin;
}

const request = (url: string) => ({ method: "GET", url, headers: {}, timeoutMs: 5_000, maxBytes: 100 });

test("sends method, headers and body, and answers status, headers and text", async () => {
  const url = await serve((incoming, answer) => {
    const { method, headers } = incoming;
    incoming.on("data", (body) => {
      answer.writeHead(418, { "X-Kind": "tea" }).end(`${method} ${headers["x-own"]} ${body} ॐ`);
    });
  });
  const answer = await fetchTransport({ ...request(url), method: "POST", headers: { "x-own": "yes" }, body: "hello" });
  expect(answer).toMatchObject({ status: 418, body: "POST yes hello ॐ" });
  expect(answer.headers["x-kind"]).toBe("tea");
});

test("does not follow a redirect", async () => {
  let requests = 0;
  const url = await serve((_, answer) => {
    requests++;
    answer.writeHead(302, { location: "/elsewhere" }).end();
  });
  expect((await fetchTransport(request(url))).status).toBe(302);
  expect(requests).toBe(1);
});

test("takes a body of exactly the most bytes and refuses a longer one, announced or not", async () => {
  const url = await serve(({ url: path }, answer) => answer.end("x".repeat(path === "/long" ? 101 : 100)));
  expect((await fetchTransport(request(url))).body).toHaveLength(100);
  await expect(fetchTransport(request(`${url}/long`))).rejects.toMatchObject({
    code: "EMSGSIZE",
    message: "the answer is longer than 100 bytes",
  });
  const endless = await serve((_, answer) => {
    answer.on("error", () => {});
    answer.write("x".repeat(200));
  });
  await expect(fetchTransport(request(endless))).rejects.toThrow("longer than 100 bytes");
});

test("gives up when no answer, or no end of it, comes in time", async () => {
  const silent = await serve(() => {});
  await expect(fetchTransport({ ...request(silent), timeoutMs: 50 })).rejects.toThrow();
  const halfway = await serve((_, answer) => void answer.write("half"));
  await expect(fetchTransport({ ...request(halfway), timeoutMs: 200 })).rejects.toThrow();
});

test("rejects an answer that is cut off, and a server that is not there", async () => {
  const cut = await serve((_, answer) => {
    answer.writeHead(200, { "content-length": "50" });
    answer.write("half", () => answer.destroy());
  });
  await expect(fetchTransport(request(cut))).rejects.toThrow();
  await expect(fetchTransport(request("http://127.0.0.1:1"))).rejects.toThrow();
});

test("stops when it is told to", async () => {
  const silent = await serve(() => {});
  const stop = new AbortController();
  const answer = fetchTransport({ ...request(silent), signal: stop.signal });
  stop.abort();
  await expect(answer).rejects.toThrow();
});
