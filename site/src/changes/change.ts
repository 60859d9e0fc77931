import { type Change, type DayNumber, hasEffect, type SourceNumber, tickCell, toggle } from "@dailyleet/core";
import { $connection } from "../replica/connection.ts";
import { $year } from "../view/today.ts";
import type { Step } from "./offer.ts";

/**
 * Makes changes of the person. They show before this returns, and the log records them as one undo step (the first
 * change loads its chunk). Resolves when the changes are durable, or when storing them failed: then the replica keeps
 * them in memory, and the status line says so.
 */
export async function change(...changes: readonly Change[]): Promise<void> {
  const connection = $connection.get();
  if (connection === null || changes.length === 0) return;
  const record = (made: Step) =>
    void import("./log.ts").then((log) => log.record(made.filter(hasEffect), connection)).catch(() => {});
  await connection.replica.change(changes, record).catch(() => {});
}

export function toggleCell(day: DayNumber, source: SourceNumber): void {
  const year = $year.get();
  const replica = $connection.get()?.replica;
  if (replica && year !== null) void change(toggle(replica.year(year).cells, tickCell(year, day, source)));
}
