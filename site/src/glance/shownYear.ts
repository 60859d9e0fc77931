import { heatmap, NO_TICKS, readBack, type TicksByYear, type YearView, yearSummary } from "@dailyleet/core";
import { $today, $year } from "../app/today.ts";
import { $ticks } from "../replica/ticks.ts";
import { knownYears, loadYear } from "./earlierYears.ts";

/** Said where `isWhole` is false. */
export const NOT_WHOLE = "Earlier years didn't load, so the streaks may be longer.";

export interface ShownYear {
  readonly view: YearView;
  /** False where earlier years could not be read, so that its streaks may have begun earlier. */
  readonly isWhole: boolean;
}

/** The year that the page shows, to take out of it. Its streaks go back over all years, so those are read now. */
export async function readShownYear(): Promise<ShownYear> {
  const today = $today.get();
  const year = $year.get();
  if (today === null || year === null) throw new Error("no year is shown");
  const shown = knownYears(year, $ticks.get());
  const all = await neededYears(shown, year).catch(() => null);
  const years = all ?? shown;
  const map = heatmap(year, years[year] ?? NO_TICKS);
  return { view: { map, summary: yearSummary(years, year, today), today }, isWhole: all !== null };
}

function neededYears(known: TicksByYear, last: number): Promise<TicksByYear> {
  const read = async (year: number) => known[year] ?? (await loadYear(year));
  return readBack(async (_all, [year = last]) => ({ [year]: await read(year) }), last);
}
