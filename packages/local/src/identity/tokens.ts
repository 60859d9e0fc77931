import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { LOCAL_PROJECT_ID } from "@dailyleet/core";
import type { Database } from "../storage/database/connection.ts";
import type { Profile } from "../storage/profiles.ts";

export const ID_TOKEN_SECONDS = 3600;

/**
 * Seconds that a token is good for. `id`: shown with every request. `refresh`: asks for a new ID token, without an end.
 * `credential`: the sign-in window hands it to the page, and the page to `signInWithIdp`.
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

    /** The claims of a valid token, or what is wrong with it. */
    verify(kind: TokenKind, token: string): Claims | "invalid" | "expired" {
      const payload = token.split(".")[1] ?? "";
      // Compare the texts: base64url can encode the same bytes in several ways.
      if (!isSame(token, seal(secret, kind, payload))) return "invalid";
      const claims: Claims = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
      return claims.exp !== undefined && Number(claims.exp) <= seconds() ? "expired" : claims;
    },
  };
}

/** Each kind has a key of its own, so that no token passes for another kind. The header is fixed, and never read. */
function seal(secret: string, kind: TokenKind, payload: string): string {
  const signed = `${HEADER}.${payload}`;
  return `${signed}.${createHmac("sha256", `${kind}:${secret}`).update(signed).digest("base64url")}`;
}

/** Takes as long for equal texts as for others of their length. */
export function isSame(a: string, b: string): boolean {
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

export const PROVIDER = "google.com";

/**
 * The tokens of a person who is signed in, with the claims of Firebase's ID tokens. `authTime`: when they signed in,
 * seconds since the epoch. Source: https://firebase.google.com/docs/rules/rules-and-auth
 */
export function issueSession(tokens: TokenSigner, { uid, name }: Profile, authTime: number) {
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
