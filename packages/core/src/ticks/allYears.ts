import { type CivilDate, isTickYear } from "../calendar/calendar.ts";

/**
 * Every year of which something can be kept, and the next one, which a device past New Year may have begun. `found` are
 * years of which something is there: today may come from a clock that is wrong.
 */
export function allYears(today: CivilDate, found: readonly number[] = []): number[] {
  return [...new Set([...yearsUpTo(today.year + 1), ...found])];
}

/** Every year of which something can be kept, up to this one. */
export function yearsUpTo(last: number): number[] {
  return Array.from({ length: last + 1 }, (_, year) => year).filter(isTickYear);
}
