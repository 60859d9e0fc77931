import {
  applyChanges,
  type CivilDate,
  type Config,
  configFor,
  hasCode,
  NO_SETTINGS,
  type PersonSettings,
  type SettingChange,
  type SiteConfig,
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import { knownConfig, knownSettings, loadSite } from "../files/settings.ts";
import { todayOf } from "../terminal/dates.ts";
import type { GlobalOptions } from "../terminal/options.ts";
import { withTracker } from "./openTracker.ts";
import { type ChangeResult, saveUndoably, type Tracker } from "./tracker.ts";

/** The site's settings and a person's. */
export interface Settings {
  readonly site: SiteConfig;
  readonly own: PersonSettings;
}

/** What holds for the person with these settings. */
export function configOf({ site, own }: Settings): Config {
  return configFor(site, own);
}

/** What holds for the person before a change of settings. */
export interface Situation {
  readonly config: Config;
  readonly today: CivilDate;
}

interface SettingsChange {
  /** Names the change for `undo`. */
  readonly command: string;
  /** Throws `usage`. */
  changesFor(situation: Situation): readonly SettingChange[];
  /** Whether the person wants what holds `before` to become `after`. */
  isAccepted?(before: Config, after: Config, tracker: Tracker): Promise<boolean>;
}

export interface Settled extends Pick<ChangeResult, "saved"> {
  readonly before: Settings;
  readonly after: Settings;
}

/**
 * Makes the changes as one step of `undo`; null where the person doesn't accept them. Throws as `withTracker` and
 * `changesFor`; then nothing has changed.
 */
export async function changeSettings(
  context: Context,
  options: GlobalOptions,
  { command, changesFor, isAccepted = async () => true }: SettingsChange,
): Promise<Settled | null> {
  const known = knownConfig(context, options);
  // Refuse a wrong value before a database is made for it.
  changesFor({ config: known, today: todayOf(context, known) });
  return withTracker(context, known, { ...options, purpose: "write" }, async (tracker) => {
    const own = await tracker.settings();
    const { site } = loadSite(context);
    const config = configFor(site, own);
    const changes = changesFor({ config, today: todayOf(context, config) });
    const next = applyChanges<PersonSettings>(own, changes);
    if (!(await isAccepted(config, configFor(site, next), tracker))) return null;
    const { saved } = await saveUndoably(context, tracker, changes, command);
    return { before: { site, own }, after: { site, own: next }, saved };
  });
}

/** The settings, as the cloud says them now if it can be asked; without a sign-in, the site's alone. */
export async function askSettings(context: Context, options: GlobalOptions): Promise<Settings> {
  const { site } = loadSite(context);
  if (site.firebase === undefined) return { site, own: knownSettings(context, site, options) };
  try {
    return await withTracker(context, configFor(site, NO_SETTINGS), options, async (tracker) => ({
      site,
      own: await tracker.settings(),
    }));
  } catch (error) {
    if (!hasCode(error, "signin-needed")) throw error;
    return { site, own: NO_SETTINGS };
  }
}
