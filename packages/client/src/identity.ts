import {
  type DailyleetError,
  hasCode,
  openPath,
  own,
  parseDataPath,
  signInFailed,
  signInNeeded,
  unavailableError,
} from "@dailyleet/core";
import { readRecord, unreadable } from "./answers.ts";
import { answerError, complaintOf } from "./failures.ts";
import { formEncode, type Http, type HttpCall, type HttpResponse, isSuccess, isTransient, urlEncode } from "./http.ts";

export interface IdentityOptions {
  readonly http: Http;
  readonly apiKey: string;
  /** Origin of an Auth emulator or of the embedded server. Default: Google's services. */
  readonly base?: string;
}

export interface Tokens {
  readonly uid: string;
  readonly idToken: string;
  /** May differ from the token that was sent; keep this one. */
  readonly refreshToken: string;
  readonly expiresInSeconds: number;
}

export interface SignIn extends Tokens {
  readonly email?: string;
  readonly name?: string;
}

/**
 * Signs in to the Firebase project with Google's ID token. Rejects with `signin-failed` and a message for each cause, or
 * with `unavailable`.
 * Source: https://firebase.google.com/docs/reference/rest/auth#section-sign-in-with-oauth-credential
 */
export async function signInWithIdp(options: IdentityOptions, googleIdToken: string): Promise<SignIn> {
  const response = await post(options, "identitytoolkit.googleapis.com/v1/accounts:signInWithIdp", {
    json: {
      postBody: formEncode({ id_token: googleIdToken, providerId: "google.com" }),
      requestUri: "http://localhost",
      returnSecureToken: true,
    },
  });
  if (!isSuccess(response)) throw signInError(response);
  const json = readRecord(response, IDENTITY_SERVER);
  if (json.needConfirmation === true) throw failedSignIn("FEDERATED_USER_ID_ALREADY_LINKED");
  return {
    ...readTokens(json.localId, json.idToken, json.refreshToken, json.expiresIn),
    ...(typeof json.email === "string" && { email: json.email }),
    ...(typeof json.displayName === "string" && { name: json.displayName }),
  };
}

/**
 * Gets new tokens for a refresh token. Rejects with `signin-needed` when the sign-in has ended, else with `unavailable`.
 * Source: https://firebase.google.com/docs/reference/rest/auth#section-refresh-token
 */
export async function refreshIdToken(options: IdentityOptions, refreshToken: string): Promise<Tokens> {
  const response = await post(options, "securetoken.googleapis.com/v1/token", {
    form: { grant_type: "refresh_token", refresh_token: refreshToken },
  });
  if (!isSuccess(response)) throw refreshError(response);
  const json = readRecord(response, IDENTITY_SERVER);
  return readTokens(json.user_id, json.id_token, json.refresh_token, json.expires_in);
}

function post({ http, apiKey, base }: IdentityOptions, service: string, body: Pick<HttpCall, "json" | "form">) {
  const url = `${base === undefined ? "https:/" : base}/${service}?key=${urlEncode(apiKey)}`;
  return http({ method: "POST", url, server: IDENTITY_SERVER, retry: true, ...body });
}

function readTokens(uid: unknown, idToken: unknown, refreshToken: unknown, expiresIn: unknown): Tokens {
  const expiresInSeconds = Number(expiresIn);
  if (!isUid(uid) || !isToken(idToken) || !isToken(refreshToken) || !(expiresInSeconds > 0))
    throw unreadable(IDENTITY_SERVER);
  return { uid, idToken, refreshToken, expiresInSeconds };
}

/** Whether a document's path can hold the uid. */
function isUid(value: unknown): value is string {
  return typeof value === "string" && value !== "." && value !== ".." && parseDataPath(openPath(value)) !== null;
}

/** Whether a header can hold the token. */
function isToken(value: unknown): value is string {
  return typeof value === "string" && /^[\x21-\x7e]+$/.test(value);
}

const IDENTITY_SERVER = "the sign-in service";

/** Identity Toolkit's own code, before ' : ' and its free text. */
function toolkitCode(response: HttpResponse): string {
  return complaintOf(response)?.message.split(" : ")[0]?.trim() ?? "";
}

const SIGN_IN_ERRORS: Readonly<Record<string, string>> = {
  INVALID_IDP_RESPONSE:
    "The Firebase project did not accept Google's sign-in; allow the client id of 'google.clientId' in its Google provider",
  INVALID_CREDENTIAL_OR_PROVIDER_ID:
    "The Firebase project did not understand Google's sign-in; check that 'google' and 'firebase' in the configuration belong together",
  OPERATION_NOT_ALLOWED: "Sign-in with Google is switched off in the Firebase project; switch its Google provider on",
  USER_DISABLED: "This account is disabled in the Firebase project; ask whoever runs the site",
  USER_NOT_FOUND: "This account was deleted from the Firebase project; ask whoever runs the site",
  EMAIL_EXISTS:
    "Another account of the Firebase project has this e-mail address; sign in with the Google account used before",
  FEDERATED_USER_ID_ALREADY_LINKED:
    "This e-mail address belongs to an account that signs in in another way; sign in with the Google account used before",
  ADMIN_ONLY_OPERATION: "The Firebase project takes no new accounts; ask whoever runs the site",
  CONFIGURATION_NOT_FOUND: "Firebase Authentication is not set up in the project; follow the deployment guide",
  PROJECT_NOT_FOUND: "The Firebase project does not exist; correct 'firebase' in the configuration",
};

