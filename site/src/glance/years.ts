import {
  countDone,
  dayOfYear,
  dayTicks,
  heatmap,
  missingYear,
  NO_TICKS,
  readBack,
  type Ticks,
  type TicksByYear,
  type YearView,
  yearSummary,
  yearsUpTo,
} from "@dailyleet/core";
import { atom, onMount } from "nanostores";
import { useMemo } from "react";
import { $config } from "../app/setup.ts";
import { $today, $year } from "../app/today.ts";
import { $connection, $isKnown, $ticks } from "../replica/connection.ts";
import { readCached, writeCached, yearReadKey } from "../replica/indexedDb.ts";
import { useValue } from "../ui/react.tsx";
import type { Reach } from "./streakText.ts";

/** Grows when a year beside the shown one has become known. */
export const $learnt = atom(0);

/** The shown year and those before it that a streak needs, as far as they are known without a gap. */
export function knownYears(year: number, shown: Ticks): TicksByYear {
  const replica = $connection.get()?.replica;
  const years: Record<number, Ticks> = { [year]: shown };
  for (let before = missingYear(years, year); before !== null; before = missingYear(years, year)) {
    const view = replica?.year(before);
    if (view?.status !== "known") return years;
    years[before] = view.ticks;
  }
  return years;
}

/** Loads a year that is not shown: its snapshot, and the server's where that is old. Rejects as the store does. */
export async function loadYear(year: number): Promise<Ticks> {
  const connection = $connection.get();
  if (connection === null) throw new Error("nobody is signed in");
  const { uid, replica, policy } = connection;
  const [readAt] = await Promise.all([readCached(yearReadKey(uid, year)), replica.load([year])]);
  const isFresh = typeof readAt === "number" && Math.abs(Date.now() - readAt) < policy.snapshotMs;
  if (replica.year(year).status === "unknown" || !isFresh) {
    $learnt.set($learnt.get() + 1);
    // Together with the years that a streak needs next.
    const read = await replica.readYears(yearsUpTo(year), [year]);
    const known = read.filter((before) => replica.year(before).status === "known");
    if ($connection.get() === connection)
      for (const before of known) void writeCached(yearReadKey(uid, before), Date.now());
  }
  $learnt.set($learnt.get() + 1);
  return replica.year(year).ticks;
}

/** The note where `isWhole` is false. */
export const NOT_WHOLE = "Earlier years didn't load, so the streaks may be longer.";

export interface ShownYear {
  readonly view: YearView;
  /** With the years before it that its streaks need. */
  readonly years: TicksByYear;
  /** False where earlier years could not be read, so that its streaks may have begun earlier. */
  readonly isWhole: boolean;
}

/** The shown year, to share it. Reads the earlier years, over which its streaks may go back. */
export async function readShownYear(): Promise<ShownYear> {
  const today = $today.get();
  const year = $year.get();
  if (today === null || year === null) throw new Error("no year is shown");
  const shown = knownYears(year, $ticks.get());
  const all = await neededYears(shown, year).catch(() => null);
  const years = all ?? shown;
  const summary = yearSummary(years, year, today, $config.get().rest);
  const map = heatmap(year, years[year] ?? NO_TICKS, summary.streaks.rested);
  return { view: { map, summary, today }, years, isWhole: all !== null };
}

function neededYears(known: TicksByYear, last: number): Promise<TicksByYear> {
  const read = async (year: number) => known[year] ?? (await loadYear(year));
  return readBack(async (_all, [year = last]) => ({ [year]: await read(year) }), last);
}

/** A year as it was before the last burst of clicks, so that its figures are not drawn at each click. */
export interface SettledYear {
  readonly year: number | null;
  readonly ticks: Ticks;
}

const BURST_MS = 250;

export const $settled = atom<SettledYear>({ year: null, ticks: NO_TICKS });

onMount($settled, () => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    clearTimeout(timer);
    $settled.set({ year: $year.get(), ticks: $ticks.get() });
  };
  settle();
  // Another year, or one that has become known, shows at once, after the other listeners have run.
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

/** How many of today's sources are done, after a burst of clicks; null while another year is shown or none is known. */
export function useDoneToday(): number | null {
  const today = useValue($today);
  const { year, ticks } = useValue($settled);
  const isKnown = useValue($isKnown);
  return isKnown && year !== null && year === today?.year ? countDone(dayTicks(ticks, dayOfYear(today))) : null;
}

/** The years that figures of the shown one go by, as far as they are known. */
export function useReach(): Reach {
  const { year, ticks } = useValue($settled);
  const learnt = useValue($learnt);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another year has become known
  const years = useMemo(() => knownYears(year ?? 0, ticks), [year, ticks, learnt]);
  return { years, missing: year === null ? null : missingYear(years, year) };
}
