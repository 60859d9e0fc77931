import { type PersonSettings, type SettingCell, settingCell, settingOf } from "../settings/settings.ts";
import { isUsable, type ListName } from "../settings/values.ts";
import type { Rest } from "../statistics/streaks.ts";
import { JUDGE_KEYS } from "../ticks/hosts.ts";
import { DEFAULT_SOURCES, type Source } from "../ticks/sources.ts";
import type { Config, SiteConfig } from "./config.ts";

/**
 * A person's effective configuration: their settings override the site's configuration, which overrides the defaults. A
 * setting that can't be used counts as absent.
 */
export function configFor(site: SiteConfig, settings: PersonSettings): Config {
  const unusable: SettingCell[] = [];
  const text = (row: string, column = "value") => {
    const stored = settingOf(settings, { row, column });
    if (isUsable(row, column, stored)) return stored;
    unusable.push(settingCell(row, column));
    return "";
  };
  const [weekdays, perMonth] = [text("rest.weekdays"), text("rest.perMonth")];
  const [list, dayEndsAt, until, from] = [text("list"), text("dayEndsAt"), text("plan", "until"), text("plan", "from")];
  const rest: Rest = {
    ...(weekdays && { weekdays: weekdays.split(",") }),
    ...(perMonth && { perMonth: Number(perMonth) }),
  };
  const accounts = JUDGE_KEYS.map((judge) => [judge, text(`account.${judge}`)] as const).filter(([, name]) => name);
  const sources = (site.sources ?? DEFAULT_SOURCES).map((source, index): Source => {
    const [name, url, zone] = ["name", "url", "zone"].map((part) => text(`source.${index + 1}`, part));
    // The zone belongs to the address: with another address, drop the zone of the site's source.
    const place = url ? { url, ...(zone && { zone }) } : source;
    return { ...place, name: name || source.name };
  });
  return {
    ...site,
    sources,
    ...(list && { list: list as ListName }),
    ...(until && { plan: { until, ...(from && { from }) } }),
    ...(dayEndsAt && { dayEndsAt }),
    ...(Object.keys(rest).length > 0 && { rest }),
    ...(accounts.length > 0 && { accounts: Object.fromEntries(accounts) }),
    ...(text("problems") && { problems: true }),
    unusable,
  };
}
