import * as https from "node:https";
import { connect, type TLSSocket } from "node:tls";

/** Keeps connections for the next request, and can open one before there is a request for it. */
export class EarlyAgent extends https.Agent {
  readonly #early = new Map<string, TLSSocket>();

  constructor() {
    super({ keepAlive: true, rejectUnauthorized: true });
  }

  /**
   * Begins a connection for the first request to `origin`, so that its round trips pass while another answer is
   * awaited. When it fails, the request makes its own and tells of the failure; unused, it keeps no process alive.
   */
  prepare(origin: string): void {
    const { hostname: host, port: givenPort, protocol } = new URL(origin);
    const port = Number(givenPort || 443);
    if (protocol !== "https:" || this.#early.has(keyOf(host, port))) return;
    const socket = connect({ host, port, servername: host, rejectUnauthorized: true });
    socket.on("error", () => {});
    socket.unref();
    this.#early.set(keyOf(host, port), socket);
  }

  override createConnection(...[options, ...rest]: Parameters<https.Agent["createConnection"]>) {
    const key = keyOf(options.host, options.port);
    const socket = this.#early.get(key);
    if (socket === undefined || socket.destroyed) return super.createConnection(options, ...rest);
    this.#early.delete(key);
    return socket.ref();
  }
}

const keyOf = (host: unknown, port: unknown) => `${host}:${port}`;
