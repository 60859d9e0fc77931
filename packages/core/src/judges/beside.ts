import { type CivilDate, dayOfYear, formatDate } from "../calendar/calendar.ts";
import type { Change } from "../changes/changes.ts";
import type { Source } from "../ticks/sources.ts";
import { isDone, type TickCell, type Ticks, tickCell } from "../ticks/ticks.ts";
import { sourceOfLink } from "./judges.ts";

/**
 * The tick that a mark of today suggests: today's tick of the source at the question's judge. Null for any other change,
 * without such a source, and if the tick is done. `ticks` are the ticks of today's year.
 */
export function tickBeside(
  change: Change,
  today: CivilDate,
  sources: readonly Source[],
  ticks: Ticks,
): TickCell | null {
  if (change.table !== "marks" || change.state === 0 || change.column !== formatDate(today)) return null;
  // A question's key is its link without the scheme.
  const source = sourceOfLink(`https://${change.row}`, sources);
  if (source === null) return null;
  const cell = tickCell(today.year, dayOfYear(today), source);
  return isDone(ticks, cell) ? null : cell;
}
