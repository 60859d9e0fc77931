import { type DayNumber, plain, type SavedMark, type SourceNumber, type TickChange, toggle } from "@dailyleet/core";
import { $connection, submit } from "../replica/connection.ts";
import { $year } from "../view/today.ts";

/** A click on a tick asks for the opposite. */
export function toggleCell(day: DayNumber, source: SourceNumber): void {
  const year = $year.get();
  const replica = $connection.get()?.replica;
  if (replica && year !== null) makeChange(toggle(replica.year(year).ticks, { year, day, source }));
}

/** Makes a change, which shows before this returns, and notes it for undo, whose chunk the first change loads. */
export function makeChange(change: TickChange | SavedMark): void {
  const connection = $connection.get();
  if (connection === null) return;
  void submit([plain(change)]);
  import("./undo.ts").then(({ noteChange }) => noteChange([change], connection)).catch(() => {});
}
