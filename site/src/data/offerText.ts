import { counted, dayOfYear, isMarkChange, questionKey, type SavedChange, type TickChange } from "@dailyleet/core";
import { dayText, nameOf, tickText } from "../app/speech.ts";
import type { Offer } from "../app/status.ts";
import { $today } from "../app/today.ts";
import { markText } from "../practice/wording.ts";
import { $questions } from "../questions/questions.ts";
import { inverse, isLarge, type Step } from "./undoSteps.ts";

/**
 * What was just done: 'LeetCode: done', 'March 5, 2025, LeetCode: untried', 'Two Sum: needed the solution',
 * 'Undone. Two Sum: mark removed', '30 ticks added', 'Nothing to undo'
 */
export function offerText(offer: Offer): string {
  return toldText(offer, shortText);
}

/** The same for screen readers: a tick always with its day, worded as on its button. */
export function spokenText(offer: Offer): string {
  return toldText(offer, tickText);
}

const ACTS = { do: "", undo: "Undone. ", redo: "Redone. " };

function toldText({ act, step }: Offer, tickTextOf: (change: TickChange) => string): string {
  const [change, ...others] = act === "undo" ? inverse(step) : step;
  if (change === undefined) return `Nothing to ${act}`;
  return ACTS[act] + (others.length > 0 ? severalText(act, step) : changeText(change, tickTextOf));
}

function changeText(change: SavedChange, tickTextOf: (change: TickChange) => string): string {
  return isMarkChange(change) ? markText(questionName(change.question), change.mark) : tickTextOf(change);
}

/** A question that is no longer in the list is named by its key. */
function questionName(key: string): string {
  return $questions.get().questions.find((one) => questionKey(one) === key)?.name ?? key;
}

/** Without the day for today. */
function shortText(change: TickChange): string {
  const today = $today.get();
  const isToday = today?.year === change.year && dayOfYear(today) === change.day;
  return `${isToday ? "" : `${dayText(change)}, `}${nameOf(change)}: ${change.done ? "done" : "untried"}`;
}

function severalText(act: Offer["act"], step: Step): string {
  const marks = step.filter(isMarkChange).length;
  const changes = amountText(step.length - marks, marks);
  if (act !== "undo") return `${changes} added`;
  return `${changes} removed${isLarge(step) ? `. ${BACKUP_SAVED}` : ""}`;
}

export const BACKUP_SAVED = "A backup was saved to your downloads.";

/** '19 ticks', '19 ticks and 2 marks' */
export function amountText(ticks: number, marks: number): string {
  if (marks === 0) return counted(ticks, "tick");
  return ticks === 0 ? counted(marks, "mark") : `${counted(ticks, "tick")} and ${counted(marks, "mark")}`;
}
