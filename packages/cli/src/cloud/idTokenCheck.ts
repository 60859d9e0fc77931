import { createPublicKey, type JsonWebKey } from "node:crypto";
import { DailyleetError, isRecord } from "@dailyleet/core";
import type { Services } from "./services.ts";

/** Key id → public key, as PEM. */
type Keys = Record<string, string>;

/**
 * Checks signature, issuer, audience and time of Google's ID token. Throws `signin-failed`, and `unavailable` when
 * the public keys cannot be had. The library's own messages hold the token, so none of them is passed on.
 */
export async function checkIdToken(idToken: string, clientId: string, services: Services): Promise<void> {
  const keys = await fetchKeys(services);
  // The library takes longer to load than everything else; only `login` needs it.
  const { OAuth2Client } = await import("google-auth-library");
  try {
    const issuers = [...services.google.issuers];
    await new OAuth2Client({ clientId }).verifySignedJwtWithCertsAsync(idToken, keys, clientId, issuers);
  } catch {
    throw new DailyleetError(
      "signin-failed",
      "Google's answer is not a valid sign-in for this program; check that this computer's clock is right, then sign in again.",
    );
  }
}

/** Fetched here and not by the library, which knows no time-out and no size limit. */
async function fetchKeys({ http, google }: Services): Promise<Keys> {
  const { status, body } = await http({ method: "GET", url: google.keys, server: "Google's key service", retry: true });
  const keys = status === 200 ? readKeys(body) : null;
  if (keys !== null) return keys;
  throw new DailyleetError(
    "unavailable",
    "Google's public keys could not be had; check the network and sign in again.",
  );
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
