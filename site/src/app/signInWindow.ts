import { DailyleetError, isRecord } from "@dailyleet/core";
import { BLOCKED, CLOSED } from "./signInFault.ts";

const FEATURES = "popup,width=480,height=640";
const CLOSED_CHECK_MS = 300;

/**
 * Opens the local server's sign-in window and waits for the credential that it posts. Must be called from a click.
 * Rejects with `signin-failed` when the window is blocked or closed.
 */
export function askForCredential(): Promise<string> {
  const opened = window.open("/signin", "dailyleet-signin", FEATURES);
  if (opened === null) return Promise.reject(failed(BLOCKED));
  const over = new AbortController();
  const answer = new Promise<string>((resolve, reject) => {
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.origin !== location.origin || event.source !== opened) return;
      const { data } = event;
      if (isRecord(data) && data.type === "dailyleet:signin" && typeof data.credential === "string") {
        resolve(data.credential);
      }
    };
    window.addEventListener("message", onMessage, { signal: over.signal });
    // The message of a window that closes itself is on its way before it counts as closed.
    const check = setInterval(
      () => opened.closed && setTimeout(() => reject(failed(CLOSED)), CLOSED_CHECK_MS),
      CLOSED_CHECK_MS,
    );
    over.signal.addEventListener("abort", () => clearInterval(check));
  });
  return answer.finally(() => over.abort());
}

const failed = (sentence: string) => new DailyleetError("signin-failed", sentence);
