import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { type Config, contentSecurityPolicy } from "@dailyleet/core";

const ROOT = join(import.meta.dirname, "../../..");
export const SITE_DIRECTORY = join(ROOT, "site/dist");

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".jpg": "image/jpeg",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
};

export interface Hosted {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Answers a path as Firebase Hosting does: the built site, the deployment's configuration, `firebase.json`'s headers. */
export function createHosting(config: Config): (path: string) => Hosted {
  const headersOf = deployedHeaders(config);
  return (path) => {
    const file = join(SITE_DIRECTORY, path === "/" ? "index.html" : path);
    const headers = { ...headersOf(path), "Content-Type": TYPES[extname(file)] ?? "application/json" };
    if (path === "/dailyleet.json") return { status: 200, headers, body: Buffer.from(JSON.stringify(config)) };
    const isFile = existsSync(file) && statSync(file).isFile();
    return isFile
      ? { status: 200, headers, body: readFileSync(file) }
      : { status: 404, headers, body: Buffer.alloc(0) };
  };
}

/** The same site at a loopback address, for a terminal that joins it. */
export async function serveHosting(answer: (path: string) => Hosted): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const { status, headers, body } = answer(new URL(request.url ?? "", "http://site").pathname);
    response.writeHead(status, headers).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface HeaderRule {
  readonly source: string;
  readonly headers: readonly { readonly key: string; readonly value: string }[];
}

/** `npm run deploy` puts the policy of the deployment into the place of the sample's. */
function deployedHeaders(config: Config): (path: string) => Record<string, string> {
  const { hosting } = JSON.parse(readFileSync(join(ROOT, "firebase.json"), "utf8"));
  const rules: HeaderRule[] = hosting.headers;
  return (path) => {
    const matching = rules.filter(({ source }) => path.startsWith(source.replace("**", "").replace(/^(?!\/)/, "/")));
    const headers = Object.fromEntries(matching.flatMap((rule) => rule.headers.map(({ key, value }) => [key, value])));
    return { ...headers, "Content-Security-Policy": contentSecurityPolicy(config) };
  };
}
