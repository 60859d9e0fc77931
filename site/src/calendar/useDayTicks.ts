import { type DayNumber, type DayTicks, dayTicks } from "@dailyleet/core";
import { useSyncExternalStore } from "react";
import { $ticks } from "../replica/ticks.ts";

/** One day of the shown year. A change of another day renders nothing. */
export function useDayTicks(day: DayNumber): DayTicks {
  return useSyncExternalStore($ticks.listen, () => dayTicks($ticks.get(), day));
}
