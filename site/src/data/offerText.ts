import {
  counted,
  DEFAULT_SOURCES,
  dayHeading,
  dayOfYear,
  isMarkChange,
  sourceName,
  type TickChange,
} from "@dailyleet/core";
import { $look } from "../app/setup.ts";
import type { Offer } from "../app/status.ts";
import { $today } from "../app/today.ts";
import { inverse, isLarge } from "./undoSteps.ts";

/** What was just done: 'LeetCode done', 'March 5, LeetCode untried', 'March 5, 2025, LeetCode done', 'Mark taken back', '30 ticks added' */
export function offerText({ kind, step }: Offer): string {
  const [change, ...others] = kind === "undo" ? step : inverse(step);
  if (change === undefined) return "";
  if (others.length > 0) return severalText({ kind, step });
  if (isMarkChange(change)) return change.mark === 0 ? "Mark taken back" : "Marked";
  const name = sourceName($look.get().sources ?? DEFAULT_SOURCES, change.source);
  return `${whenText(change)}${name} ${change.done ? "done" : "untried"}`;
}

/** Empty for today; the year is named where it is another one. */
function whenText({ year, day }: TickChange): string {
  const today = $today.get();
  if (today?.year !== year) return `${dayHeading(day)}, ${year}, `;
  return dayOfYear(today) === day ? "" : `${dayHeading(day)}, `;
}

function severalText({ kind, step }: Offer): string {
  const changes = counted(step.length, step.some(isMarkChange) ? "change" : "tick");
  if (kind === "undo") return `${changes} added`;
  return `${changes} taken back${isLarge(step) ? ", a copy is in your downloads" : ""}`;
}
