import type { Stage } from "./browser.ts";

type Year = Record<string, Record<string, true>>;

/** A plausible year of practice: on most days up to five ticks, with some gaps. */
function practised(from: number, to: number): Year {
  const year: Year = {};
  for (let day = from; day <= to; day++) {
    const count = Math.round(2.5 + 2 * Math.sin(day / 9) + Math.sin(day * 7)) - (day % 23 === 0 ? 5 : 0);
    const cells = [1, 2, 3, 4, 5].slice(0, Math.max(0, Math.min(5, count)));
    if (cells.length > 0) year[day] = Object.fromEntries(cells.map((source) => [source, true as const]));
  }
  return year;
}

/** Imports practice for the year before and for this year up to `lastDay`, by the command line. */
export function importPractice(stage: Stage, thisYear: number, lastDay: number): Promise<void> {
  return stage.importYears({ [thisYear - 1]: practised(120, 365), [thisYear]: practised(1, lastDay) });
}
