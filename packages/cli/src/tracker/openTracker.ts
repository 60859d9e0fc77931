import { type Config, DailyleetError } from "@dailyleet/core";
import { unusedEmulators } from "../cloud/emulators.ts";
import type { Context } from "../context.ts";
import type { GlobalOptions } from "../terminal/options.ts";
import { note } from "../terminal/output.ts";
import { openLocalTracker } from "./localTracker.ts";
import type { Tracker } from "./tracker.ts";

export interface TrackerOptions extends GlobalOptions {
  /** False: a cloud that is slow to answer is not waited for, and what was changed stays `pending`. */
  readonly waits?: boolean | undefined;
}

/**
 * Opens the person's ticks for the time of `use`. Throws `usage` for an unknown profile, `signin-needed` when the
 * cloud is configured and nobody is signed in, and what opening the database throws.
 */
export async function withTracker<T>(
  context: Context,
  config: Config,
  options: TrackerOptions,
  use: (tracker: Tracker) => Promise<T>,
): Promise<T> {
  const tracker = await openTracker(context, config, options);
  try {
    return await use(tracker);
  } finally {
    tracker.close();
  }
}

async function openTracker(context: Context, config: Config, options: TrackerOptions): Promise<Tracker> {
  const { profile, waits } = options;
  if (config.firebase === undefined) {
    const sentence = unusedEmulators(context.env);
    if (sentence !== null) note(context, sentence);
    return openLocalTracker(context, profile);
  }
  if (profile !== undefined) {
    throw new DailyleetError(
      "usage",
      "Profiles are for local mode, and this computer is in cloud mode; leave out --profile.",
    );
  }
  const { openCloudTracker } = await import("../cloud/cloudTracker.ts");
  return openCloudTracker(context, config, waits);
}
