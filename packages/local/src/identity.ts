import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { LOCAL_PROJECT_ID } from "@dailyleet/core";
import { type Handler, json, Refusal, readJsonObject, refuse } from "./http/messages.ts";
import type { Database } from "./storage/database/connection.ts";
import { type Profile, profileWith } from "./storage/profiles.ts";

export interface IdentityContext {
  readonly database: Database;
  readonly tokens: TokenSigner;
  readonly now: () => number;
  /** The uid of the profile behind another provider's ID token; null for an untrusted token. */
  readonly trustCredential?: ((idToken: string) => Promise<string | null> | string | null) | undefined;
}

/**
 * The part of Google's Identity Toolkit and Secure Token interfaces that the Firebase Auth SDK uses with its
 * emulator: https://firebase.google.com/docs/reference/rest/auth
 */
export function createIdentityRoutes(context: IdentityContext): Handler {
  return (request) => {
    if (!request.query.get("key")) refuse("PERMISSION_DENIED", "The request is missing a valid API key.");
    switch (request.path) {
      case "/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp":
        return signInWithIdp(context, readJsonObject(request.body));
      case "/identitytoolkit.googleapis.com/v1/accounts:lookup":
        return lookup(context, readJsonObject(request.body));
      case "/securetoken.googleapis.com/v1/token":
        return refresh(context, new URLSearchParams(request.body));
      default:
        return refuse("NOT_FOUND", "There is no such method.");
    }
  };
}

async function signInWithIdp(context: IdentityContext, body: Record<string, unknown>) {
  const credential = readCredential(body);
  const profile = await holderOf(context, credential);
  if (!profile) fail("INVALID_IDP_RESPONSE", "The credential is not of this computer's sign-in window, or is too old.");
  const { idToken, refreshToken } = issueSession(context.tokens, profile, Math.floor(context.now() / 1000));
  return json({
    localId: profile.uid,
    providerId: PROVIDER,
    displayName: profile.name,
    idToken,
    refreshToken,
    expiresIn: String(ID_TOKEN_SECONDS),
  });
}

/** The ID token in the form-encoded `postBody`. */
function readCredential({ requestUri, postBody }: Record<string, unknown>): string {
  if (typeof requestUri !== "string" || requestUri === "") fail("MISSING_REQUEST_URI");
  if (!URL.canParse(requestUri)) fail("INVALID_REQUEST_URI");
  const form = new URLSearchParams(typeof postBody === "string" ? postBody : "");
  const provider = form.get("providerId");
  if (!provider) fail("INVALID_CREDENTIAL_OR_PROVIDER_ID", "Invalid IdP response/credential: no providerId.");
  if (provider !== PROVIDER) fail("OPERATION_NOT_ALLOWED", `Only ${PROVIDER} is enabled.`);
  return form.get("id_token") ?? fail("INVALID_IDP_RESPONSE", "There is no id_token.");
}

async function holderOf(context: IdentityContext, credential: string): Promise<Profile | null> {
  const claims = context.tokens.verify("credential", credential);
  const uid = typeof claims === "object" ? claims.sub : await context.trustCredential?.(credential);
  return uid ? profileWith(context.database, uid) : null;
}

function lookup({ database, tokens }: IdentityContext, { idToken }: Record<string, unknown>) {
  if (typeof idToken !== "string" || idToken === "") fail("MISSING_ID_TOKEN");
  const claims = claimsOf(tokens.verify("id", idToken), "INVALID_ID_TOKEN");
  const { uid, name } = profileWith(database, claims.sub) ?? fail("USER_NOT_FOUND");
  const providerUserInfo = [{ providerId: PROVIDER, rawId: uid, displayName: name }];
  return json({ users: [{ localId: uid, displayName: name, providerUserInfo }] });
}

function refresh({ database, tokens }: IdentityContext, form: URLSearchParams) {
  if (form.get("grant_type") !== "refresh_token") fail("INVALID_GRANT_TYPE");
  const refreshToken = form.get("refresh_token") || fail("MISSING_REFRESH_TOKEN");
  const claims = claimsOf(tokens.verify("refresh", refreshToken), "INVALID_REFRESH_TOKEN");
  const profile = profileWith(database, claims.sub) ?? fail("USER_NOT_FOUND");
  const { idToken } = issueSession(tokens, profile, Number(claims.auth_time));
  return json({
    access_token: idToken,
    id_token: idToken,
    refresh_token: refreshToken,
    expires_in: String(ID_TOKEN_SECONDS),
    user_id: profile.uid,
  });
}

