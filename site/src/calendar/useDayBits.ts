import { type DayNumber, dayTicks } from "@dailyleet/core";
import { useSyncExternalStore } from "react";
import { dayBits } from "../replica/dayBits.ts";
import { $ticks } from "../replica/ticks.ts";

/** One day of the shown year. A change of another day renders nothing, nor does an answer that says the same. */
export function useDayBits(day: DayNumber): number {
  return useSyncExternalStore($ticks.listen, () => dayBits(dayTicks($ticks.get(), day)));
}
