import { type CivilDate, dayOfYear, isTickYear, readDate } from "../calendar/calendar.ts";
import { NO_MARKS } from "../practice/marks.ts";
import { fold } from "../text.ts";
import { SOURCE_NUMBERS, type SourceNumber, sourceName } from "../ticks/sources.ts";
import { tickCell } from "../ticks/ticks.ts";
import { excerpt, ImportFault, type ImportFile, type ImportGuide, ticksOf } from "./reading.ts";

/** The names with a source, and the names without one, each in the order of the file. */
interface Habits {
  readonly known: ReadonlyMap<string, SourceNumber>;
  readonly unknown: readonly string[];
}

const MAX_NAMED = 5;

/**
 * Matches names to sources: by the person's `map`, or because the name is a source's name or number. Ignores case.
 * Throws `ImportFault` if no name has a source, or if a mapped name is not in the file.
 */
export function matchHabits(names: readonly string[], { sources, map = [] }: ImportGuide): Habits {
  const all = [...new Set(names)];
  const own = SOURCE_NUMBERS.map((source) => [sourceName(sources, source), source] as const);
  const numbers = SOURCE_NUMBERS.map((source) => [String(source), source] as const);
  const meanings = new Map([...numbers, ...own, ...map].map(([name, source]) => [fold(name), source]));
  const strange = map.find(([name]) => !all.some((habit) => fold(habit) === fold(name)));
  if (strange) throw new ImportFault(`no habit '${excerpt(strange[0])}', only ${listed(all)}`, { remedy: "map" });
  const known = new Map<string, SourceNumber>();
  for (const name of all) {
    const source = meanings.get(fold(name));
    if (source) known.set(name, source);
  }
  if (known.size > 0) return { known, unknown: all.filter((name) => !known.has(name)) };
  throw new ImportFault(`none of the habits is one of your five sites: ${listed(all)}`, { remedy: "map" });
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).map((name) => `'${excerpt(name)}'`);
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
  return shown.join(", ") + more;
}

const SEPARATOR = " : ";
const ENTRY = /^\d{4}-\d{2}-\d{2} : /;

/** Whether the first line that is no comment is an entry of harsh's log. */
export function isHarshLog(text: string): boolean {
  const first = text.split(/\r?\n/).find((line) => line !== "" && !line.startsWith("#"));
  return first !== undefined && ENTRY.test(first);
}

interface Entry {
  readonly date: CivilDate;
  readonly habit: string;
  readonly isDone: boolean;
}

/**
 * Reads the `log` of harsh: a line `2021-01-01 : Habit : y : comment : amount` for each day and habit, where y is done,
 * n not done and s skipped. Comment and amount may be missing. Skips blank lines and comments (#). Of two entries for
 * one day and habit, the later one counts. Throws `ImportFault` for a line that it cannot read, although harsh skips
 * such a line. Source: https://github.com/wakatara/harsh, `internal/storage/log.go`.
 */
export function readHarshLog(text: string, guide: ImportGuide): ImportFile {
  // Keyed by the date's text: 29 February and 1 March share a day number, but each has its entries.
  const entries = new Map<string, Entry>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const [date = "", habit = "", result = ""] = line.split(SEPARATOR).map((field) => field.trim());
    entries.set(`${date} ${habit}`, readEntry(date, habit, result, index + 1));
  }
  const all = [...entries.values()];
  const habits = all.map(({ habit }) => habit);
  const { known, unknown } = matchHabits(habits, guide);
  const cells = all.flatMap(({ date, habit, isDone }) => {
    const source = isDone ? known.get(habit) : undefined;
    return source ? [tickCell(date.year, dayOfYear(date), source)] : [];
  });
  return { ticks: ticksOf(cells), marks: NO_MARKS, unknown };
}

function readEntry(text: string, habit: string, result: string, line: number): Entry {
  const date = readDate(text);
  if (!date || !isTickYear(date.year))
    throw new ImportFault(`'${excerpt(text)}' is not a date such as 2026-03-05`, { line });
  if (habit === "") throw new ImportFault("expected a habit after the date", { line });
  if (["y", "n", "s"].includes(result)) return { date, habit, isDone: result === "y" };
  throw new ImportFault(`'${excerpt(result)}' for '${excerpt(habit)}' must be y, n or s`, { line });
}
