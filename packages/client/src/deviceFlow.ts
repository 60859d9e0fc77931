import {
  DailyleetError,
  type ErrorCode,
  hasCode,
  isLoopback,
  isRecord,
  own,
  parseJson,
  signInFailed,
  unavailableError,
} from "@dailyleet/core";
import { readRecord, unreadable } from "./answers.ts";
import { complaintOf } from "./failures.ts";
import { type Http, type HttpResponse, isSuccess, isTransient, throwIfInterrupted, type Wait } from "./http.ts";

/** An OAuth client of the type 'TVs and Limited Input devices', and its endpoints. */
export interface DeviceClient {
  readonly http: Http;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Default: Google's. */
  readonly endpoints?: { readonly device: string; readonly token: string };
  readonly signal?: AbortSignal;
}

export interface DeviceCode {
  /** Secret; only the token endpoint gets it. */
  readonly deviceCode: string;
  /** Case-sensitive; show it unchanged. */
  readonly userCode: string;
  readonly verificationUrl: string;
  readonly expiresInSeconds: number;
  /** The least time between two polls. */
  readonly intervalSeconds: number;
}

/** The error `server_error` stands also for no answer and for an answer that decides nothing. */
type PollAnswer = { readonly idToken: string } | { readonly error: string };

export const GOOGLE_DEVICE_ENDPOINTS = {
  device: "https://oauth2.googleapis.com/device/code",
  token: "https://oauth2.googleapis.com/token",
};
const SCOPE = "openid email profile";
const DEFAULT_INTERVAL_S = 5;
const DEFAULT_EXPIRY_S = 600;
const MAX_EXPIRY_S = 3600;

/**
 * Starts the device flow. Rejects with a sentence for each cause. Sources: RFC 8628 section 3.2 and
 * https://developers.google.com/identity/protocols/oauth2/limited-input-device. Google writes `verification_url` for
 * the RFC's `verification_uri`.
 */
export async function requestDeviceCode(client: DeviceClient): Promise<DeviceCode> {
  const { device } = client.endpoints ?? GOOGLE_DEVICE_ENDPOINTS;
  const response = await post(client, device, { scope: SCOPE }, true);
  if (!isSuccess(response)) throw deviceError(oauthErrorOf(response));
  const json = readRecord(response, DEVICE_SERVER);
  const verificationUrl = json.verification_url ?? json.verification_uri;
  if (!isText(json.device_code) || !isText(json.user_code) || !isText(verificationUrl)) throw unreadable(DEVICE_SERVER);
  if (!isTrustedPage(verificationUrl, device)) throw deviceError("untrusted_page");
  return {
    deviceCode: json.device_code,
    userCode: json.user_code,
    verificationUrl,
    expiresInSeconds: Math.min(positive(json.expires_in, DEFAULT_EXPIRY_S), MAX_EXPIRY_S),
    intervalSeconds: positive(json.interval, DEFAULT_INTERVAL_S),
  };
}

interface PollPorts {
  readonly wait: Wait;
  /** Milliseconds of the local clock. */
  readonly now: () => number;
  /** Called before each wait with the remaining lifetime of the code in milliseconds. */
  readonly onWaiting?: (remainingMs: number) => void;
}

const NO_DECISION = "server_error";
const SLOW_DOWN_MS = 5_000;
const MAX_BACK_OFF = 3;
/**
 * Waits a tenth longer: the clocks of some virtual machines run fast, and an early poll makes all further waits five
 * seconds longer.
 */
const MARGIN = 1.1;

/**
 * Polls until the person has agreed and resolves to the ID token, unverified. Rejects with a sentence when the sign-in
 * was refused or the code has expired, and with `interrupted` when the client's signal fires.
 * Source: RFC 8628 section 3.5
 */
export async function awaitApproval(client: DeviceClient, code: DeviceCode, ports: PollPorts): Promise<string> {
  const remaining = countDown(code.expiresInSeconds * 1000, ports.now);
  let intervalMs = code.intervalSeconds * 1000;
  // The number of consecutive polls without an answer; each doubles the pause.
  let unanswered = 0;
  for (;;) {
    const left = remaining(0);
    ports.onWaiting?.(left);
    const delay = Math.min(Math.ceil(intervalMs * MARGIN * 2 ** Math.min(unanswered, MAX_BACK_OFF)), left);
    await ports.wait(delay, client.signal);
    throwIfInterrupted(client.signal);
    if (remaining(delay) <= 0) throw deviceError("expired_token");
    const answer = await pollDeviceToken(client, code.deviceCode);
    if ("idToken" in answer) return answer.idToken;
    const { error } = answer;
    if (error === "temporarily_unavailable" || error === NO_DECISION) unanswered++;
    else if (error === "authorization_pending" || error === "slow_down") unanswered = 0;
    else throw deviceError(error);
    if (error === "slow_down") intervalMs += SLOW_DOWN_MS;
  }
}

