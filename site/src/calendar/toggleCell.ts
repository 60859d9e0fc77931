import { type DayNumber, type SourceNumber, toggle } from "@dailyleet/core";
import { $year } from "../app/today.ts";
import { followChange } from "../data/followChange.ts";
import { $connection, submit } from "../replica/connection.ts";

/** A click on a tick asks for the opposite, which shows before this returns. */
export function toggleCell(day: DayNumber, source: SourceNumber): void {
  const connection = $connection.get();
  const year = $year.get();
  if (connection === null || year === null) return;
  const change = toggle(connection.replica.year(year).ticks, { year, day, source });
  void submit([change]);
  followChange([change], connection);
}
