import { counted, dayOfYear, isMarkChange, type TickChange } from "@dailyleet/core";
import { dayText, nameOf, tickText } from "../app/speech.ts";
import type { Offer } from "../app/status.ts";
import { $today } from "../app/today.ts";
import { inverse, isLarge } from "./undoSteps.ts";

/** What was just done: 'LeetCode done', 'March 5, LeetCode untried', 'March 5, 2025, LeetCode done', 'Mark taken back', '30 ticks added', 'Nothing to undo in this tab.' */
export function offerText({ kind, step }: Offer): string {
  return toldText({ kind, step }, shortText);
}

/** The same for those who do not see it: a tick with its day always, as its button says it. */
export function spokenText(offer: Offer): string {
  return toldText(offer, tickText);
}

function toldText({ kind, step }: Offer, textOf: (change: TickChange) => string): string {
  const [change, ...others] = kind === "undo" ? step : inverse(step);
  if (change === undefined) return `Nothing to ${kind} in this tab.`;
  if (others.length > 0) return severalText({ kind, step });
  if (isMarkChange(change)) return change.mark === 0 ? "Mark taken back" : "Marked";
  return textOf(change);
}

/** Without the day for today. */
function shortText(change: TickChange): string {
  const today = $today.get();
  const isToday = today?.year === change.year && dayOfYear(today) === change.day;
  return `${isToday ? "" : `${dayText(change)}, `}${nameOf(change)} ${change.done ? "done" : "untried"}`;
}

function severalText({ kind, step }: Offer): string {
  const changes = counted(step.length, step.some(isMarkChange) ? "change" : "tick");
  if (kind === "undo") return `${changes} added`;
  return `${changes} taken back${isLarge(step) ? ", a copy is in your downloads" : ""}`;
}
