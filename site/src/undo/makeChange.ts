import { changesOf, type DayNumber, type SourceNumber, tickCell, toggle } from "@dailyleet/core";
import { $connection, submit } from "../replica/connection.ts";
import { $year } from "../view/today.ts";
import type { Step } from "./offer.ts";

/** A click on a tick asks for the opposite. */
export function toggleCell(day: DayNumber, source: SourceNumber): void {
  const year = $year.get();
  const replica = $connection.get()?.replica;
  if (!replica || year === null) return;
  const change = toggle(replica.year(year).cells, tickCell(year, day, source));
  makeChange({ change, was: !change.state });
}

/** Makes a step, which shows before this returns, and records it for undo, whose chunk the first change loads. */
export function makeChange(...step: Step): void {
  const connection = $connection.get();
  if (connection === null) return;
  void submit(changesOf(step));
  import("./undo.ts").then(({ recordStep }) => recordStep(step, connection)).catch(() => {});
}
