import { type CivilDate, isTickYear, NO_TICKS, streaks, type Ticks, type TicksByYear } from "@dailyleet/core";

/** As many years, back from today's, as the current streak reaches into. */
export async function readStreakYears(
  read: (years: readonly number[]) => Promise<TicksByYear>,
  today: CivilDate,
): Promise<TicksByYear> {
  const found: Record<number, Ticks> = {};
  for (let year = today.year; isTickYear(year); year--) {
    found[year] = (await read([year]))[year] ?? NO_TICKS;
    const { first } = streaks(found, today).current;
    // On New Year's day yesterday's streak is in the year before; further back there is none to find.
    const isUnknown = first === null && year === today.year && isNewYear(today);
    const reachesBack = first !== null && first.year === year && isNewYear(first);
    if (!isUnknown && !reachesBack) break;
  }
  return found;
}

function isNewYear({ month, day }: CivilDate): boolean {
  return month === 1 && day === 1;
}