function claimsOf(verified: ReturnType<TokenSigner["verify"]>, invalid: string) {
  return typeof verified === "object" ? verified : fail(verified === "expired" ? "TOKEN_EXPIRED" : invalid);
}

/** Ends the request with one of the interface's codes. The SDK cuts off the text from ' : ' on. */
function fail(code: string, text?: string): never {
  const message = text === undefined ? code : `${code} : ${text}`;
  const errors = [{ message, reason: "invalid", domain: "global" }];
  throw new Refusal(json({ error: { code: 400, message, errors } }, 400));
}

const ID_TOKEN_SECONDS = 3600;

/**
 * The lifetime of each kind of token in seconds. An `id` token authorises requests. A `refresh` token gets a new ID
 * token and never expires. The sign-in window gives a `credential` to the page, which sends it to `signInWithIdp`.
 */
const LIFETIMES = { id: ID_TOKEN_SECONDS, refresh: undefined, credential: 300 };
export type TokenKind = keyof typeof LIFETIMES;

interface Claims {
  /** The uid of the person. */
  readonly sub: string;
  readonly [name: string]: unknown;
}

export type TokenSigner = ReturnType<typeof createTokenSigner>;

const HEADER = Buffer.from(JSON.stringify({ alg: "HS256", typ: "JWT" })).toString("base64url");

/** Signs and verifies JSON Web Tokens with HMAC-SHA256. `now` is in milliseconds since the epoch. */
export function createTokenSigner(secret: string, now: () => number) {
  const seconds = () => Math.floor(now() / 1000);

  return {
    sign(kind: TokenKind, claims: Claims): string {
      const lifetime = LIFETIMES[kind];
      const iat = seconds();
      const payload = JSON.stringify({ ...claims, iat, exp: lifetime && iat + lifetime });
      return seal(secret, kind, Buffer.from(payload).toString("base64url"));
    },

    /** The claims of a valid token, or why it is not valid. */
    verify(kind: TokenKind, token: string): Claims | "invalid" | "expired" {
      const payload = token.split(".")[1] ?? "";
      // Compare the texts: base64url can encode the same bytes in several ways.
      if (!isSame(token, seal(secret, kind, payload))) return "invalid";
      const claims: Claims = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
      return claims.exp !== undefined && Number(claims.exp) <= seconds() ? "expired" : claims;
    },
  };
}

/** Each kind has its own key, so that no token passes for another kind. The header is fixed and never read. */
function seal(secret: string, kind: TokenKind, payload: string): string {
  const signed = `${HEADER}.${payload}`;
  return `${signed}.${createHmac("sha256", `${kind}:${secret}`).update(signed).digest("base64url")}`;
}

/** Compares in constant time for texts of one length. */
export function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

const KEY = "token-secret";

/** The secret that signs this data directory's tokens; made at its first use. */
export function tokenSecret(database: Database): string {
  const made = randomBytes(32).toString("base64url");
  database.run("INSERT OR IGNORE INTO meta (key, value) VALUES (?, ?)", KEY, made);
  return database.get<{ value: string }>("SELECT value FROM meta WHERE key = ?", KEY)?.value ?? made;
}

const PROVIDER = "google.com";

/**
 * A signed-in person's tokens, with the claims of Firebase's ID tokens. `authTime` is the time of the sign-in in seconds
 * since the epoch. Source: https://firebase.google.com/docs/rules/rules-and-auth
 */
function issueSession(tokens: TokenSigner, { uid, name }: Profile, authTime: number) {
  const idToken = tokens.sign("id", {
    iss: `https://securetoken.google.com/${LOCAL_PROJECT_ID}`,
    aud: LOCAL_PROJECT_ID,
    sub: uid,
    user_id: uid,
    name,
    auth_time: authTime,
    firebase: { identities: { [PROVIDER]: [uid] }, sign_in_provider: PROVIDER },
  });
  return { idToken, refreshToken: tokens.sign("refresh", { sub: uid, auth_time: authTime }) };
}
