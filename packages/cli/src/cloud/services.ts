import {
  createHttp,
  FIRESTORE_ORIGIN,
  GOOGLE_DEVICE_ENDPOINTS,
  type HttpPorts,
  type IdentityOptions,
} from "@dailyleet/client";
import { type SiteConfig, usageError } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { emulatorNotes, emulatorsOf } from "./emulators.ts";

/** Google's services, or emulators on this computer. */
export type Services = ReturnType<typeof servicesOf>;

/** The endpoints of Google's device flow, its public keys (a JSON Web Key Set), and the trusted issuers of ID tokens. */
const GOOGLE = {
  ...GOOGLE_DEVICE_ENDPOINTS,
  keys: "https://www.googleapis.com/oauth2/v3/certs",
  issuers: ["https://accounts.google.com", "accounts.google.com"],
};

const GOOGLE_IDENTITY = "https://securetoken.googleapis.com";

/** Throws `usage` without a `firebase` section and `bad-config` for emulators that are not on this computer. */
export function servicesOf(context: Context, { firebase }: SiteConfig, network: Network) {
  if (firebase === undefined) {
    const sentence =
      "Local mode needs no sign-in; to join a site, give its address, as in 'dailyleet login https://my-project.web.app'.";
    throw usageError(sentence);
  }
  const emulators = emulatorsOf(context.env);
  const { auth, firestore, google } = emulators;
  const http = createHttp(network);
  const identity: IdentityOptions = { http, apiKey: firebase.apiKey, ...(auth && { base: auth }) };
  return {
    http,
    projectId: firebase.projectId,
    identity,
    google: google
      ? { device: `${google}/device/code`, token: `${google}/token`, keys: `${google}/jwks`, issuers: [google] }
      : GOOGLE,
    firestoreOrigin: firestore ?? FIRESTORE_ORIGIN,
    /** Origin and project that issue the person's tokens. A token is sent only to its issuer. */
    issuer: `${auth ?? GOOGLE_IDENTITY}/${firebase.projectId}`,
    /** Notes for the person that name the emulators in use. */
    notes: emulatorNotes(emulators),
  };
}

export type Network = Pick<HttpPorts, "transport" | "wait">;

/**
 * Times out after `deadlineMs` without an answer, counted over all requests, retries and pauses. The change is durable
 * on this computer already, so nobody should wait for a dead network.
 */
export function withDeadline({ transport, wait }: Network, deadlineMs: number, now = () => performance.now()): Network {
  let waitingSince: number | null = null;
  const left = () => {
    waitingSince ??= now();
    return Math.max(0, waitingSince + deadlineMs - now());
  };
  return {
    async transport(request) {
      const ms = left();
      if (ms === 0) throw Object.assign(new Error("ETIMEDOUT"), { code: "ETIMEDOUT" });
      const response = await transport({ ...request, timeoutMs: Math.min(request.timeoutMs, ms) });
      waitingSince = null;
      return response;
    },
    wait: (ms, signal) => wait(Math.min(ms, left()), signal),
  };
}
