import { googleError, json, type Reply, text } from "./scriptedServer.ts";

/** How a request ends for its caller after a fault. */
export type Outcome = "unavailable" | "site-fault" | "refused" | "conflict" | "signin-needed";

export interface Fault {
  readonly name: string;
  readonly reply: Reply;
  /** The outcome of a request to Firestore; other services read 4xx in their own way. */
  readonly outcome: Outcome;
  /** The HTTP status, if one arrives. */
  readonly status?: number;
  /** The error code in Google's body, if there is one. */
  readonly says?: string;
  /** The fault may pass within seconds, so the client repeats an idempotent request. */
  readonly isPassing?: true;
  /** The request ends at the caller's deadline. */
  readonly isSlow?: true;
}

const HTML = "<!doctype html><title>Welcome to the hotel</title><p>SECRET-BODY";

const reset: Reply = (response) => void response.socket?.resetAndDestroy();
const hang: Reply = () => {};

const trickle: Reply = (response) => {
  response.writeHead(200, { "content-length": "100000" });
  const timer = setInterval(() => response.write(" "), 20);
  response.on("close", () => clearInterval(timer));
};

const truncated: Reply = (response) => {
  response.writeHead(200, { "content-length": "500" });
  response.write('{"name": "proj', () => response.socket?.destroy());
};

const verdicts: readonly [number, string, Outcome][] = [
  [400, "INVALID_ARGUMENT", "refused"],
  [400, "FAILED_PRECONDITION", "conflict"],
  [401, "UNAUTHENTICATED", "signin-needed"],
  [403, "PERMISSION_DENIED", "refused"],
  [404, "NOT_FOUND", "refused"],
  [409, "ALREADY_EXISTS", "conflict"],
  [409, "ABORTED", "conflict"],
];

const troubles: readonly [number, string, Outcome][] = [
  [429, "RESOURCE_EXHAUSTED", "site-fault"],
  [500, "INTERNAL", "unavailable"],
  [503, "UNAVAILABLE", "unavailable"],
];

/** Every fault of a request, except a refused connection, for which there is no server to script. */
export const FAULTS: readonly Fault[] = [
  { name: "a reset", reply: reset, outcome: "unavailable", isPassing: true },
  { name: "a hang", reply: hang, outcome: "unavailable", isPassing: true, isSlow: true },
  { name: "a trickle", reply: trickle, outcome: "unavailable", isPassing: true, isSlow: true },
  { name: "a truncated body", reply: truncated, outcome: "unavailable", isPassing: true },
  { name: "20 MB", reply: text(200, "x".repeat(20_000_000)), outcome: "unavailable" },
  { name: "2 MB", reply: text(200, "x".repeat(2_000_000)), outcome: "unavailable", status: 200 },
  { name: "other JSON", reply: json(200, { hello: ["SECRET-BODY"] }), outcome: "unavailable", status: 200 },
  { name: "a JSON null", reply: json(200, null), outcome: "unavailable", status: 200 },
  { name: "an empty body", reply: text(200, ""), outcome: "unavailable", status: 200 },
  ...[200, 307, 403, 404].map(html),
  { ...html(503), isPassing: true },
  { name: "an empty 401", reply: text(401, ""), outcome: "signin-needed", status: 401 },
  { name: "Retry-After", reply: retryAfter("2"), outcome: "unavailable", status: 429, isPassing: true },
  { name: "a long Retry-After", reply: retryAfter("9999"), outcome: "unavailable", status: 429 },
  ...troubles.flatMap(([code, status, outcome]) =>
    jsonFaults(code, status, outcome).map((fault) => ({ ...fault, isPassing: true as const })),
  ),
  ...verdicts.flatMap(([code, status, outcome]) => jsonFaults(code, status, outcome)),
];

function html(status: number): Fault {
  const reply = text(status, HTML, { location: "http://127.0.0.1:1/SECRET-ELSEWHERE" });
  return { name: `HTML with ${status}`, reply, outcome: "unavailable", status };
}

function retryAfter(seconds: string): Reply {
  return text(429, "", { "retry-after": seconds });
}

function jsonFaults(status: number, says: string, outcome: Outcome): Fault[] {
  const body = googleError(status, says, "SECRET-BODY");
  const fault = { outcome, status, says };
  return [
    { ...fault, name: `${status} ${says} as an object`, reply: json(status, body) },
    { ...fault, name: `${status} ${says} as an array`, reply: json(status, [body]) },
  ];
}
