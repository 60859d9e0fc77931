import {
  heatmap,
  NO_TICKS,
  PLAIN_LOOK,
  readBack,
  type TicksByYear,
  WEEK_START,
  yearSummary,
  yearText,
} from "@dailyleet/core";
import { $today, $year } from "../app/today.ts";
import { $ticks } from "../replica/ticks.ts";
import { knownYears, loadYear } from "./earlierYears.ts";

/**
 * Copies the shown year as the terminal's `year` draws it. Its streaks go back over all years, so those are read now;
 * resolves to a sentence that says what was copied. Must be called from a click.
 */
export async function copyYear(): Promise<string> {
  const { clipboard } = navigator;
  if (!clipboard) return "Copying needs HTTPS.";
  try {
    const text = yearInWords();
    const blob = text.then(({ copied }) => new Blob([copied], { type: "text/plain" }));
    await clipboard.write([new ClipboardItem({ "text/plain": blob })]);
    return (await text).note;
  } catch {
    return "The browser blocked copying; allow it and try again.";
  }
}

async function yearInWords(): Promise<{ copied: string; note: string }> {
  const today = $today.get();
  const year = $year.get();
  if (today === null || year === null) throw new Error("no year is shown");
  const shown = knownYears(year, $ticks.get());
  const all = await neededYears(shown, year).catch(() => null);
  const years = all ?? shown;
  const map = heatmap(year, years[year] ?? NO_TICKS, WEEK_START);
  return {
    copied: yearText({ map, summary: yearSummary(years, year, today), today }, PLAIN_LOOK),
    note: all ? "Copied." : "Copied, but earlier years could not be read, so the streaks may be longer.",
  };
}

function neededYears(known: TicksByYear, last: number): Promise<TicksByYear> {
  const read = async (year: number) => known[year] ?? (await loadYear(year));
  return readBack(async ([year = last]) => ({ [year]: await read(year) }), last);
}