/**
 * Returns a function that gives the rest of `totalMs`, by the clock or by the time waited, whichever is less: the clock
 * may be set back.
 */
function countDown(totalMs: number, now: () => number): (waitedMs: number) => number {
  const start = now();
  let waited = 0;
  return (waitedMs) => {
    waited += waitedMs;
    return Math.max(0, totalMs - Math.max(waited, now() - start));
  };
}

export async function pollDeviceToken(client: DeviceClient, deviceCode: string): Promise<PollAnswer> {
  const { token } = client.endpoints ?? GOOGLE_DEVICE_ENDPOINTS;
  const form = { device_code: deviceCode, grant_type: "urn:ietf:params:oauth:grant-type:device_code" };
  try {
    const response = await post(client, token, form, false);
    if (!isSuccess(response)) return { error: oauthErrorOf(response) ?? NO_DECISION };
    const json = parseJson(response.body);
    if (!isRecord(json) || !isText(json.access_token)) return { error: NO_DECISION };
    return isText(json.id_token) ? { idToken: json.id_token } : { error: "no_id_token" };
  } catch (error) {
    if (hasCode(error, "unavailable")) return { error: NO_DECISION };
    throw error;
  }
}

/** The client names itself in both requests (RFC 8628 section 3.1), always in the form. */
function post(client: DeviceClient, url: string, form: Readonly<Record<string, string>>, retry: boolean) {
  const { http, clientId, clientSecret, signal } = client;
  const signed = { client_id: clientId, client_secret: clientSecret, ...form };
  return http({ method: "POST", url, server: DEVICE_SERVER, form: signed, retry, ...(signal && { signal }) });
}

/** A forged answer could send the person to the attacker's page. */
function isTrustedPage(address: string, endpoint: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.username !== "" || url.password !== "") return false;
  if (endpoint === GOOGLE_DEVICE_ENDPOINTS.device && !/(^|\.)google\.com$/.test(url.hostname)) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** Reads a number that servers may omit, garble, or send as text. */
function positive(value: unknown, otherwise: number): number {
  const number = typeof value === "number" || isText(value) ? Number(value) : Number.NaN;
  return number > 0 ? number : otherwise;
}

const DEVICE_SERVER = "the device sign-in service";

/**
 * The OAuth error code in the body, because Google's HTTP status 403 has two meanings. Null if the body has none, or if
 * the server has a problem of its own. Google's endpoint for device codes writes `error_code`.
 */
function oauthErrorOf(response: HttpResponse): string | null {
  const json = parseJson(response.body);
  if (isTransient(response.status) || !isRecord(json)) return null;
  const code = json.error ?? json.error_code;
  if (isText(code)) return code;
  // Google's general front end answers in its own form.
  const status = complaintOf(response)?.status;
  return status === "INVALID_ARGUMENT" || status === "PERMISSION_DENIED" ? "invalid_request" : null;
}

const OTHER_CLIENT = "set 'google' in the configuration to a client of the type 'TVs and Limited Input devices'";

const SENTENCES: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  access_denied: ["signin-failed", "The sign-in was refused on the other device; sign in again when you like."],
  expired_token: ["signin-failed", "The code has expired before anybody entered it; sign in again for a new one."],
  invalid_grant: ["signin-failed", "The code was used or is not valid any more; sign in again for a new one."],
  no_id_token: ["signin-failed", "Google's answer does not say who signed in; sign in again."],
  untrusted_page: [
    "signin-failed",
    "The sign-in page that was named is not one of Google's; do not go there, check your connection, then sign in again.",
  ],
  invalid_client: ["bad-config", `Google does not know this client; ${OTHER_CLIENT}.`],
  unauthorized_client: ["bad-config", `This client may not sign in by code; ${OTHER_CLIENT}.`],
  unsupported_grant_type: ["bad-config", `This client cannot sign in by code; ${OTHER_CLIENT}.`],
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
function deviceError(code: string | null): DailyleetError {
  if (code === null) {
    const sentence = `The answer from ${DEVICE_SERVER} could not be understood; try again later.`;
    return unavailableError(sentence);
  }
  const known = own(SENTENCES, code);
  if (known) return new DailyleetError(...known);
  const named = /^[a-z_]{1,60}$/.test(code) ? ` (${code})` : "";
  return signInFailed(`The sign-in service ended the sign-in${named}; sign in again.`);
}