const API_KEY_FAULT = "The Firebase project did not accept the API key; correct 'firebase.apiKey' in the configuration";
const PASSING = /^(TOO_MANY_ATTEMPTS_TRY_LATER|QUOTA_EXCEEDED|RESET_PASSWORD_EXCEED_LIMIT)$/;

function signInError(response: HttpResponse): DailyleetError {
  const code = toolkitCode(response);
  const general = answerError(response, IDENTITY_SERVER);
  if (PASSING.test(code)) {
    return unavailableError("The sign-in service is too busy now; try again in some minutes.");
  }
  const isOwners = hasCode(general, "site-fault");
  if (isOwners || isTransient(response.status) || (code === "" && hasCode(general, "unavailable"))) return general;
  return failedSignIn(code, isApiKeyFault(response) ? API_KEY_FAULT : undefined);
}

function failedSignIn(code: string, sentence = own(SIGN_IN_ERRORS, code)): DailyleetError {
  const cause = sentence ?? "The sign-in service refused the sign-in; check the configuration";
  const named = /^[A-Z_]{3,60}$/.test(code) ? ` (${code})` : "";
  return signInFailed(`${cause}, then sign in again${named}.`);
}

/** A bad key is the free text 'API key not valid…'; a missing or restricted one is PERMISSION_DENIED. */
function isApiKeyFault(response: HttpResponse): boolean {
  const complaint = complaintOf(response);
  return complaint?.status === "PERMISSION_DENIED" || /^API[ _]key/i.test(complaint?.message ?? "");
}

/** The codes by which the service ends a sign-in. */
const ENDED: Readonly<Record<string, string>> = {
  TOKEN_EXPIRED: "The sign-in has expired; sign in again.",
  USER_DISABLED: "This account is disabled in the Firebase project; ask whoever runs the site, then sign in again.",
  USER_NOT_FOUND: "This account was deleted from the Firebase project; sign in again.",
  INVALID_REFRESH_TOKEN: "The sign-in is no longer valid; sign in again.",
  MISSING_REFRESH_TOKEN: "The sign-in is not complete; sign in again.",
  PROJECT_NUMBER_MISMATCH: "The sign-in belongs to another Firebase project; sign in again.",
};

function refreshError(response: HttpResponse): DailyleetError {
  const ended = own(ENDED, toolkitCode(response));
  if (ended !== undefined) return signInNeeded(ended);
  const general = answerError(response, IDENTITY_SERVER);
  if (hasCode(general, "site-fault")) return general;
  if (isApiKeyFault(response)) return unavailableError(`${API_KEY_FAULT}.`);
  return unavailableError(`The sign-in could not be renewed (${response.status}); try again later.`);
}

interface IdTokenPorts {
  /** The stored refresh token; null when nobody is signed in. */
  readonly load: () => Promise<string | null>;
  /** Replaces `previous` by `next`; must do nothing if another token is stored meanwhile. */
  readonly save: (next: string, previous: string) => Promise<void>;
  /** `refreshIdToken` with its options. */
  readonly refresh: (refreshToken: string) => Promise<Tokens>;
  /** Milliseconds of the local clock. */
  readonly now: () => number;
}

/** As in the Firebase SDK. */
const MARGIN_MS = 30_000;

/**
 * Returns a source of ID tokens, made from the stored refresh token. Uses an ID token until 30 s before its end,
 * measured from its arrival, so that a wrong clock does no harm. Concurrent callers share a renewal. The source rejects
 * as `refreshIdToken` does, and with `signin-needed` without a refresh token.
 */
export function createIdTokenSource(ports: IdTokenPorts): (fresh?: boolean) => Promise<string> {
  let current: { readonly idToken: string; readonly usableUntil: number } | null = null;
  let underway: Promise<string> | null = null;

  const renew = async () => {
    const tokens = await refreshKept(ports);
    current = { idToken: tokens.idToken, usableUntil: ports.now() + tokens.expiresInSeconds * 1000 - MARGIN_MS };
    return tokens.idToken;
  };

  return async (fresh = false) => {
    if (!fresh && current !== null && ports.now() < current.usableUntil) return current.idToken;
    underway ??= renew().finally(() => {
      underway = null;
    });
    return underway;
  };
}

async function refreshKept({ load, save, refresh }: IdTokenPorts): Promise<Tokens> {
  let kept = await load();
  for (;;) {
    if (kept === null) throw signInNeeded("Nobody is signed in; sign in and repeat.");
    try {
      const tokens = await refresh(kept);
      if (tokens.refreshToken !== kept) await save(tokens.refreshToken, kept);
      return tokens;
    } catch (error) {
      // Another process may have renewed the token meanwhile, which invalidates the old token.
      const newer = hasCode(error, "signin-needed") ? await load() : kept;
      if (newer === kept) throw error;
      kept = newer;
    }
  }
}
