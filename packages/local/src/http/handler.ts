import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { DailyleetError } from "@dailyleet/core";
import { guardRequest, type Rejection } from "./gate.ts";
import { type Answer, COMMON_HEADERS, errorAnswer, type Handler, json, Refusal, readBody } from "./messages.ts";

/** Takes each request through the gate, reads its body, lets `handle` answer it and sends the answer. */
export function createListener(handle: Handler, onError: (error: unknown) => void): RequestListener {
  return async (incoming, response) => {
    const rejection = guardRequest(incoming);
    const answer = rejection ? turnAway(rejection) : await answerTo(incoming, handle, onError);
    send(answer, incoming, response);
  };
}

/** The rest of the connection is not read either. */
function turnAway({ status, message }: Rejection): Answer {
  const answer = json({ error: { code: status, message, status: "PERMISSION_DENIED" } }, status);
  return { ...answer, headers: { ...answer.headers, Connection: "close" } };
}

async function answerTo(
  incoming: IncomingMessage,
  handle: Handler,
  onError: (error: unknown) => void,
): Promise<Answer> {
  try {
    const [path = "", query = ""] = (incoming.url ?? "").split(/\?(.*)/s);
    return await handle({
      method: incoming.method === "HEAD" ? "GET" : (incoming.method ?? ""),
      path: decode(path),
      query: new URLSearchParams(query),
      headers: incoming.headers,
      body: await readBody(incoming),
    });
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    if (error instanceof DailyleetError) return errorAnswer("UNAVAILABLE", error.message);
    if (!incoming.destroyed || incoming.complete) onError(error);
    return errorAnswer("INTERNAL", "The local server failed; its terminal says more.");
  }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new Refusal(errorAnswer("INVALID_ARGUMENT", "The address is not percent-encoded as it should be."));
  }
}

function send({ status, headers, body = "" }: Answer, incoming: IncomingMessage, response: ServerResponse): void {
  response.writeHead(status, { ...COMMON_HEADERS, ...headers, "Content-Length": Buffer.byteLength(body) });
  response.end(incoming.method === "HEAD" || status === 304 ? undefined : body);
}
