import { type Change, type DayNumber, hasEffect, type SourceNumber, tickCell, toggle } from "@dailyleet/core";
import { $connection } from "../replica/connection.ts";
import { $year } from "../view/today.ts";
import type { Step } from "./offer.ts";

/**
 * Makes changes of the person: they show before this returns, and the log, whose chunk the first change loads, has them as
 * one step of undo. Resolves when they are durable, or when that failed: then the replica keeps them in memory, and the
 * status line says so.
 */
export async function change(...changes: readonly Change[]): Promise<void> {
  const connection = $connection.get();
  if (connection === null || changes.length === 0) return;
  const record = (made: Step) =>
    void import("./log.ts").then((log) => log.record(made.filter(hasEffect), connection)).catch(() => {});
  await connection.replica.change(changes, record).catch(() => {});
}

/** A click on a tick asks for the opposite. */
export function toggleCell(day: DayNumber, source: SourceNumber): void {
  const year = $year.get();
  const replica = $connection.get()?.replica;
  if (replica && year !== null) void change(toggle(replica.year(year).cells, tickCell(year, day, source)));
}
