import { type CivilDate, isTickYear } from "../calendar/calendar.ts";

/** Every year of which something can be kept, and the next one, which a device past New Year may have begun. */
export function allYears(today: CivilDate): number[] {
  return yearsUpTo(today.year + 1);
}

/** Every year of which something can be kept, up to this one. */
export function yearsUpTo(last: number): number[] {
  return Array.from({ length: last + 1 }, (_, year) => year).filter(isTickYear);
}
