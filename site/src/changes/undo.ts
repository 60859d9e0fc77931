import {
  amountText,
  type Cell,
  type Change,
  cellKey,
  cellKeys,
  changesOf,
  countSettings,
  dayOfYear,
  inverseOf,
  LARGE_CHANGE,
  NO_MARKS,
  NO_SETTINGS,
  NO_TICKS,
  overlay,
  questionKey,
  type SettingChange,
  type TickCell,
  type TickChange,
  tickBeside,
  yearsOfChanges,
} from "@dailyleet/core";
import { $questions } from "../list/questions.ts";
import { $connection } from "../replica/connection.ts";
import { $config } from "../session/setup.ts";
import { saveDocument } from "../view/download.ts";
import { showChanged } from "../view/goTo.ts";
import { dayText, markText, nameOf, settingToldText, speak, tickText } from "../view/speech.ts";
import { $today } from "../view/today.ts";
import { $offer, type Offer, type Step, stacks } from "./steps.ts";

function inverse(step: Step): Step {
  return step.map((made) => ({ change: inverseOf(made), was: made.change.state }));
}

/** Undoing a large step saves a backup first. */
export function isLarge(step: Step): boolean {
  return step.length > LARGE_CHANGE;
}

/** Undoes the last step of this visit, or redoes the last undone step. Both are ordinary changes. */
export async function turn(act: "undo" | "redo"): Promise<void> {
  const { done, undone } = stacks;
  const [from, to] = act === "undo" ? [done, undone] : [undone, done];
  const step = from.pop() ?? [];
  if (act === "undo" && isLarge(step)) saveBackup(step);
  const offer = { act, step };
  $offer.set(offer);
  speak(spokenText(offer));
  if (step.length === 0) return;
  to.push(step);
  await make(act === "undo" ? inverse(step) : step);
}

/**
 * Undoes the last step that changed this cell, even if other steps followed. Returns false if there is no such step, or
 * if it changed other cells as well.
 */
export function undoChangeOf(cell: Cell): boolean {
  const { done } = stacks;
  const at = done.findLastIndex((step) => cellKeys(changesOf(step)).has(cellKey(cell)));
  if (done[at]?.length !== 1) return false;
  done.push(...done.splice(at, 1));
  void turn("undo");
  return true;
}

/** Today's tick for the site of the question that was just marked; null if it is done or not known. */
export function tickOffered({ act, step: [made, ...others] }: Offer): TickCell | null {
  const today = $today.get();
  if (act === "undo" || !made || others.length > 0 || !today) return null;
  const { status, cells } = $connection.get()?.replica.year(today.year) ?? {};
  return status === "known" && cells ? tickBeside(made.change, today, $config.get().sources, cells) : null;
}

async function make(step: Step): Promise<void> {
  const changes = changesOf(step);
  const tick = changes.find(isOfTicks);
  if (tick) showChanged(tick);
  await $connection
    .get()
    ?.replica.change(changes)
    .catch(() => {});
}

/** Saves the changes that an undo is about to remove as a file that can be imported again. Asks no server. */
function saveBackup(step: Step): void {
  const changes = changesOf(step);
  const ticks = Object.fromEntries(yearsOfChanges(changes).map((year) => [year, overlay(NO_TICKS, changes, year)]));
  const marks = overlay(NO_MARKS, changes, "marks");
  saveDocument({ ticks, marks, settings: overlay(NO_SETTINGS, changes, "settings") }, "-undone.json");
}

/**
 * The toast's text: 'LeetCode: done', 'March 5, 2025, LeetCode: untried', 'Two Sum: needed the solution',
 * 'Undone. Two Sum: mark removed', 'A day ends at: 03:00', '30 ticks added', 'Nothing to undo'
 */
export function offerText(offer: Offer): string {
  return toldText(offer, shortText);
}

/** The text for screen readers: a tick is worded as on its button, with its day. */
export function spokenText(offer: Offer): string {
  return toldText(offer, tickText);
}

const ACTS = { do: "", undo: "Undone. ", redo: "Redone. " };

function toldText({ act, step }: Offer, tickTextOf: (change: TickChange) => string): string {
  const changes = changesOf(act === "undo" ? inverse(step) : step);
  const [change, ...others] = changes;
  if (change === undefined) return `Nothing to ${act}`;
  const isOne = others.length === 0 || isOfOneSetting(changes);
  return ACTS[act] + (isOne ? changeText(change, changes, tickTextOf) : severalText(act, step));
}

const isOfTicks = (change: Change): change is TickChange => typeof change.table === "number";
const isOfSettings = (change: Change): change is SettingChange => change.table === "settings";

/** Choosing another list also restarts the plan (`from`). */
function isOfOneSetting([first, ...others]: readonly Change[]): boolean {
  return first?.table === "settings" && others.every(({ row, column }) => row === first.row || column === "from");
}

function changeText(change: Change, step: readonly Change[], tickTextOf: (change: TickChange) => string): string {
  if (change.table === "marks") return markText(questionName(change.row), change.state);
  return change.table === "settings" ? settingToldText(change.row, settingsAfter(step)) : tickTextOf(change);
}

/** The person's settings with these changes, which may not be made yet. */
function settingsAfter(changes: readonly Change[]) {
  return overlay($connection.get()?.replica.settings().cells ?? NO_SETTINGS, changes, "settings");
}

/** A question that is not in the list is named by its key. */
function questionName(key: string): string {
  return $questions.get().questions.find((one) => questionKey(one) === key)?.name ?? key;
}

/** Omits today's date. */
function shortText(change: TickChange): string {
  const today = $today.get();
  const isToday = today?.year === change.table && dayOfYear(today) === change.row;
  return `${isToday ? "" : `${dayText(change)}, `}${nameOf(change)}: ${change.state ? "done" : "untried"}`;
}

function severalText(act: Offer["act"], step: Step): string {
  const changes = changesOf(step);
  const settings = changes.filter(isOfSettings);
  const ticks = changes.filter(isOfTicks).length;
  const amount = amountText(ticks, step.length - ticks - settings.length, countSettings(settings));
  if (act !== "undo") return `${amount} added`;
  return `${amount} removed${isLarge(step) ? `. ${BACKUP_SAVED}` : ""}`;
}

export const BACKUP_SAVED = "A backup was saved to your downloads.";
