import { type Config, DailyleetError } from "@dailyleet/core";
import { unusedEmulators } from "../cloud/emulators.ts";
import type { Context } from "../context.ts";
import type { GlobalOptions } from "../terminal/options.ts";
import { note } from "../terminal/output.ts";
import { openLocalTracker } from "./localTracker.ts";
import type { Tracker } from "./tracker.ts";

export interface TrackerOptions extends GlobalOptions {
  /** False: don't wait for a slow cloud; changes stay `pending`. */
  readonly waits?: boolean | undefined;
}

/**
 * Opens the person's ticks for the time of `use`. Throws `usage` for an unknown profile, `signin-needed` when the
 * cloud is configured and nobody is signed in, and what opening the database throws.
 */
export async function withTracker<T>(
  context: Context,
  config: Config,
  { profile, waits }: TrackerOptions,
  use: (tracker: Tracker) => Promise<T>,
): Promise<T> {
  const isLocal = config.firebase === undefined;
  if (!isLocal && profile !== undefined) {
    throw new DailyleetError(
      "usage",
      "Profiles are for local mode, and this computer is in cloud mode; leave out --profile.",
    );
  }
  const unused = isLocal ? unusedEmulators(context.env) : null;
  if (unused !== null) note(context, unused);
  const tracker = isLocal
    ? openLocalTracker(context, config, profile)
    : await (await import("../cloud/cloudTracker.ts")).openCloudTracker(context, config, waits);
  try {
    return await use(tracker);
  } finally {
    tracker.close();
  }
}
