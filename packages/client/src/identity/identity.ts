import { isRecord, openPath, parseDataPath } from "@dailyleet/core";
import { isSuccess, jsonOf, unreadable } from "../http/answer.ts";
import { formEncode, type Http, type HttpCall, urlEncode } from "../http/http.ts";
import { failedSignIn, refreshError, IDENTITY_SERVER as SERVER, signInError } from "./identityErrors.ts";

export interface IdentityOptions {
  readonly http: Http;
  readonly apiKey: string;
  /** Origin of an Auth emulator or of the embedded server; Google's own services where absent. */
  readonly base?: string;
}

/** A person's tokens. */
export interface Tokens {
  readonly uid: string;
  readonly idToken: string;
  /** May differ from the one that was sent: keep this one. */
  readonly refreshToken: string;
  readonly expiresInSeconds: number;
}

export interface SignIn extends Tokens {
  readonly email?: string;
  readonly name?: string;
}

/**
 * Signs in to the Firebase project with an ID token of Google's. Rejects with `signin-failed`, a sentence for
 * each cause, or `unavailable`.
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
  const json = jsonOf(response);
  if (!isRecord(json)) throw unreadable(SERVER);
  if (json.needConfirmation === true) throw failedSignIn("FEDERATED_USER_ID_ALREADY_LINKED");
  return {
    ...readTokens(json.localId, json.idToken, json.refreshToken, json.expiresIn),
    ...(typeof json.email === "string" && { email: json.email }),
    ...(typeof json.displayName === "string" && { name: json.displayName }),
  };
}

/**
 * New tokens for a refresh token. Rejects with `signin-needed` only when the sign-in has ended; whatever else
 * goes wrong is `unavailable` and may pass.
 * Source: https://firebase.google.com/docs/reference/rest/auth#section-refresh-token
 */
export async function refreshIdToken(options: IdentityOptions, refreshToken: string): Promise<Tokens> {
  const response = await post(options, "securetoken.googleapis.com/v1/token", {
    form: { grant_type: "refresh_token", refresh_token: refreshToken },
  });
  if (!isSuccess(response)) throw refreshError(response);
  const json = jsonOf(response);
  if (!isRecord(json)) throw unreadable(SERVER);
  return readTokens(json.user_id, json.id_token, json.refresh_token, json.expires_in);
}

function post({ http, apiKey, base }: IdentityOptions, service: string, body: Pick<HttpCall, "json" | "form">) {
  const url = `${base === undefined ? "https:/" : base}/${service}?key=${urlEncode(apiKey)}`;
  return http({ method: "POST", url, server: SERVER, retry: true, ...body });
}

function readTokens(uid: unknown, idToken: unknown, refreshToken: unknown, expiresIn: unknown): Tokens {
  const expiresInSeconds = Number(expiresIn);
  if (!isUid(uid) || !isToken(idToken) || !isToken(refreshToken) || !(expiresInSeconds > 0)) throw unreadable(SERVER);
  return { uid, idToken, refreshToken, expiresInSeconds };
}

/** What can stand in a document's path. */
function isUid(value: unknown): value is string {
  return typeof value === "string" && value !== "." && value !== ".." && parseDataPath(openPath(value)) !== null;
}

/** What can stand in a header. */
function isToken(value: unknown): value is string {
  return typeof value === "string" && /^[\x21-\x7e]+$/.test(value);
}
