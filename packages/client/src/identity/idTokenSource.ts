import { DailyleetError, hasCode } from "@dailyleet/core";
import type { Tokens } from "./identity.ts";

export interface IdTokenPorts {
  /** The refresh token that is kept, or null when nobody is signed in. */
  readonly load: () => Promise<string | null>;
  /** Keeps `next` in the place of `previous`. Must do nothing when `previous` is no longer the one kept. */
  readonly save: (next: string, previous: string) => Promise<void>;
  /** `refreshIdToken` with its options. */
  readonly refresh: (refreshToken: string) => Promise<Tokens>;
  /** Milliseconds of the local clock. */
  readonly now: () => number;
}

/** Renewed this long before the end, as the Firebase SDK does. */
const MARGIN_MS = 30_000;

/**
 * ID tokens from a kept refresh token: one is used until 30 s before its end, and whoever asks while a new one
 * is under way gets that. The end is counted on the local clock from the answer's arrival, never read from the
 * token, so a clock that is wrong does no harm. Errors as `refreshIdToken`; `signin-needed` when none is kept.
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

async function refreshKept(ports: IdTokenPorts): Promise<Tokens> {
  const kept = await loadKept(ports);
  try {
    return await refreshWith(ports, kept);
  } catch (error) {
    if (!hasCode(error, "signin-needed")) throw error;
    // Another process may have renewed it meanwhile, which ends the old one.
    const newer = await loadKept(ports);
    if (newer === kept) throw error;
    return refreshWith(ports, newer);
  }
}

async function refreshWith({ refresh, save }: IdTokenPorts, kept: string): Promise<Tokens> {
  const tokens = await refresh(kept);
  if (tokens.refreshToken !== kept) await save(tokens.refreshToken, kept);
  return tokens;
}

async function loadKept({ load }: IdTokenPorts): Promise<string> {
  const kept = await load();
  if (kept === null) throw new DailyleetError("signin-needed", "Nobody is signed in; sign in and repeat.");
  return kept;
}
