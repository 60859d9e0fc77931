import { type Change, type DayNumber, type SourceNumber, tickCell, toggle } from "@dailyleet/core";
import { $connection } from "../replica/connection.ts";
import { $year } from "../view/today.ts";
import { record } from "./steps.ts";

/**
 * Makes changes of the person. Before this returns, they show and are one undo step. Resolves when the changes are
 * durable, or when storing them failed: then the replica keeps them in memory, and the status line says so.
 */
export async function change(...changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await $connection
    .get()
    ?.replica.change(changes, record)
    .catch(() => {});
}

export function toggleCell(day: DayNumber, source: SourceNumber): void {
  const year = $year.get();
  const replica = $connection.get()?.replica;
  if (replica && year !== null) void change(toggle(replica.year(year).cells, tickCell(year, day, source)));
}
