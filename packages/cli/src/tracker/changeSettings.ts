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

/** What a change of settings begins with. */
export interface Situation {
  readonly site: SiteConfig;
  readonly config: Config;
  readonly today: CivilDate;
  readonly tracker: Tracker;
}

export interface Settled extends Pick<ChangeResult, "saved"> {
  readonly before: Settings;
  readonly after: Settings;
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
  const known = knownConfig(context, options);
  return withTracker(context, known, { ...options, purpose: "write" }, async (tracker) => {
    const own = await tracker.settings();
    const { site } = loadSite(context);
    const config = configFor(site, own);
    const changes = await changesFor({ site, config, today: todayOf(context, config), tracker });
    if (changes === null) return null;
    const { saved } = await saveUndoably(context, tracker, changes, options.command);
    return { before: { site, own }, after: { site, own: applyChanges<PersonSettings>(own, changes) }, saved };
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
