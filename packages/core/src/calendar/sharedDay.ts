import { type DayNumber, dayOfYear, isLeapYear } from "./calendar.ts";

export const SHARED_DAY = "29 February and 1 March share one tick.";

/** Whether the day number stands for both 29 February and 1 March. */
export function isSharedDay({ year, day }: { readonly year: number; readonly day: DayNumber }): boolean {
  return isLeapYear(year) && day === dayOfYear({ month: 2, day: 29 });
}
