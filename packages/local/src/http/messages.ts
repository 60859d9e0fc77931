import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { isRecord } from "@dailyleet/core";

/** A request that passed the gate, its body read. */
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

export type Status = keyof typeof HTTP_STATUS;

/** An answer that is thrown: it ends the handling of a request. */
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

/** The JSON object that a body holds, whatever its content type says. */
export function readJsonObject(body: string): Record<string, unknown> {
  const value = parseJson(body);
  return isRecord(value) ? value : refuse("INVALID_ARGUMENT", "The body is not a JSON object.");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
