import { type DayNumber, type MadeChange, type SourceNumber, tickCell, toggle } from "@dailyleet/core";
import { $connection, submit } from "../replica/connection.ts";
import { $year } from "../view/today.ts";

/** A click on a tick asks for the opposite. */
export function toggleCell(day: DayNumber, source: SourceNumber): void {
  const year = $year.get();
  const replica = $connection.get()?.replica;
  if (!replica || year === null) return;
  const change = toggle(replica.year(year).cells, tickCell(year, day, source));
  makeChange({ change, was: !change.state });
}

/** Makes a change, which shows before this returns, and records it for undo, whose chunk the first change loads. */
export function makeChange(made: MadeChange): void {
  const connection = $connection.get();
  if (connection === null) return;
  void submit([made.change]);
  import("./undo.ts").then(({ recordStep }) => recordStep([made], connection)).catch(() => {});
}
