import { DailyleetError } from "@dailyleet/core";

const UNREACHABLE = "The sign-in service could not be reached; check the network and try again.";

export const BLOCKED = "The sign-in window was blocked; allow pop-up windows for this page and try again.";
export const CLOSED = "The sign-in window was closed before the sign-in was complete; try again.";

/** Codes of the Firebase SDK; source: https://firebase.google.com/docs/reference/js/auth#autherrorcodes */
const SENTENCES: Readonly<Record<string, string>> = {
  "auth/popup-blocked": BLOCKED,
  "auth/popup-closed-by-user": CLOSED,
  "auth/cancelled-popup-request": CLOSED,
  "auth/user-cancelled": "The sign-in was refused at Google; try again and allow it.",
  "auth/network-request-failed": UNREACHABLE,
  "auth/timeout": UNREACHABLE,
  // The script that opens the window did not load.
  "auth/internal-error": UNREACHABLE,
  "auth/unauthorized-domain":
    "This address is not allowed to sign in; add it to the authorised domains of the Firebase project.",
  "auth/operation-not-allowed": "Google sign-in is switched off; switch it on in the Firebase project.",
  "auth/user-disabled": "This account is disabled; ask the person who runs this site.",
};

/** What a failed sign-in means, in a sentence. The SDK's own error may hold more than a console should show. */
export function signInFault(error: unknown): DailyleetError {
  if (error instanceof DailyleetError) return error;
  const code = codeOf(error);
  const sentence = SENTENCES[code] ?? "The sign-in did not succeed; try again.";
  return new DailyleetError("signin-failed", code === "" ? sentence : `${sentence} (${code})`);
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : "";
  return typeof code === "string" && /^auth\/[a-z-]{1,60}$/.test(code) ? code : "";
}
