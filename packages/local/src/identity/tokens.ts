import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * `id`: shown with every request, one hour. `refresh`: asks for a new ID token, no end. `credential`: from the
 * sign-in window to `signInWithIdp`, five minutes.
 */
export type TokenKind = "id" | "refresh" | "credential";

export interface Claims {
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

/** Each kind has a key of its own, so that one kind never passes for another. The header is never read, but fixed. */
function seal(secret: string, kind: TokenKind, payload: string): string {
  const signed = `${HEADER}.${payload}`;
  return `${signed}.${createHmac("sha256", `${kind}:${secret}`).update(signed).digest("base64url")}`;
}

/** Compares the texts, not the bytes they stand for: base64url can write the same bytes in more than one way. */
function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
