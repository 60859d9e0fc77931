import { isRecord } from "@dailyleet/core";
import { keptYear, readKept } from "../lib/kept.ts";
import { hasLearnt, learnYear } from "./ticks.ts";
import { $year } from "./today.ts";

/** The shown year as the server said it last, until it says it again. */
export async function showKeptYear(uid: string, gone: AbortSignal): Promise<void> {
  const year = $year.get();
  if (year === null || hasLearnt(year)) return;
  const fields = await readKept(keptYear(uid, year));
  if (!gone.aborted && isRecord(fields) && !hasLearnt(year)) learnYear(year, fields);
}
