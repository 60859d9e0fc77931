import { NO_TICKS, type TicksByYear } from "@dailyleet/core";

/** A store of years that reads no more than it has to, and notes what. */
export function storeOfYears(years: TicksByYear) {
  const asked: number[] = [];
  const read = async (all: readonly number[], [year = 0]: readonly number[] = all) => {
    asked.push(year);
    return { [year]: years[year] ?? NO_TICKS };
  };
  return { asked, read };
}
