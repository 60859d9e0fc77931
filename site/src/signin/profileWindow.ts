import { DailyleetError, isRecord } from "@dailyleet/core";

export const CLOSED = "The sign-in window was closed before you signed in; try again.";
export const failure = (sentence: string) => new DailyleetError("signin-failed", sentence);

/** The local server's window with the computer's profiles, opened from a click; null where the browser blocks it. */
export const openProfileWindow = () => window.open("/signin", "dailyleet-signin", FEATURES);

const FEATURES = "popup,width=480,height=640";
const CLOSED_CHECK_MS = 300;

/** The credential that the window posts. Rejects when the person closes the window. */
export function credentialOf(opened: Window, onChosen = () => {}): Promise<string> {
  const over = new AbortController();
  const answer = new Promise<string>((resolve, reject) => {
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.origin !== location.origin || event.source !== opened) return;
      const { data } = event;
      if (isRecord(data) && data.type === "dailyleet:signin" && typeof data.credential === "string") {
        onChosen();
        resolve(data.credential);
      }
    };
    window.addEventListener("message", onMessage, { signal: over.signal });
    // A window that closed itself has posted its message, which may still be queued.
    const check = setInterval(
      () => opened.closed && setTimeout(() => reject(failure(CLOSED)), CLOSED_CHECK_MS),
      CLOSED_CHECK_MS,
    );
    over.signal.addEventListener("abort", () => clearInterval(check));
  });
  return answer.finally(() => over.abort());
}
