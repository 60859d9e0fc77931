import {
  applyChanges,
  type CivilDate,
  type Config,
  hasCode,
  NO_SETTINGS,
  type PersonSettings,
  type SettingChange,
} from "@dailyleet/core";
import { configOf, type Settings } from "../files/settings.ts";
import { todayOf } from "../terminal/dates.ts";
import type { GlobalOptions } from "../terminal/options.ts";
import type { CommandContext } from "../verb.ts";
import { makeChanges } from "./makeChanges.ts";
import { withTracker } from "./openTracker.ts";
import type { ChangeResult, Tracker } from "./tracker.ts";

/** The configuration before a change of settings. */
export interface Situation {
  readonly config: Config;
  readonly today: CivilDate;
}

interface SettingsChange {
  /** Names the change for `undo`. */
  readonly command: string;
  /** Throws `usage`. */
  changesFor(situation: Situation): readonly SettingChange[];
  /** Whether the person accepts the change of the configuration; default: yes. */
  isAccepted?(before: Config, after: Config, tracker: Tracker): Promise<boolean>;
}

export interface Settled extends Pick<ChangeResult, "saved"> {
  readonly before: Settings;
  readonly after: Settings;
}

/**
 * Makes the changes as one step of `undo`; null if the person declines. If it throws, as `withTracker` or `changesFor`,
 * nothing has changed.
 */
export async function changeSettings(
  context: CommandContext,
  options: GlobalOptions,
  { command, changesFor, isAccepted = async () => true }: SettingsChange,
): Promise<Settled | null> {
  const settings = context.settings();
  const known = configOf(settings);
  // Refuse a wrong value before a database is created for it.
  changesFor({ config: known, today: todayOf(context, known) });
  return withTracker(context, known, { ...options, purpose: "write" }, async (tracker) => {
    const before = { ...settings, own: await tracker.settings() };
    const config = configOf(before);
    const changes = changesFor({ config, today: todayOf(context, config) });
    const after = { ...before, own: applyChanges<PersonSettings>(before.own, changes) };
    if (!(await isAccepted(config, configOf(after), tracker))) return null;
    const { saved } = await makeChanges(context, tracker, { command, changes });
    return { before, after, saved };
  });
}

/**
 * The current settings: from the cloud if it can be reached, else as last known. Without a sign-in, the site's alone.
 */
export async function askSettings(context: CommandContext, options: GlobalOptions): Promise<Settings> {
  const known = context.settings();
  if (known.site.firebase === undefined) return known;
  try {
    return await withTracker(context, configOf({ ...known, own: NO_SETTINGS }), options, async (tracker) => ({
      ...known,
      own: await tracker.settings(),
    }));
  } catch (error) {
    if (!hasCode(error, "signin-needed")) throw error;
    return { ...known, own: NO_SETTINGS };
  }
}
