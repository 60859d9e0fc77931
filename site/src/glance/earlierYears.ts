import { missingYear, type Ticks, type TicksByYear, yearsUpTo } from "@dailyleet/core";
import { atom } from "nanostores";
import { readCached, writeCached, yearReadKey } from "../replica/browserCache.ts";
import { $connection } from "../replica/connection.ts";

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

/**
 * Makes a year that is not shown known: from its copy, and from the server where the copy is old. Rejects as the store
 * does.
 */
export async function loadYear(year: number): Promise<Ticks> {
  const connection = $connection.get();
  if (connection === null) throw new Error("nobody is signed in");
  const { uid, replica, policy } = connection;
  const [readAt] = await Promise.all([readCached(yearReadKey(uid, year)), replica.load([year])]);
  const isFresh = typeof readAt === "number" && Math.abs(Date.now() - readAt) < policy.copyMs;
  if (replica.year(year).status === "unknown" || !isFresh) {
    $learnt.set($learnt.get() + 1);
    // What a streak needs next is there too.
    const read = await replica.readYears(yearsUpTo(year), [year]);
    const known = read.filter((before) => replica.year(before).status === "known");
    if ($connection.get() === connection)
      for (const before of known) void writeCached(yearReadKey(uid, before), Date.now());
  }
  $learnt.set($learnt.get() + 1);
  return replica.year(year).ticks;
}
