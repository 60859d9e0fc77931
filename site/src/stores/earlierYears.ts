import {
  CLOUD_POLICY,
  isRecord,
  LOCAL_POLICY,
  NO_TICKS,
  readYearDocument,
  type Ticks,
  type TicksByYear,
} from "@dailyleet/core";
import { atom } from "nanostores";
import { keep, keptYear, keptYearRead, readKept } from "../lib/kept.ts";
import { $line, type Line } from "./line.ts";
import { $setup } from "./setup.ts";
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

/**
 * Makes a year that is not shown known: from its copy, and from the server where the copy is old. Rejects as the store
 * does.
 */
export async function loadYear(year: number): Promise<Ticks> {
  const line = $line.get();
  if (line === null) throw signedOut();
  const [copy, readAt] = await Promise.all([
    readKept(keptYear(line.uid, year)),
    readKept(keptYearRead(line.uid, year)),
  ]);
  if (line.gone.aborted) throw signedOut();
  if (isRecord(copy)) learn(year, copy);
  if (!isRecord(copy) || !isFresh(readAt)) await readYear(line, year);
  return knownTicks(year) ?? NO_TICKS;
}

async function readYear(line: Line, year: number): Promise<void> {
  const today = $today.get();
  if (today === null) throw signedOut();
  // What comes before a year that is known is over.
  const isOver = (line.known?.year ?? year) > year;
  const document = isOver ? await line.store.readClosed(year) : await readYearDocument(line.store, year, today);
  if (line.gone.aborted) throw signedOut();
  const fields = document?.fields ?? {};
  learn(year, fields);
  void keep(keptYear(line.uid, year), fields);
  void keep(keptYearRead(line.uid, year), Date.now());
}

function learn(year: number, fields: object): void {
  learnYear(year, fields);
  $learnt.set($learnt.get() + 1);
}

function isFresh(readAt: unknown): boolean {
  const setup = $setup.get();
  const { copyMs } = setup.status === "ready" && setup.config.local ? LOCAL_POLICY : CLOUD_POLICY;
  return typeof readAt === "number" && Math.abs(Date.now() - readAt) < copyMs;
}

const signedOut = () => new Error("nobody is signed in");
