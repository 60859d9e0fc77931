import {
  type CivilDate,
  isTickYear,
  NO_TICKS,
  openYear,
  streaks,
  type TickStore,
  type Ticks,
  type TicksByYear,
} from "@dailyleet/core";

/** The ticks of these years; the open document is read, settled and closed where needed, once. Errors as the store's. */
export async function fetchYears(store: TickStore, years: readonly number[], today: CivilDate): Promise<TicksByYear> {
  const open = await openYear(store, today);
  const fetch = async (year: number) => (year === open.year ? open : await store.readClosed(year)).ticks;
  return Object.fromEntries(await Promise.all(years.map(async (year) => [year, await fetch(year)])));
}

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

/** Every year of which something can be kept, up to `last`. */
export function allYears(last: number): number[] {
  return Array.from({ length: last + 1 }, (_, year) => year).filter(isTickYear);
}
