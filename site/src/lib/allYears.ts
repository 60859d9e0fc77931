import type { Ticks, TicksByYear } from "@dailyleet/core";
import { type CivilDate, isTickYear, openYear, overlay, type PendingChange, type TickStore } from "@dailyleet/core";

/**
 * Every year of which something can be kept, with the unsent changes over what the server has. No rule lets a page
 * list documents, so each closed year is asked for. Errors as the store's.
 */
export async function readAllYears(
  store: TickStore,
  pending: readonly PendingChange[],
  today: CivilDate,
): Promise<TicksByYear> {
  const open = await openYear(store, today);
  const read = async (year: number): Promise<[number, Ticks]> => {
    const document = year === open.year ? open : await store.readClosed(year);
    return [year, overlay(document.ticks, pending, year)];
  };
  const last = Math.max(today.year, open.year ?? 0);
  const years = Array.from({ length: last + 1 }, (_, year) => year).filter(isTickYear);
  return Object.fromEntries(await Promise.all(years.map(read)));
}
