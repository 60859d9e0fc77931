import {
  configFor,
  dayHeading,
  dayOfYear,
  JUDGES,
  judgeOfSetting,
  LIST_TITLES,
  listOf,
  type Mark,
  type PersonSettings,
  settingText,
  shortDate,
  sourceName,
  sourceOfSetting,
  type TickCell,
  type TickChange,
  textsInForce,
} from "@dailyleet/core";
import { atom } from "nanostores";
import { $config, $siteConfig } from "../session/setup.ts";
import { $today } from "./today.ts";

/** The last announcement for screen readers. */
export const $spoken = atom("");

/** A live region announces changes only, so a repeated sentence gets an inaudible space. */
export function speak(text: string): void {
  $spoken.set(text === $spoken.get() ? `${text}\u00a0` : text);
}

/** 'March 5, LeetCode, Done', the label of its button; in a past year 'March 5, 2025, LeetCode, Done'. */
export function tickText(change: TickChange): string {
  return `${dayText(change)}, ${nameOf(change)}, ${change.state ? "Done" : "Untried"}`;
}

/** 'March 5'; in a past year 'March 5, 2025'. */
export function dayText({ table: year, row: day }: TickCell): string {
  const today = $today.get();
  if (today?.year !== year) return `${dayHeading(day)}, ${year}`;
  return dayOfYear(today) === day ? shortDate(today) : dayHeading(day);
}

export function nameOf({ column }: TickCell): string {
  return sourceName($config.get().sources, column);
}

export const MARK_NAMES = ["None", "Needed the solution", "Needed a hint", "Solved", "Easy"] as const;

/** 'Two Sum: needed a hint', 'Two Sum: mark removed' */
export function markText(name: string, mark: Mark): string {
  return `${name}: ${mark === 0 ? "mark removed" : MARK_NAMES[mark].toLowerCase()}`;
}

export const SITE_LIST = "This site's list";

const NAMES: Readonly<Record<string, string>> = {
  list: "List",
  plan: "Interview on",
  dayEndsAt: "A day ends at",
  "rest.weekdays": "Rest days",
  "rest.perMonth": "More rest days a month",
  problems: "Problems of the day",
};

export function settingName(row: string): string {
  const [source, judge] = [sourceOfSetting(row), judgeOfSetting(row)];
  if (source !== null) return `Site ${source}`;
  return judge === null ? (NAMES[row] ?? row) : `${JUDGES[judge].title} account`;
}

/** 'A day ends at: 03:00', as it is with these settings. */
export function settingToldText(row: string, settings: PersonSettings): string {
  const config = configFor($siteConfig.get(), settings);
  const list = listOf(config);
  const listTitle = list === null ? SITE_LIST : LIST_TITLES[list];
  const text = row === "list" ? listTitle : settingText(row, textsInForce(row, config));
  return `${settingName(row)}: ${text || "none"}`;
}
