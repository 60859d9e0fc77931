import { configError, isLoopback } from "@dailyleet/core";
import type { Env } from "../context.ts";

const VARIABLES = {
  firestore: "FIRESTORE_EMULATOR_HOST",
  auth: "FIREBASE_AUTH_EMULATOR_HOST",
  google: "DAILYLEET_OAUTH_HOST",
} as const;

/** Origins that stand in for Google's services; without one, the real service is used. */
type Emulators = Partial<Record<keyof typeof VARIABLES, string>>;

/**
 * Reads the standard variables. Throws `bad-config` for an emulator on another computer, which would get the person's
 * token.
 */
export function emulatorsOf(env: Env): Emulators {
  const found = Object.entries(VARIABLES).map(([service, variable]) => [service, originOf(env, variable)]);
  return Object.fromEntries(found.filter(([, origin]) => origin !== undefined));
}

export function emulatorNotes({ firestore, auth, google }: Emulators): string[] {
  return [
    firestore && `${VARIABLES.firestore} is set: the database is the emulator at ${firestore}.`,
    auth && `${VARIABLES.auth} is set: sign-in goes to the emulator at ${auth}.`,
    google && `${VARIABLES.google} is set: ${google} stands in for Google.`,
  ].filter((note) => note !== undefined);
}

/** A note that names the set variables, which have no effect in local mode. Null if none is set. */
export function unusedEmulators(env: Env): string | null {
  const names = Object.values(VARIABLES).filter((variable) => env[variable]);
  if (names.length === 0) return null;
  const list = names.join(", ").replace(/, (?=[^,]*$)/, " and ");
  const verb = names.length === 1 ? "has" : "have";
  return `${list} ${verb} no effect in local mode, whose database is on this computer; 'dailyleet login SITE-ADDRESS' joins a site.`;
}

/**
 * The origin that stands in for the practice sites, from `DAILYLEET_SITES`. Throws `bad-config` for another computer.
 */
export function judgesStandIn(env: Env): string | undefined {
  return originOf(env, "DAILYLEET_SITES", "http://");
}

function originOf(env: Env, variable: string, scheme = ""): string | undefined {
  const value = env[variable];
  if (!value) return undefined;
  const host = value.startsWith(scheme) ? value.slice(scheme.length) : "";
  const url = /^[^/@?#\\\s]+:\d{1,5}$/.test(host) ? URL.parse(`http://${host}`) : null;
  if (url && isLoopback(url.hostname)) return `http://${host}`;
  const allowed = `a port of this computer such as ${scheme}127.0.0.1:8080`;
  throw configError(`${variable} is '${value}', but must be ${allowed}; correct it or unset it.`);
}
