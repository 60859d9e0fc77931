import {
  countDone,
  dayOfYear,
  dayTicks,
  hasDone,
  missingYear,
  NO_TICKS,
  type Ticks,
  type TicksByYear,
  yearsUpTo,
} from "@dailyleet/core";
import { atom, onMount } from "nanostores";
import { useEffect, useMemo } from "react";
import { useSelected, useValue } from "../ui/react.tsx";
import { $sync } from "../view/status.ts";
import { $today, $year } from "../view/today.ts";
import { $connection, $isKnown, $ticks } from "./connection.ts";
import { readCached, writeCached, yearReadKey } from "./indexedDb.ts";

/** The known years on which the figures of the shown year depend. */
export interface Reach {
  readonly years: TicksByYear;
  /** The next year that the figures need and that is not known yet; null when all are known. */
  readonly missing: number | null;
}

/** Whether a year up to `last` has a tick, even before a pause. True while a year is missing: it may have one. */
export function mayHaveTicks(last: number, { years, missing }: Reach): boolean {
  return missing !== null || yearsUpTo(last).some((year) => hasDone(years[year] ?? NO_TICKS) || isActive(year));
}

function isActive(year: number): boolean {
  const view = $connection.get()?.replica.year(year);
  return view?.status === "known" && hasDone(view.cells);
}

/** Grows when a year other than the shown one may have become known. */
const $yearsRead = atom(0);

function reachOf(year: number, shown: Ticks): Reach {
  const replica = $connection.get()?.replica;
  const years: Record<number, Ticks> = { [year]: shown };
  for (;;) {
    const missing = missingYear(years, year);
    const view = missing === null ? null : replica?.year(missing);
    if (missing === null || view?.status !== "known") return { years, missing };
    years[missing] = view.cells;
  }
}

/** Loads a year that is not shown: its snapshot and, if that is old, the server's year. Rejects as the store does. */
async function loadYear(year: number): Promise<void> {
  const connection = $connection.get();
  if (connection === null) throw new Error("nobody is signed in");
  const { uid, replica, policy } = connection;
  const [readAt] = await Promise.all([readCached(yearReadKey(uid, year)), replica.load([year])]);
  const isFresh = typeof readAt === "number" && Math.abs(Date.now() - readAt) < policy.snapshotMs;
  if (replica.year(year).status === "unknown" || !isFresh) {
    $yearsRead.set($yearsRead.get() + 1);
    // Fetch the years that a streak needs next in the same request.
    const read = await replica.fetchYears(yearsUpTo(year));
    const known = read.filter((before) => replica.year(before).status === "known");
    if ($connection.get() === connection)
      for (const before of known) void writeCached(yearReadKey(uid, before), Date.now());
  }
  // A year without ticks may be a pause.
  if (!isActive(year)) await replica.load(yearsUpTo(year - 1));
  $yearsRead.set($yearsRead.get() + 1);
}

/** Loads the missing years first. A remaining `missing` is a year that could not be read. */
export async function readReach(year: number, shown: Ticks): Promise<Reach> {
  for (let before: number | null = null; ; ) {
    const reach = reachOf(year, shown);
    if (reach.missing === null || reach.missing === before) return reach;
    before = reach.missing;
    await loadYear(before).catch(() => {});
  }
}

const BURST_MS = 250;

/** The shown year after a burst of clicks is over, so that no click waits for the figures to render. */
export const $settled = atom<{ readonly year: number | null; readonly ticks: Ticks }>({ year: null, ticks: NO_TICKS });

onMount($settled, () => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    clearTimeout(timer);
    $settled.set({ year: $year.get(), ticks: $ticks.get() });
  };
  settle();
  // A year that was chosen or became known shows at once, after the other listeners have run.
  const ends = [$year, $isKnown].map((store) => store.listen(() => queueMicrotask(settle)));
  ends.push(
    $ticks.listen(() => {
      clearTimeout(timer);
      timer = setTimeout(settle, BURST_MS);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const end of ends) end();
  };
});

/** The number of today's sources done, after a burst of clicks; null while today's year is not shown or not known. */
export function useDoneToday(): number | null {
  const today = useValue($today);
  const { year, ticks } = useValue($settled);
  const isKnown = useValue($isKnown);
  return isKnown && year !== null && year === today?.year ? countDone(dayTicks(ticks, dayOfYear(today))) : null;
}

export function useReach(): Reach {
  const { year, ticks } = useValue($settled);
  const yearsRead = useValue($yearsRead);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another year has become known
  return useMemo(() => (year === null ? NOTHING : reachOf(year, ticks)), [year, ticks, yearsRead]);
}

/** Whether the person has no tick up to the shown year; null until that is known. */
export function useIsNew(year: number): boolean | null {
  const reach = useReach();
  const isKnown = useValue($isKnown);
  if (hasDone(reach.years[year] ?? NO_TICKS)) return false;
  return isKnown && reach.missing === null ? !mayHaveTicks(year, reach) : null;
}

/** Loads the years that the figures lack, one after the other. */
export function useMissing({ missing }: Pick<Reach, "missing">): void {
  const isKnown = useValue($isKnown);
  const isOffline = useSelected($sync, ({ server }) => server === "unreachable");
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failed load is tried again when the server is back
  useEffect(() => {
    if (isKnown && missing !== null) loadYear(missing).catch(() => {});
  }, [isKnown, missing, isOffline]);
}

const NOTHING: Reach = { years: {}, missing: null };
