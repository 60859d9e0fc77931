import type { PendingChange } from "../ports.ts";
import { applyChanges, type Cells, type Change, cellKey, type Part, partOf } from "./changes.ts";

/** The last change of each cell, in the order in which those were made. */
export function coalesce<T extends Change>(changes: readonly T[]): T[] {
  const last = new Map<string, T>();
  for (const change of changes) {
    const key = cellKey(change);
    last.delete(key);
    last.set(key, change);
  }
  return [...last.values()];
}

/** What the person shall see: the server's cells of `part` with the person's own unsent changes over them. */
export function overlay<C extends Cells>(server: C, pending: readonly Change[], part: Part): C {
  return applyChanges(
    server,
    pending.filter((change) => partOf(change) === part),
  );
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
