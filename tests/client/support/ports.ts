import { createHttp, type Http, type HttpRequest, type Transport } from "@dailyleet/client";
import { onTestFinished, vi } from "vitest";
import { createNodeNetwork } from "../../../packages/cli/src/cloud/network.ts";
import type { Fault } from "./faults.ts";
import type { Reply } from "./scriptedServer.ts";
import { createVirtualTime, type VirtualTime } from "./virtualTime.ts";

/** Long enough for any answer that is coming. */
const DEADLINE_MS = 5_000;

/** The terminal's own transport, only less patient. */
export function transportWithDeadline(): Transport {
  const transport = createNodeNetwork().transport;
  return (request: HttpRequest) => transport({ ...request, timeoutMs: DEADLINE_MS });
}

/** The HTTP function over real sockets; its pauses pass on a virtual clock. */
export function testHttp(time: VirtualTime = createVirtualTime()): Http {
  return createHttp({ transport: transportWithDeadline(), wait: time.wait, random: () => 0.5 });
}

/** The fault's reply. The deadline of a request that it never answers passes as soon as the server has the request. */
export function replyOf({ reply, isSlow }: Fault): Reply {
  if (!isSlow) return reply;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  return (response, request) => {
    reply(response, request);
    vi.advanceTimersByTime(DEADLINE_MS);
  };
}
