import {
  applyChange,
  type Cell,
  type Change,
  cellKey,
  coalesce,
  isDone,
  keepSameDays,
  NO_TICKS,
  overlay,
  type PendingChange,
  readTicks,
  sendable,
  type Ticks,
} from "@dailyleet/core";
import { atom } from "nanostores";
import { noteWaiting } from "./status.ts";
import { $year } from "./today.ts";

/** What the calendar shows: the server's ticks of the year with the person's own unsent changes over them. */
export const $ticks = atom<Ticks>(NO_TICKS);
/** Whether anything is known of the shown year: untried and not yet known look different. */
export const $isKnown = atom(false);
/** Whether what this browser keeps of the person has been read: the calendar is not seen without it. */
export const $isRead = atom(false);

const server = new Map<number, Ticks>();
/** Clicks on their way into the outbox, so that a second click on the same cell asks for the opposite. */
const clicked = new Map<string, Change>();
let pending: readonly PendingChange[] = [];

/** What a click on the cell asks for. The screen does not show it yet. */
export function clickCell(cell: Cell): Change {
  const isDoneNow = clicked.get(cellKey(cell))?.done ?? isDone($ticks.get(), cell);
  const change = { ...cell, done: !isDoneNow };
  expectCell(change);
  return change;
}

/** The change is on its way into the outbox. */
export function expectCell(change: Change): void {
  clicked.set(cellKey(change), change);
}

/** The change of a click is durable. */
export function settleClick(change: Change): void {
  if (clicked.get(cellKey(change)) === change) clicked.delete(cellKey(change));
}

/** Shows changes that wait in the outbox from now on. */
export function addPending(changes: readonly PendingChange[]): void {
  pending = coalesce([...pending, ...changes]);
  const shown = changes.filter((change) => change.year === $year.get());
  countPending();
  $ticks.set(shown.reduce(applyChange, $ticks.get()));
}

/** The whole outbox as it is now. */
export function setPending(changes: readonly PendingChange[]): void {
  pending = changes;
  countPending();
  drawYear();
}

/** What the server, another tab or a kept copy says of a year. */
export function learnYear(year: number, fields: object): void {
  server.set(year, readTicks(fields));
  drawYear();
}

export function hasLearnt(year: number): boolean {
  return server.has(year);
}

/** A year with the person's own unsent changes, shown or not; null while nothing is known of it. */
export function knownTicks(year: number): Ticks | null {
  const known = server.get(year);
  return known ? overlay(known, pending, year) : null;
}

/** Shows the year of `$year`. */
export function drawYear(): void {
  const year = $year.get();
  if (year === null) return;
  $ticks.set(keepSameDays($ticks.get(), overlay(server.get(year) ?? NO_TICKS, pending, year)));
  $isKnown.set(server.has(year));
}

/** Forgets everything of the person. */
export function clearTicks(): void {
  server.clear();
  clicked.clear();
  $isRead.set(false);
  setPending([]);
}

function countPending(): void {
  const waiting = sendable(pending).length;
  noteWaiting(waiting, pending.length - waiting);
}
