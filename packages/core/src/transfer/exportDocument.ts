import { type CivilDate, isTickYear } from "../calendar/calendar.ts";
import { formatDate } from "../calendar/civilDays.ts";
import { monthDay } from "../calendar/dateText.ts";
import { cellKey } from "../changes/changes.ts";
import { SOURCE_NUMBERS } from "../ticks/sources.ts";
import { dayTicks, doneCells, NO_TICKS, type TickChange, type TicksByYear } from "../ticks/ticks.ts";

/** What `export` writes as JSON: year → day number → source → true, done cells only. */
export interface ExportDocument {
  readonly version: 1;
  readonly years: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, true>>>>>>;
}

export function exportDocument(years: TicksByYear): ExportDocument {
  const document: Record<string, Record<string, Record<string, true>>> = {};
  for (const { year, day, source } of allDoneCells(years)) {
    document[year] ??= {};
    const ofYear = document[year];
    ofYear[day] = { ...ofYear[day], [source]: true };
  }
  return { version: 1, years: document };
}

export const CSV_HEADER = ["date", ...SOURCE_NUMBERS].join(",");

/**
 * A table for spreadsheet programs: a row for each day with a tick, a column for each source, 1 for done and 0 for
 * untried. The day that 29 February and 1 March share is written as 1 March.
 */
export function exportCsv(years: TicksByYear): string {
  const lines = tickYears(years).flatMap((year) => {
    const ticks = years[year] ?? NO_TICKS;
    const days = [...new Set(doneCells(ticks).map(({ day }) => day))];
    return days.map((day) => {
      const cells = SOURCE_NUMBERS.map((source) => Number(dayTicks(ticks, day)[source] === true));
      return [formatDate({ year, ...monthDay(day) }), ...cells].join(",");
    });
  });
  return [CSV_HEADER, ...lines, ""].join("\n");
}

export interface ImportPlan {
  /** Cells that are done there and not here, in the order of the calendar. An import never unticks. */
  readonly changes: readonly TickChange[];
  /** Done cells here, in what is imported, and after the import. */
  readonly here: number;
  readonly there: number;
  readonly together: number;
  /** Done cells of years that have not begun, which are left out: no document can hold them yet. */
  readonly ahead: number;
}

/** What an import would change; nothing is written. `today` is the person's civil date. */
export function planImport(current: TicksByYear, incoming: TicksByYear, today: CivilDate): ImportPlan {
  const here = new Set(allDoneCells(current).map(cellKey));
  const there = allDoneCells(incoming);
  const missing = there.filter((cell) => !here.has(cellKey(cell)));
  const changes = missing.filter((cell) => cell.year <= today.year);
  return {
    changes,
    here: here.size,
    there: there.length,
    together: here.size + changes.length,
    ahead: missing.length - changes.length,
  };
}

function allDoneCells(years: TicksByYear): TickChange[] {
  return tickYears(years).flatMap((year) =>
    doneCells(years[year] ?? NO_TICKS).map((cell) => ({ year, ...cell, done: true })),
  );
}

function tickYears(years: TicksByYear): number[] {
  return Object.keys(years).map(Number).filter(isTickYear);
}
