import type { HttpPorts } from "@dailyleet/client";

export type Network = Pick<HttpPorts, "transport" | "wait">;

/**
 * A network that gives up for the rest of the command once no answer has come for `deadlineMs`, over all requests,
 * their repetitions and the pauses between: a tick is safe on this computer already, so nobody should have to wait
 * for a dead network.
 */
export function withDeadline({ transport, wait }: Network, deadlineMs: number, now = () => performance.now()): Network {
  let quietSince: number | null = null;
  const left = () => {
    quietSince ??= now();
    return Math.max(0, quietSince + deadlineMs - now());
  };
  return {
    async transport(request) {
      const ms = left();
      if (ms === 0) throw Object.assign(new Error("ETIMEDOUT"), { code: "ETIMEDOUT" });
      const response = await transport({ ...request, timeoutMs: Math.min(request.timeoutMs, ms) });
      quietSince = null;
      return response;
    },
    wait: (ms, signal) => wait(Math.min(ms, left()), signal),
  };
}
