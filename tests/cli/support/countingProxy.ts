import { request, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { startHttpServer } from "../../support/httpServer.ts";

/**
 * A proxy in front of a local server that counts requests. `answer` may reply in the server's place, or never. The
 * proxy passes a reply on when `released` resolves.
 */
export async function startCountingProxy(
  port: number,
  answer: (url: string, response: ServerResponse) => boolean = () => false,
  released: (url: string) => Promise<void> = async () => {},
) {
  /** The last part of each request's URL, such as ':commit', in order. */
  const requests: string[] = [];
  const { host, stop } = await startHttpServer((incoming, response) => {
    const url = incoming.url ?? "";
    requests.push(url.slice(url.lastIndexOf(":")));
    if (answer(url, response)) return void incoming.resume();
    const { method, headers } = incoming;
    const outgoing = request({
      host: "localhost",
      port,
      path: url,
      method,
      headers: { ...headers, host: `localhost:${port}` },
    });
    outgoing.on("response", async (reply) => {
      await released(url);
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    outgoing.on("error", () => response.destroy());
    incoming.pipe(outgoing);
  });
  onTestFinished(stop);
  return { host, requests };
}
