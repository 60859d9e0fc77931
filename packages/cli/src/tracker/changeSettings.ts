import {
  applyChanges,
  type CivilDate,
  type Config,
  configFor,
  isDailyleetError,
  NO_SETTINGS,
  type PersonSettings,
  type SettingChange,
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import { loadSite, readSettled } from "../files/settings.ts";
import { todayOf } from "../terminal/dates.ts";
import type { GlobalOptions } from "../terminal/options.ts";
import { withTracker } from "./openTracker.ts";
import { saveUndoably, type Tracker } from "./tracker.ts";

interface Settled {
  readonly before: Config;
  readonly after: Config;
  readonly saved: "local" | "cloud" | "pending" | null;
}

/** What a change of settings begins with. */
export interface Situation {
  readonly config: Config;
  readonly today: CivilDate;
  readonly tracker: Tracker;
}

/**
 * Makes the changes that `changesFor` finds, as one step of `undo` that is named `command`; none where it finds null.
 * Throws as `withTracker` and `changesFor`; then nothing has changed.
 */
export function changeSettings(
  context: Context,
  options: GlobalOptions & { readonly command: string },
  changesFor: (situation: Situation) => readonly SettingChange[] | null | Promise<readonly SettingChange[] | null>,
): Promise<Settled | null> {
  const known = readSettled(context, options);
  return withTracker(context, known, { ...options, purpose: "write" }, async (tracker) => {
    const stored = await tracker.settings();
    const { site } = loadSite(context);
    const before = configFor(site, stored);
    const changes = await changesFor({ config: before, today: todayOf(context, before), tracker });
    if (changes === null) return null;
    const { saved } = await saveUndoably(context, tracker, changes, options.command);
    return { before, after: configFor(site, applyChanges<PersonSettings>(stored, changes)), saved };
  });
}

/** What holds for the person, as the cloud says it now if it can be asked; without a sign-in, what holds for everybody. */
export async function askSettings(context: Context, options: GlobalOptions): Promise<Config> {
  const known = readSettled(context, options);
  if (!known.firebase) return known;
  const { site } = loadSite(context);
  try {
    return await withTracker(context, known, options, async (tracker) => configFor(site, await tracker.settings()));
  } catch (error) {
    if (!isDailyleetError(error)) throw error;
    return error.code === "signin-needed" ? configFor(site, NO_SETTINGS) : known;
  }
}
