import { NO_TICKS, type TicksByYear } from "@dailyleet/core";

/** A store of years that notes what it is asked for. */
export function storeOfYears(years: TicksByYear) {
  const asked: number[] = [];
  const read = async ([year = 0]: readonly number[]) => {
    asked.push(year);
    return { [year]: years[year] ?? NO_TICKS };
  };
  return { asked, read };
}
