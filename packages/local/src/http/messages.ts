import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { isRecord, parseJson } from "@dailyleet/core";

export interface Request {
  readonly method: string;
  /** Percent-decoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

export type Handler = (request: Request) => Answer | Promise<Answer>;

/** Google's words for the HTTP statuses that this server uses. */
const HTTP_STATUS = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;

type Status = keyof typeof HTTP_STATUS;

/** Thrown to end the handling of a request with this answer. */
export class Refusal extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`answered with ${answer.status}`);
    this.answer = answer;
  }
}

/** The error form of Google's interfaces: `{"error": {"code", "message", "status"}}`. */
export function errorAnswer(status: Status, message: string): Answer {
  const code = HTTP_STATUS[status];
  return json({ error: { code, message, status } }, code);
}

export function refuse(status: Status, message: string): never {
  throw new Refusal(errorAnswer(status, message));
}

export function json(value: unknown, status = 200): Answer {
  return {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8" },
    body: `${JSON.stringify(value)}\n`,
  };
}

/** Parses a body as a JSON object, whatever its content type. */
export function readJsonObject(body: string): Record<string, unknown> {
  const value = parseJson(body);
  return isRecord(value) ? value : refuse("INVALID_ARGUMENT", "The body is not a JSON object.");
}

/** Firestore's own limit for a document. */
const MAX_BYTES = 1024 * 1024;

/**
 * Reads the body as text. Reads a body over the limit to its end before refusing it, so that the sender sees the answer;
 * the server's time limit ends an endless one.
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

/** Sent with every answer. */
export const COMMON_HEADERS = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Cache-Control": "no-store",
};
