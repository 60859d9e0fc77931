import { isAbsolute } from "node:path";
import { DailyleetError, isZone } from "@dailyleet/core";
import type { Env } from "../context.ts";

/** Unsets empty variables, and lets TZ name a zone rather than the zone's file, which Node takes for UTC. */
export function tidyEnvironment(env: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(env)) if (value === "") delete env[name];
  const path = /^:?(\/.*)/.exec(env.TZ ?? "")?.[1];
  const zone = /\/zoneinfo\/(?:posix\/|right\/)?(.+)$/.exec(path ?? "")?.[1];
  if (path === "/etc/localtime") delete env.TZ;
  else if (zone !== undefined) env.TZ = zone;
}

/** `systemHome` asks the system, and throws for an unknown user. Throws `storage`. */
export function homeDirectory({ HOME }: Env, systemHome: () => string): string {
  if (HOME && isAbsolute(HOME)) return HOME;
  try {
    const home = systemHome();
    if (isAbsolute(home)) return home;
  } catch {
    // The system does not know this user.
  }
  throw new DailyleetError("storage", "There is no home directory to keep data in; set HOME or DAILYLEET_HOME.");
}

/** The IANA name of the zone; null where TZ names none. `resolved` is Intl's name for it. */
export function zoneName({ TZ }: Env, resolved: string | undefined): string | null {
  const isName = resolved !== undefined && isZone(resolved) && resolved !== "Etc/Unknown";
  return isName && (TZ === undefined || isZone(TZ.replace(/^:/, ""))) ? resolved : null;
}

/** Why `zoneName` is null, as the beginning of a sentence. */
export function zoneFault({ TZ }: Env): string {
  return TZ === undefined
    ? "The zone of this computer has no name that calendars know"
    : `TZ is '${TZ}', which names no zone, so days may be another zone's`;
}
