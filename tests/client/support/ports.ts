import { createHttp, type Http, type HttpRequest, type Transport } from "@dailyleet/client";
import { onTestFinished, vi } from "vitest";
import { createNodeNetwork } from "../../../packages/cli/src/cloud/network.ts";
import type { Fault } from "./faults.ts";
import type { Reply } from "./scriptedServer.ts";
import { createVirtualTime, type VirtualTime } from "./virtualTime.ts";

/** Longer than any answer takes. */
const DEADLINE_MS = 5_000;

/** The terminal's own transport with a shorter timeout. */
export function transportWithDeadline(): Transport {
  const transport = createNodeNetwork().transport;
  return (request: HttpRequest) => transport({ ...request, timeoutMs: DEADLINE_MS });
}

/** The product's HTTP function over real sockets, with pauses on a virtual clock. */
export function testHttp(time: VirtualTime = createVirtualTime()): Http {
  return createHttp({ transport: transportWithDeadline(), wait: time.wait, random: () => 0.5 });
}

/**
 * The fault's reply. If the fault never answers, the request's deadline passes as soon as the server has the request.
 */
export function replyOf({ reply, isSlow }: Fault): Reply {
  if (!isSlow) return reply;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  return (response, request) => {
    reply(response, request);
    vi.advanceTimersByTime(DEADLINE_MS);
  };
}
