import type { IncomingMessage } from "node:http";
import { type Answer, json, Refusal } from "./messages.ts";

/** Firestore's own limit for a document. */
const MAX_BYTES = 1024 * 1024;

/**
 * The whole body as text. What is over the limit is read and dropped before the request is refused, so that the
 * sender gets to see the answer; the server's time limit for a request ends a body without an end.
 */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BYTES) chunks.push(chunk);
  }
  if (size > MAX_BYTES) throw new Refusal(TOO_LARGE);
  return Buffer.concat(chunks).toString("utf8");
}

const TOO_LARGE: Answer = json(
  { error: { code: 413, message: `A request may have at most ${MAX_BYTES} bytes.`, status: "INVALID_ARGUMENT" } },
  413,
);
