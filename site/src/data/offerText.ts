import { counted, dayOfYear, isMarkChange, type MarkChange, questionKey, type TickChange } from "@dailyleet/core";
import { dayText, nameOf, tickText } from "../app/speech.ts";
import type { Offer } from "../app/status.ts";
import { $today } from "../app/today.ts";
import { MARK_NAMES } from "../practice/wording.ts";
import { $questions } from "../questions/questions.ts";
import { inverse, isLarge } from "./undoSteps.ts";

/**
 * What was just done: 'LeetCode: done', 'March 5, LeetCode: untried', 'March 5, 2025, LeetCode: done',
 * 'Two Sum: needed the solution', 'Two Sum: mark removed', '30 ticks added', 'Nothing to undo in this tab.'
 */
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
  return isMarkChange(change) ? markText(change) : textOf(change);
}

/** A question that is no longer in the list is named by its key. */
function markText({ question: key, mark }: MarkChange): string {
  const question = $questions.get().questions.find((one) => questionKey(one) === key);
  return `${question?.name ?? key}: ${mark === 0 ? "mark removed" : MARK_NAMES[mark].toLowerCase()}`;
}

/** Without the day for today. */
function shortText(change: TickChange): string {
  const today = $today.get();
  const isToday = today?.year === change.year && dayOfYear(today) === change.day;
  return `${isToday ? "" : `${dayText(change)}, `}${nameOf(change)}: ${change.done ? "done" : "untried"}`;
}

function severalText({ kind, step }: Offer): string {
  const changes = counted(step.length, step.some(isMarkChange) ? "change" : "tick");
  if (kind === "undo") return `${changes} added`;
  return `${changes} taken back${isLarge(step) ? ", a copy is in your downloads" : ""}`;
}
