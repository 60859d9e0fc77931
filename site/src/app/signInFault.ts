import { DailyleetError } from "@dailyleet/core";

const UNREACHABLE = "The sign-in service can't be reached; check your connection and try again.";

export const BLOCKED = "Your browser blocked the sign-in window; allow pop-ups for this page and try again.";
export const CLOSED = "The sign-in window was closed before you signed in; try again.";

/** Codes of the Firebase SDK; source: https://firebase.google.com/docs/reference/js/auth#autherrorcodes */
const SENTENCES: Readonly<Record<string, string>> = {
  "auth/popup-blocked": BLOCKED,
  "auth/popup-closed-by-user": CLOSED,
  "auth/cancelled-popup-request": CLOSED,
  "auth/user-cancelled": "Google sign-in was cancelled; try again and allow access.",
  "auth/network-request-failed": UNREACHABLE,
  "auth/timeout": UNREACHABLE,
  // The script that opens the window did not load.
  "auth/internal-error": UNREACHABLE,
  "auth/unauthorized-domain":
    "Sign-in isn't allowed from this address; add it to the authorized domains of the Firebase project.",
  "auth/operation-not-allowed": "Google sign-in is turned off; turn it on in the Firebase project.",
  "auth/user-disabled": "This account is disabled; ask whoever runs this site.",
};

/** What a failed sign-in means, in a sentence. The SDK's own error may hold more than a console should show. */
export function signInFault(error: unknown): DailyleetError {
  if (error instanceof DailyleetError) return error;
  const code = codeOf(error);
  const sentence = SENTENCES[code] ?? "Sign-in failed; try again.";
  return new DailyleetError("signin-failed", code === "" ? sentence : `${sentence} (${code})`);
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : "";
  return typeof code === "string" && /^auth\/[a-z-]{1,60}$/.test(code) ? code : "";
}
