import type { PendingChange } from "../ports.ts";
import { applyChange, type TickCell, type TickChange, type Ticks } from "./ticks.ts";

/** 'YYYY/day/source': equal for two changes exactly when they are about the same cell. */
export function cellKey({ year, day, source }: TickCell): string {
  return `${year}/${day}/${source}`;
}

/** The last change of each cell, in the order in which those were made. */
export function coalesce<T extends TickChange>(changes: readonly T[]): T[] {
  const last = new Map<string, T>();
  for (const change of changes) {
    const key = cellKey(change);
    last.delete(key);
    last.set(key, change);
  }
  return [...last.values()];
}

/** What the person shall see: the server's ticks of `year` with the person's own unsent changes over them. */
export function overlay(server: Ticks, pending: readonly TickChange[], year: number): Ticks {
  return pending.filter((change) => change.year === year).reduce(applyChange, server);
}

/** What is left when these have been stored: a cell that was changed again meanwhile stays. */
export function acknowledge(pending: readonly PendingChange[], stored: readonly PendingChange[]): PendingChange[] {
  const sequences = new Set(stored.map((change) => change.sequence));
  return pending.filter((change) => !sequences.has(change.sequence));
}

/** Those that may still be sent. */
export function sendable(pending: readonly PendingChange[]): PendingChange[] {
  return pending.filter((change) => change.refused === undefined);
}

/** The others, which are kept and told. */
export function refusedChanges(pending: readonly PendingChange[]): PendingChange[] {
  return pending.filter((change) => change.refused !== undefined);
}
