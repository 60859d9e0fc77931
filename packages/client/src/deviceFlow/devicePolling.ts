import type { DailyleetError } from "@dailyleet/core";
import type { Wait } from "../http/http.ts";
import { throwIfInterrupted } from "../http/http.ts";
import { type DeviceClient, type DeviceCode, deviceError, type PollAnswer, pollDeviceToken } from "./deviceFlow.ts";

/** How the polls follow each other. */
export interface PollPace {
  readonly intervalMs: number;
  /** Polls without an answer, one after another. */
  readonly unanswered: number;
}

export type PollDecision =
  | { readonly kind: "wait"; readonly pace: PollPace }
  | { readonly kind: "done"; readonly idToken: string }
  | { readonly kind: "stop"; readonly error: DailyleetError };

const SLOW_DOWN_MS = 5_000;
const MAX_BACK_OFF = 3;
/** Some virtual machines' clocks run fast, and a poll that is early costs five seconds for good. */
const MARGIN = 1.1;

/** What a poll's answer means, by RFC 8628 section 3.5. Pure. */
export function decideAfterPoll(answer: PollAnswer, pace: PollPace): PollDecision {
  if (answer === null) return { kind: "wait", pace: { ...pace, unanswered: pace.unanswered + 1 } };
  if ("idToken" in answer) return { kind: "done", idToken: answer.idToken };
  switch (answer.error) {
    case "authorization_pending":
      return { kind: "wait", pace: { intervalMs: pace.intervalMs, unanswered: 0 } };
    case "temporarily_unavailable":
    case "server_error":
      return decideAfterPoll(null, pace);
    case "slow_down":
      return { kind: "wait", pace: { intervalMs: pace.intervalMs + SLOW_DOWN_MS, unanswered: 0 } };
    default:
      return { kind: "stop", error: deviceError(answer.error) };
  }
}

/** Until the next poll: a little over the interval, doubled for each poll without an answer, three times at most. */
export function pollDelay({ intervalMs, unanswered }: PollPace): number {
  return Math.ceil(intervalMs * MARGIN * 2 ** Math.min(unanswered, MAX_BACK_OFF));
}

export interface PollPorts {
  readonly wait: Wait;
  /** Milliseconds of the local clock. */
  readonly now: () => number;
  /** Told before each wait how long the code is still good. */
  readonly onWaiting?: (remainingMs: number) => void;
}

/**
 * Polls until the person has agreed and resolves to the ID token, unverified. Rejects with a sentence when it was
 * refused, when the code has expired, and with `interrupted` when the client's signal fires.
 */
export async function awaitApproval(client: DeviceClient, code: DeviceCode, ports: PollPorts): Promise<string> {
  const remaining = countDown(code.expiresInSeconds * 1000, ports.now);
  let pace: PollPace = { intervalMs: code.intervalSeconds * 1000, unanswered: 0 };
  for (;;) {
    const left = remaining(0);
    ports.onWaiting?.(left);
    const delay = Math.min(pollDelay(pace), left);
    await ports.wait(delay, client.signal);
    throwIfInterrupted(client.signal);
    if (remaining(delay) <= 0) throw deviceError("expired_token");
    const decision = decideAfterPoll(await pollDeviceToken(client, code.deviceCode), pace);
    if (decision.kind === "done") return decision.idToken;
    if (decision.kind === "stop") throw decision.error;
    pace = decision.pace;
  }
}

/** What is left of `totalMs`, by the clock or by the time waited, whichever says less: a clock may be set back. */
function countDown(totalMs: number, now: () => number): (waitedMs: number) => number {
  const start = now();
  let waited = 0;
  return (waitedMs) => {
    waited += waitedMs;
    return Math.max(0, totalMs - Math.max(waited, now() - start));
  };
}
