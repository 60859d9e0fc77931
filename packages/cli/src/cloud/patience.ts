import type { Transport } from "@dailyleet/client";

/**
 * A transport that gives up for the rest of the command once no answer has come for `patienceMs`, over all requests
 * and their repetitions: a tick is safe on this computer already, so nobody should have to wait for a dead network.
 */
export function impatient(transport: Transport, patienceMs: number, now = () => performance.now()): Transport {
  let quietSince: number | null = null;
  return async (request) => {
    quietSince ??= now();
    const left = quietSince + patienceMs - now();
    if (left <= 0) throw Object.assign(new Error("ETIMEDOUT"), { code: "ETIMEDOUT" });
    const response = await transport({ ...request, timeoutMs: Math.min(request.timeoutMs, left) });
    quietSince = null;
    return response;
  };
}
