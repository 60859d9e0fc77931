import { once } from "node:events";
import { readFileSync } from "node:fs";
import { get, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { firebaseJsonFor, type SiteConfig } from "@dailyleet/core";
import { server as emulator } from "superstatic";

const ROOT = join(import.meta.dirname, "../../..");
export const SITE_DIRECTORY = join(ROOT, "site/dist");
/** Headers that belong to one connection, not to the content. */
const HOP_BY_HOP = ["Connection", "Date", "Keep-Alive", "Transfer-Encoding"];

export interface Hosted {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

export type Hosting = Awaited<ReturnType<typeof startHosting>>;

/**
 * The built site at a loopback address, as `npm run deploy` puts it on Firebase Hosting. The hosting emulator's server
 * serves it, with `firebase.json` for this configuration.
 */
export async function startHosting(config: SiteConfig, siteDirectory = SITE_DIRECTORY) {
  const answerConfig = (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    if (request.url !== "/dailyleet.json") return next();
    response.setHeader("Content-Type", "application/json").end(JSON.stringify(config));
  };
  const { hosting } = firebaseJsonFor(JSON.parse(readFileSync(join(ROOT, "firebase.json"), "utf8")), config);
  const listening = Promise.withResolvers<void>();
  const server = emulator({
    hostname: "127.0.0.1",
    port: 0,
    config: { ...hosting, public: siteDirectory },
    cwd: "/",
    stack: "strict",
    before: { files: answerConfig },
  }).listen(listening.resolve);
  await listening.promise;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async answer(path: string): Promise<Hosted> {
      const [response] = (await once(get(url + path), "response")) as [IncomingMessage];
      const { statusCode: status = 0, rawHeaders } = response;
      const pairs = rawHeaders.flatMap((name, index) => (index % 2 ? [] : [[name, rawHeaders[index + 1] ?? ""]]));
      const headers = Object.fromEntries(pairs.filter(([name = ""]) => !HOP_BY_HOP.includes(name)));
      return { status, headers, body: await buffer(response) };
    },
    /** Resolves after the last answer. */
    async stop() {
      const closed = once(server, "close");
      server.close();
      await closed;
    },
  };
}
