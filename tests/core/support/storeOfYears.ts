import { NO_TICKS, type TicksByYear } from "@dailyleet/core";

/** A store of years that reads no more than it has to, and notes what. */
export function storeOfYears(years: TicksByYear) {
  const asked: number[] = [];
  const read = async (all: readonly number[], least: readonly number[] = all): Promise<TicksByYear> => {
    asked.push(...least);
    return Object.fromEntries(least.map((year) => [year, years[year] ?? NO_TICKS]));
  };
  return { asked, read };
}
