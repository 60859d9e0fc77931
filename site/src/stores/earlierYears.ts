import { NO_TICKS, readYearDocument, type Ticks, type TicksByYear } from "@dailyleet/core";
import { atom } from "nanostores";
import { keep, keptYear } from "../lib/kept.ts";
import { $line } from "./line.ts";
import { knownTicks, learnYear } from "./ticks.ts";
import { $today } from "./today.ts";

/** Grows when a year beside the shown one has become known. */
export const $learnt = atom(0);

/** The shown year and those before it, as far as they are known without a gap. */
export function knownYears(year: number, shown: Ticks): TicksByYear {
  const years: Record<number, Ticks> = { [year]: shown };
  for (let before = year - 1; ; before--) {
    const ticks = knownTicks(before);
    if (ticks === null) return years;
    years[before] = ticks;
  }
}

/** Makes a year that is not shown known. Rejects as the store does. */
export async function loadYear(year: number): Promise<Ticks> {
  const line = $line.get();
  const today = $today.get();
  if (line === null || today === null) throw new Error("nobody is signed in");
  const document = await readYearDocument(line.store, year, today);
  if (line.gone.aborted) throw new Error("nobody is signed in");
  const fields = document?.fields ?? {};
  learnYear(year, fields);
  void keep(keptYear(line.uid, year), fields);
  $learnt.set($learnt.get() + 1);
  return knownTicks(year) ?? NO_TICKS;
}
