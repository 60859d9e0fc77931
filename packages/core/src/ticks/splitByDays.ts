import type { TickChange } from "./ticks.ts";

/** Cuts a list of changes into parts, in the order of the days, so that the days of each lie within `limit` days. */
export function splitByDays<T extends TickChange>(changes: readonly T[], limit: number): T[][] {
  const parts: T[][] = [];
  let first = Number.NEGATIVE_INFINITY;
  for (const change of changes.toSorted((a, b) => a.day - b.day)) {
    if (change.day >= first + limit) {
      parts.push([]);
      first = change.day;
    }
    parts.at(-1)?.push(change);
  }
  return parts;
}
