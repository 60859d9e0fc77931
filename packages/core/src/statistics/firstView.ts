import { counted } from "../text.ts";
import { countDone, dayAt } from "../ticks/ticks.ts";

/** Separate from the other figures: the page's first view needs only these. */

/** Describes a day after today. */
export const TO_COME = "to come";

/**
 * '22 of 25 days · 58 ticks'; empty without ticks. Does not count today as missed while it is untried. Of the days to
 * come, counts those with ticks. `ticks`: a month
 * packed by `packYear`. `begun`: how many days of the month have begun; may exceed its length.
 */
export function monthSum(ticks: string, begun: number): string {
  const counts = Array.from(ticks, (_, index) => countDone(dayAt(ticks, index)));
  const isActive = (count: number) => count > 0;
  const active = counts.filter(isActive).length;
  const ahead = counts.slice(Math.max(0, begun)).filter(isActive).length;
  const days = Math.max(0, Math.min(counts.length, begun - Number(counts[begun - 1] === 0))) + ahead;
  const done = counts.reduce((sum, count) => sum + count, 0);
  return done === 0 ? "" : `${active} of ${counted(days, "day")} · ${counted(done, "tick")}`;
}
