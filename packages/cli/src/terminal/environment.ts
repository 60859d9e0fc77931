import { isAbsolute } from "node:path";
import { DailyleetError, isZone } from "@dailyleet/core";
import type { Env } from "../context.ts";

/**
 * Normalises the environment for the program, its libraries and Node: an empty variable is unset, and TZ names a zone,
 * not the zone's file, which Node takes for UTC.
 */
export function tidyEnvironment(env: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(env)) if (value === "") delete env[name];
  const path = /^:?(\/.*)/.exec(env.TZ ?? "")?.[1];
  const zone = /\/zoneinfo\/(?:posix\/|right\/)?(.+)$/.exec(path ?? "")?.[1];
  if (path === "/etc/localtime") delete env.TZ;
  else if (zone !== undefined) env.TZ = zone;
}

/** `systemHome` asks the system's own list of users, and throws where the person is not in it. Throws `storage`. */
export function homeDirectory({ HOME }: Env, systemHome: () => string): string {
  if (HOME && isAbsolute(HOME)) return HOME;
  try {
    const home = systemHome();
    if (isAbsolute(home)) return home;
  } catch {
    // As below.
  }
  throw new DailyleetError("storage", "There is no home directory to keep data in; set HOME or DAILYLEET_HOME.");
}

/** The zone by the name that calendars know; null where TZ says something else. `resolved` is what Intl makes of it. */
export function zoneName({ TZ }: Env, resolved: string | undefined): string | null {
  const isName = resolved !== undefined && isZone(resolved) && resolved !== "Etc/Unknown";
  return isName && (TZ === undefined || isZone(TZ.replace(/^:/, ""))) ? resolved : null;
}

/** What is wrong where `zoneName` is null; the beginning of a sentence. */
export function zoneFault({ TZ }: Env): string {
  return TZ === undefined
    ? "The zone of this computer has no name that calendars know"
    : `TZ is '${TZ}', which names no zone, so days may be another zone's`;
}
