import { createPublicKey, type JsonWebKey } from "node:crypto";
import type { HttpResponse } from "@dailyleet/client";
import { DailyleetError, isRecord } from "@dailyleet/core";
import type { Services } from "./services.ts";

/** Key id → public key, as PEM. */
type Keys = Record<string, string>;

/** The library's own tolerance. */
const SKEW_SECONDS = 300;

/**
 * Checks signature, issuer, audience and time of Google's ID token; the time by Google's clock, because this computer's
 * may be wrong. Throws `signin-failed`, and `unavailable` without the public keys. Hides the library's messages, because
 * they contain the token.
 */
export async function checkIdToken(idToken: string, clientId: string, services: Services): Promise<void> {
  const { keys, time } = await fetchKeys(services);
  const claims = await verifiedClaims(idToken, clientId, services.google.issuers, keys);
  if (claims && claims.iat - SKEW_SECONDS <= time && time <= claims.exp + SKEW_SECONDS) return;
  throw new DailyleetError(
    "signin-failed",
    "Google's answer is not a valid sign-in for this program, or is too old; sign in again.",
  );
}

/** The claims, checked by the library except for the time; null when it finds a fault. */
async function verifiedClaims(idToken: string, clientId: string, issuers: readonly string[], keys: Keys) {
  // Slow to load, and only `login` needs it.
  const { OAuth2Client } = await import("google-auth-library/build/src/auth/oauth2client.js");
  // The library takes no other clock than this computer's, so switch off its check of the time.
  Object.assign(OAuth2Client, { CLOCK_SKEW_SECS_: Number.POSITIVE_INFINITY });
  const client = new OAuth2Client({ clientId });
  const anyLifetime = Number.POSITIVE_INFINITY;
  try {
    const ticket = await client.verifySignedJwtWithCertsAsync(idToken, keys, clientId, [...issuers], anyLifetime);
    return ticket.getPayload() ?? null;
  } catch {
    return null;
  }
}

/** The public keys and the server's time in seconds since the epoch. The library's own fetch has no time-out or size limit. */
async function fetchKeys({ http, google, now }: Services): Promise<{ keys: Keys; time: number }> {
  const { status, body, headers } = await http({
    method: "GET",
    url: google.keys,
    server: "Google's key service",
    retry: true,
  });
  const keys = status === 200 ? readKeys(body) : null;
  if (keys !== null) return { keys, time: serverTime(headers) ?? Math.floor(now() / 1000) };
  throw new DailyleetError(
    "unavailable",
    "Google's public keys could not be fetched; check your connection and sign in again.",
  );
}

/** `age` is set by caches. Null where the server sends no date. */
function serverTime({ date = "", age = "0" }: HttpResponse["headers"]): number | null {
  const seconds = Math.floor(Date.parse(date) / 1000) + Number(age);
  return Number.isNaN(seconds) ? null : seconds;
}

/** A JSON Web Key Set, RFC 7517 section 5; null when it is none. */
function readKeys(body: string): Keys | null {
  try {
    const { keys } = JSON.parse(body);
    const known = keys.filter(isRecord).filter((key: JsonWebKey) => typeof key.kid === "string" && key.kty === "RSA");
    return Object.fromEntries(known.map((key: JsonWebKey) => [key.kid, toPem(key)]));
  } catch {
    return null;
  }
}

function toPem(key: JsonWebKey): string {
  return createPublicKey({ key, format: "jwk" }).export({ type: "spki", format: "pem" }).toString();
}
