import {
  dayHeading,
  dayOfYear,
  type Mark,
  shortDate,
  sourceName,
  type TickCell,
  type TickChange,
} from "@dailyleet/core";
import { atom } from "nanostores";
import { $config } from "../session/setup.ts";
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
