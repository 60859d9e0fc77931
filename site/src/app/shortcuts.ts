import {
  DEFAULT_SOURCES,
  dayHeading,
  dayOfYear,
  isDone,
  type SourceNumber,
  screenOf,
  sourceName,
} from "@dailyleet/core";
import { atom } from "nanostores";
import { toggleCell } from "../calendar/toggleCell.ts";
import { $isKnown, $ticks } from "../replica/ticks.ts";
import { $look } from "./setup.ts";
import { $today, showYear } from "./today.ts";
import { $view } from "./view.ts";

/** What a key has done, for those who do not see it. */
export const $spoken = atom("");

/** Ticks or unticks a source of today, where the calendar shows it. */
export function tickToday(source: SourceNumber): void {
  const day = showToday();
  if (day === null || !$isKnown.get()) return;
  toggleCell(day, source);
  const state = isDone($ticks.get(), { day, source }) ? "Done" : "Untried";
  const name = sourceName($look.get().sources ?? DEFAULT_SOURCES, source);
  $spoken.set(`${dayHeading(day)}, ${name}, ${state}`);
}

/** Today's place in the calendar, which shows the running year from now on; null on another screen. */
export function showToday(): number | null {
  const today = $today.get();
  if (today === null || screenOf($view.get()) !== "calendar") return null;
  showYear(today.year);
  return dayOfYear(today);
}
