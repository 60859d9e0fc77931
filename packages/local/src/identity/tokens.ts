import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { LOCAL_PROJECT_ID } from "@dailyleet/core";
import type { Database } from "../storage/database/connection.ts";
import type { Profile } from "../storage/profiles.ts";

/**
 * `id`: shown with every request, one hour. `refresh`: asks for a new ID token, no end. `credential`: from the
 * sign-in window to `signInWithIdp`, five minutes.
 */
export type TokenKind = "id" | "refresh" | "credential";

interface Claims {
  /** The uid of the person. */
  readonly sub: string;
  /** Seconds since the epoch. */
  readonly iat: number;
  /** Seconds since the epoch; absent: no end. */
  readonly exp?: number;
  readonly [name: string]: unknown;
}

export type Verified =
  | { readonly fault: null; readonly claims: Claims }
  | { readonly fault: "invalid" | "expired"; readonly claims: null };

export interface TokenSigner {
  /** Signs for `lifetime` seconds from now; null: for good. */
  sign(
    kind: TokenKind,
    claims: { readonly sub: string; readonly [name: string]: unknown },
    lifetime: number | null,
  ): string;
  verify(kind: TokenKind, token: string): Verified;
}

const HEADER = Buffer.from(JSON.stringify({ alg: "HS256", typ: "JWT" })).toString("base64url");
const INVALID: Verified = { fault: "invalid", claims: null };

/** Signs and verifies JSON Web Tokens with HMAC-SHA256. `now` is in milliseconds since the epoch. */
export function createTokenSigner(secret: string, now: () => number): TokenSigner {
  const seconds = () => Math.floor(now() / 1000);

  return {
    sign(kind, claims, lifetime) {
      const iat = seconds();
      const times = lifetime === null ? { iat } : { iat, exp: iat + lifetime };
      return seal(secret, kind, Buffer.from(JSON.stringify({ ...claims, ...times })).toString("base64url"));
    },

    verify(kind, token) {
      const payload = token.split(".")[1] ?? "";
      if (!isSame(token, seal(secret, kind, payload))) return INVALID;
      const claims = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as Claims;
      return claims.exp !== undefined && claims.exp <= seconds()
        ? { fault: "expired", claims: null }
        : { fault: null, claims };
    },
  };
}

/** Each kind has a key of its own, so that no token passes for another kind. The header is fixed, and never read. */
function seal(secret: string, kind: TokenKind, payload: string): string {
  const signed = `${HEADER}.${payload}`;
  return `${signed}.${createHmac("sha256", `${kind}:${secret}`).update(signed).digest("base64url")}`;
}

/** Compares the texts, because base64url can encode the same bytes in several ways. */
function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

const KEY = "token-secret";

/** The secret that signs this data directory's tokens; made at first use. */
export function tokenSecret(database: Database): string {
  const read = () => database.get<{ value: string }>("SELECT value FROM meta WHERE key = ?", KEY)?.value;
  const found = read();
  if (found !== undefined) return found;
  // Of two servers that start at once, the first one's secret counts.
  database.run("INSERT OR IGNORE INTO meta (key, value) VALUES (?, ?)", KEY, randomBytes(32).toString("base64url"));
  return read() ?? "";
}

export const ID_TOKEN_SECONDS = 3600;
const CREDENTIAL_SECONDS = 300;
const PROVIDER = "google.com";

/** The tokens of a person who is signed in. `authTime`: when they signed in, seconds since the epoch. */
export function issueSession(tokens: TokenSigner, profile: Profile, authTime: number) {
  return {
    idToken: tokens.sign("id", idClaims(profile, authTime), ID_TOKEN_SECONDS),
    refreshToken: tokens.sign("refresh", { sub: profile.uid, auth_time: authTime }, null),
  };
}

/** The sign-in window hands it to the page, and the page to `signInWithIdp`. */
export function issueCredential(tokens: TokenSigner, profile: Profile): string {
  return tokens.sign("credential", { sub: profile.uid }, CREDENTIAL_SECONDS);
}

/** As in Firebase's ID tokens: https://firebase.google.com/docs/rules/rules-and-auth */
function idClaims({ uid, name }: Profile, authTime: number) {
  return {
    iss: `https://securetoken.google.com/${LOCAL_PROJECT_ID}`,
    aud: LOCAL_PROJECT_ID,
    sub: uid,
    user_id: uid,
    name,
    auth_time: authTime,
    firebase: { identities: { [PROVIDER]: [uid] }, sign_in_provider: PROVIDER },
  };
}
