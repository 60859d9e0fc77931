import * as http from "node:http";
import * as https from "node:https";
import { connect, type TLSSocket } from "node:tls";
import { type HttpResponse, TOO_LARGE, type Transport } from "@dailyleet/client";
import { codeOf, type DailyleetError, isDailyleetError, unavailableError } from "@dailyleet/core";
import type { Env } from "../context.ts";
import { type NamedProxy, proxyFor } from "./proxy.ts";

export type NodeNetwork = ReturnType<typeof createNodeNetwork>;

/**
 * HTTP by `node:https`, which starts 30 ms sooner than `fetch`. Keeps connections for the command's next request.
 * Always checks certificates, whatever NODE_TLS_REJECT_UNAUTHORIZED says. Uses the proxy that `env` names. Accepts
 * gzip, because some hosts refuse clients without it.
 */
export function createNodeNetwork(env: Env = {}) {
  const secure = new PreconnectAgent();
  const plain = new http.Agent({ keepAlive: true });
  const tunnels = new Map<string, Promise<Tunnel>>();
  const tunnelBy = (proxy: NamedProxy) => {
    const tunnel = tunnels.get(proxy.url.href) ?? openTunnel(proxy);
    tunnels.set(proxy.url.href, tunnel);
    return tunnel;
  };
  const transport: Transport = async (request) => {
    const url = new URL(request.url);
    const proxy = proxyFor(url, env);
    const tunnel = proxy && (await tunnelBy(proxy));
    const isPlain = url.protocol === "http:";
    let isThrough = false;
    return new Promise<HttpResponse>((resolve, reject) => {
      const outgoing = (isPlain ? http : https).request(url, {
        method: request.method,
        headers: { "accept-encoding": "gzip", ...request.headers },
        agent: tunnel?.agent ?? (isPlain ? plain : secure),
        rejectUnauthorized: true,
      });
      // Reject here: `destroy` emits no error while the agent waits for a proxy.
      const stop = (error: Error) => {
        outgoing.destroy(error);
        reject(error);
      };
      const timer = setTimeout(() => stop(fault("ETIMEDOUT")), request.timeoutMs);
      request.signal?.addEventListener("abort", () => stop(fault("ABORT_ERR")), { once: true });
      // After a refused CONNECT the agent would return the proxy's own answer as the server's.
      outgoing.on("proxyConnect", ({ statusCode }: { statusCode: number }) => {
        isThrough = statusCode === 200;
        if (proxy && !isThrough) stop(proxyRefusal(proxy, url, statusCode));
      });
      outgoing.on("response", (incoming) => collect(incoming, request.maxBytes).then(resolve, reject));
      outgoing.on("error", reject);
      outgoing.on("close", () => clearTimeout(timer));
      outgoing.end(request.body);
      if (request.signal?.aborted) stop(fault("ABORT_ERR"));
    }).catch((error) => {
      if (proxy && tunnel && !isThrough) {
        // Close the tunnel: a proxy that never answers would keep the process alive.
        tunnels.delete(proxy.url.href);
        tunnel.end();
      }
      if (request.signal?.aborted) throw error;
      throw explained(error, url, isThrough ? null : proxy);
    });
  };
  const preconnect = (origin: string) => {
    if (proxyFor(new URL(origin), env) === null) secure.preconnect(origin);
  };
  return { transport, preconnect };
}

interface Tunnel {
  readonly agent: https.Agent;
  /** Closes all connections, including one that is being opened. */
  end(): void;
}

async function openTunnel({ url }: NamedProxy): Promise<Tunnel> {
  const { HttpsProxyAgent } = await import("./proxyAgent.ts");
  const ending = new AbortController();
  const options = { keepAlive: true, rejectUnauthorized: true, signal: ending.signal };
  const agent = new HttpsProxyAgent(url, options) as unknown as https.Agent;
  return { agent, end: () => ending.abort() };
}

function proxyRefusal({ url, host, variable }: NamedProxy, target: URL, status: number): DailyleetError {
  if (status === 407) {
    const found = url.username ? `did not accept the name and password in ${variable}` : "asks for a name and password";
    const advice = url.username ? "correct them" : `set ${variable} to http://NAME:PASSWORD@${host}`;
    return unavailableError(`The proxy ${host} ${found} (407); ${advice}.`);
  }
  const advice =
    "ask its administrator to allow that, or name the host in NO_PROXY where it can be reached without one";
  return unavailableError(`The proxy ${host} did not connect to ${target.host} (${status}); ${advice}.`);
}

/** Unknown or missing authorities: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const UNKNOWN_AUTHORITY =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER_CERT(_LOCALLY)?|VERIFY_LEAF_SIGNATURE)|CERT_(UNTRUSTED|REJECTED|CHAIN_TOO_LONG)|INVALID_CA)$/;
const WRONG_TIME = /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/;

/** Explains the failures that company networks cause; returns others unchanged. */
function explained(error: unknown, { host }: URL, proxy: NamedProxy | null): unknown {
  if (isDailyleetError(error)) return error;
  const code = codeOf(error);
  const server = proxy ? `the proxy ${proxy.host}` : host;
  if (UNKNOWN_AUTHORITY.test(code)) {
    const advice =
      "if your company's network inspects traffic, set NODE_EXTRA_CA_CERTS to the file of its certificate (PEM)";
    return unavailableError(
      `The certificate of ${server} is of an authority that Node does not know (${code}); ${advice}.`,
    );
  }
  if (WRONG_TIME.test(code)) {
    return unavailableError(
      `The certificate of ${server} is not valid today (${code}); check this computer's date and time.`,
    );
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    const advice = "if this network has a sign-in page, open it in a browser, then try again";
    return unavailableError(`Another server answers for ${server} (${code}); ${advice}.`);
  }
  if (proxy === null) return error;
  const named = /^[A-Z_\d]{1,40}$/.test(code) ? ` (${code})` : "";
  return unavailableError(
    `No answer from the proxy ${proxy.host}${named}; check ${proxy.variable} and your connection.`,
  );
}

async function collect(incoming: http.IncomingMessage, maxBytes: number): Promise<HttpResponse> {
  const parts: Buffer[] = [];
  let length = 0;
  // Throwing here destroys the stream and its connection.
  for await (const part of incoming as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > maxBytes) throw fault(TOO_LARGE);
    parts.push(part);
  }
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  const received = Buffer.concat(parts);
  const isGzip = incoming.headers["content-encoding"]?.toLowerCase() === "gzip" && length > 0;
  const body = isGzip ? await gunzip(received, maxBytes) : received;
  return { status: incoming.statusCode ?? 0, headers: Object.fromEntries(headers), body: body.toString("utf8") };
}

/** Stops a zip bomb at `maxBytes`. Loads zlib on demand, because that takes 3 ms. */
async function gunzip(body: Buffer, maxBytes: number): Promise<Buffer> {
  const { gunzipSync } = await import("node:zlib");
  try {
    return gunzipSync(body, { maxOutputLength: maxBytes });
  } catch (error) {
    throw codeOf(error) === "ERR_BUFFER_TOO_LARGE" ? fault(TOO_LARGE) : error;
  }
}

function fault(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** A keep-alive agent that can preconnect. */
class PreconnectAgent extends https.Agent {
  readonly #early = new Map<string, TLSSocket>();

  constructor() {
    super({ keepAlive: true, rejectUnauthorized: true });
  }

  /**
   * Opens a connection for the first request to `origin`. If it fails, the request opens its own and reports the failure.
   * An unused connection keeps no process alive.
   */
  preconnect(origin: string): void {
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
