import { createHttp, type Http, type HttpRequest, type Transport } from "@dailyleet/client";
import { createNodeNetwork } from "../../../packages/cli/src/cloud/network.ts";
import { createVirtualTime, type VirtualTime } from "./virtualTime.ts";

/** Long enough for any answer that is coming. */
const DEADLINE_MS = 5_000;

/** The terminal's own transport, only less patient. */
export function transportWithDeadline(deadlineMs = DEADLINE_MS): Transport {
  const transport = createNodeNetwork().transport;
  return (request: HttpRequest) => transport({ ...request, timeoutMs: Math.min(request.timeoutMs, deadlineMs) });
}

/** The HTTP function over real sockets; its pauses pass on a virtual clock. */
export function testHttp(time: VirtualTime = createVirtualTime(), deadlineMs?: number): Http {
  return createHttp({ transport: transportWithDeadline(deadlineMs), wait: time.wait, random: () => 0.5 });
}
