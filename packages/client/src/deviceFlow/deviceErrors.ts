import { DailyleetError, type ErrorCode, isRecord } from "@dailyleet/core";
import { complaintOf, jsonOf } from "../http/answer.ts";
import { isTransient } from "../http/http.ts";
import type { HttpResponse } from "../http/transport.ts";

export const DEVICE_SERVER = "the device sign-in service";

/**
 * The OAuth error code of an answer, which alone decides: Google's HTTP status 403 has two meanings. Null when
 * the body has none or the server is in trouble itself, so that nothing is decided. Google's start endpoint
 * writes `error_code`.
 */
export function oauthErrorOf(response: HttpResponse): string | null {
  if (isTransient(response.status)) return null;
  const json = jsonOf(response);
  if (!isRecord(json)) return null;
  const code = json.error ?? json.error_code;
  if (typeof code === "string" && code !== "") return code;
  // Google's general front end answers in its own form.
  const status = complaintOf(response)?.status;
  return status === "INVALID_ARGUMENT" || status === "PERMISSION_DENIED" ? "invalid_request" : null;
}

const SENTENCES: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  access_denied: ["signin-failed", "The sign-in was refused on the other device; sign in again when you like."],
  expired_token: ["signin-failed", "The code has expired before anybody entered it; sign in again for a new one."],
  invalid_grant: ["signin-failed", "The code was used or is not valid any more; sign in again for a new one."],
  no_id_token: ["signin-failed", "Google's answer does not say who signed in; sign in again."],
  untrusted_page: [
    "signin-failed",
    "The sign-in page that was named is not one of Google's; do not go there, check your connection, then sign in again.",
  ],
  invalid_client: [
    "bad-config",
    "Google does not know this client; set 'google' in the configuration to a client of the type 'TVs and Limited Input devices'.",
  ],
  unauthorized_client: [
    "bad-config",
    "This client may not sign in by code; set 'google' in the configuration to a client of the type 'TVs and Limited Input devices'.",
  ],
  unsupported_grant_type: [
    "bad-config",
    "This client cannot sign in by code; set 'google' in the configuration to a client of the type 'TVs and Limited Input devices'.",
  ],
  invalid_scope: [
    "bad-config",
    "This client may not ask for name and e-mail address; allow openid, email and profile on its consent screen.",
  ],
  admin_policy_enforced: [
    "signin-failed",
    "Your organisation does not allow this program; ask its administrator, or sign in with another account.",
  ],
  org_internal: [
    "signin-failed",
    "Only members of the owner's organisation may sign in here; sign in with an account of it.",
  ],
  rate_limit_exceeded: ["unavailable", "Too many sign-ins were started; wait some minutes, then sign in again."],
  temporarily_unavailable: ["unavailable", "The sign-in service is busy; try again in some minutes."],
};

/** The sentence for a code of OAuth or Google; null stands for an answer without a code. */
export function deviceError(code: string | null): DailyleetError {
  if (code === null) {
    return new DailyleetError(
      "unavailable",
      `The answer from ${DEVICE_SERVER} could not be understood; try again later.`,
    );
  }
  const known = Object.hasOwn(SENTENCES, code) ? SENTENCES[code] : undefined;
  if (known) return new DailyleetError(...known);
  const named = /^[a-z_]{1,60}$/.test(code) ? ` (${code})` : "";
  return new DailyleetError("signin-failed", `The sign-in service ended the sign-in${named}; sign in again.`);
}
