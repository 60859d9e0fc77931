import { once } from "node:events";
import { type IncomingMessage, request as openRequest, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Reply } from "../../client/support/scriptedServer.ts";
import { startHttpServer } from "../../support/httpServer.ts";

/** The kinds of requests, by their URL. */
const KINDS = {
  renewal: /^\/securetoken/,
  signIn: /accounts:signInWithIdp/,
  reading: /:batchGet/,
  commit: /:commit/,
  deviceCode: /^\/device\/code/,
  poll: /^\/token/,
  keys: /^\/jwks/,
  siteConfig: /dailyleet\.json$/,
  sheet: /^\/sheet/,
  greeting: /^\/$/,
} as const;

export type RequestKind = keyof typeof KINDS;

interface Breakage {
  readonly kind: RequestKind | "any";
  readonly reply: Reply;
  /** The real server applies the request; only its answer is replaced. */
  readonly isApplied?: boolean;
  /** How many requests fail; all by default. */
  readonly times?: number;
}

/**
 * A proxy that answers in the real servers' place while it is broken. `upstreams`: kind of request → the origin that
 * answers it.
 */
export async function startFaultyServer(upstreams: Readonly<Partial<Record<RequestKind, string>>>) {
  let breakage: Breakage | null = null;
  let met = 0;
  const { origin, stop } = await startHttpServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "", headers } = request;
    const body = await buffer(request);
    const kind = kindOf(url);
    const forward = () => pass(upstreams[kind] ?? "", request, body);
    if (breakage === null || !breaks(url)) {
      const { status, bytes } = await forward();
      response.writeHead(status, { "content-type": "application/json" }).end(bytes);
      return;
    }
    met++;
    const { reply, isApplied } = breakage;
    if (isApplied) await forward();
    reply(response, { method, url, headers, body: body.toString() });
  }

  /** Whether a request to this URL fails. */
  const breaks = (url: string) =>
    breakage !== null &&
    (breakage.kind === "any" || breakage.kind === kindOf(url)) &&
    met < (breakage.times ?? Number.POSITIVE_INFINITY);

  return {
    origin,
    breaks,
    break(next: Breakage) {
      breakage = next;
      met = 0;
    },
    heal() {
      breakage = null;
    },
    /** How many requests have failed. */
    met: () => met,
    stop,
  };
}

function kindOf(url: string): RequestKind {
  const path = new URL(url, "http://server").pathname;
  const kind = (Object.keys(KINDS) as RequestKind[]).find((name) => KINDS[name].test(path));
  if (!kind) throw new Error(`a request that no test expects: ${path}`);
  return kind;
}

async function pass(origin: string, { method, url, headers }: IncomingMessage, body: Buffer) {
  const { host: _, ...others } = headers;
  const outgoing = openRequest(`${origin}${url}`, { method: method ?? "GET", headers: others }).end(body);
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  return { status: incoming.statusCode ?? 0, bytes: await buffer(incoming) };
}
