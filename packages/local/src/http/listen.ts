import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { codeOf, DailyleetError } from "@dailyleet/core";

/** Against clients that send slowly or not at all, and against too many of them. */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 5_000,
};
const MAX_CONNECTIONS = 200;

/** How long a stopping server lets answers finish. */
const GRACE_MS = 500;
const ATTEMPTS = 20;

interface Listening {
  readonly port: number;
  /** Ends when every connection is closed. */
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1 and, if available, on [::1], on the same port: a browser may use either for `localhost`, so no
 * other program may have one of them. `port` 0 picks a port that is free on both. Rejects with `busy` for a taken port.
 */
export async function listenOnLoopback(port: number, listener: RequestListener): Promise<Listening> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await listenOnBoth(port, listener);
    } catch (error) {
      if (port !== 0 || codeOf(error) !== "EADDRINUSE" || attempt === ATTEMPTS) throw portError(error, port);
    }
  }
}

async function listenOnBoth(port: number, listener: RequestListener): Promise<Listening> {
  const first = await listen("127.0.0.1", port, listener);
  const chosen = (first.address() as AddressInfo).port;
  try {
    const second = await listen("::1", chosen, listener).catch(ifMissing);
    const servers = second ? [first, second] : [first];
    return { port: chosen, close: async () => void (await Promise.all(servers.map(stop))) };
  } catch (error) {
    await stop(first);
    throw error;
  }
}

/** Null on a computer without IPv6. */
function ifMissing(error: unknown): null {
  if (["EADDRNOTAVAIL", "EAFNOSUPPORT"].includes(codeOf(error))) return null;
  throw error;
}

async function listen(host: string, port: number, listener: RequestListener): Promise<Server> {
  const server = createServer(LIMITS, listener);
  server.maxConnections = MAX_CONNECTIONS;
  // A connection that cannot be accepted does not end the server.
  server.on("error", () => {});
  await once(server.listen({ host, port }), "listening");
  return server;
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const hurry = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearTimeout(hurry);
      resolve();
    });
  });
}

function portError(cause: unknown, port: number): unknown {
  const fault = PORT_FAULTS[codeOf(cause)];
  return fault === undefined ? cause : new DailyleetError("busy", `Port ${port} ${fault}`, { cause });
}

const PORT_FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use; give another with --port (0 picks a free one).",
  EACCES: "may not be used; give one above 1023 with --port.",
};
