import { type CivilDate, isTickYear } from "../calendar/calendar.ts";
import type { PersonStore } from "../ports.ts";
import type { TicksByYear } from "./ticks.ts";
import { openYear } from "./years.ts";

/** The ticks of these years; the open document is read, settled and closed where needed, once. Errors as the store's. */
export async function readYears(store: PersonStore, years: readonly number[], today: CivilDate): Promise<TicksByYear> {
  const open = await openYear(store, today);
  const read = async (year: number) => (year === open.year ? open : await store.readClosed(year)).ticks;
  return Object.fromEntries(await Promise.all(years.map(async (year) => [year, await read(year)])));
}

/**
 * Every year of which something can be kept, and the next one, which a device past New Year may have begun. No rule
 * lets anybody list documents, so each has to be asked for.
 */
export function allYears(today: CivilDate): number[] {
  return Array.from({ length: today.year + 2 }, (_, year) => year).filter(isTickYear);
}
