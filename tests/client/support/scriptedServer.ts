import type { ServerResponse } from "node:http";
import { startHttpServer } from "../../support/httpServer.ts";

interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Answers one request, or fails to. */
export type Reply = (response: ServerResponse, request: SeenRequest) => void;

/** A real server on a loopback port that replies as the test tells it and records the requests. */
export interface ScriptedServer {
  readonly origin: string;
  readonly requests: SeenRequest[];
  reply(...replies: Reply[]): void;
  stop(): Promise<void>;
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  const requests: SeenRequest[] = [];
  let replies: Reply[] = [];
  const { origin, stop } = await startHttpServer(async (incoming, response) => {
    let body = "";
    for await (const chunk of incoming) body += chunk;
    const { method = "", url = "", headers } = incoming;
    const request = { method, url, headers, body };
    requests.push(request);
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    reply?.(response, request);
  });
  return {
    origin,
    requests,
    reply: (...next) => {
      replies = next;
    },
    stop,
  };
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

export const text =
  (status: number, body: string, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(status, { "content-type": "text/html", ...headers }).end(body);

/** An error body as Google sends it. */
export const googleError = (code: number, status: string, message = "no"): unknown => ({
  error: { code, message, status },
});
