import { dayOfYear, isTickYear, readDate } from "../calendar/calendar.ts";
import { fold } from "../text.ts";
import { SOURCE_NUMBERS, type SourceNumber, sourceName } from "../ticks/sources.ts";
import type { TickCell } from "../ticks/ticks.ts";
import { clip, type Fault, type ImportGuide, isFault, type ParsedImport } from "./reading.ts";

/** The names in a file that stand for a source, and those that stand for none, each in the order of the file. */
export interface Habits {
  readonly known: ReadonlyMap<string, SourceNumber>;
  readonly unknown: readonly string[];
}

const MAX_NAMED = 5;

/**
 * A name stands for a source if the person has mapped it, or if it is the source's name in any case of letters. A fault if
 * no name does, and if a mapped name is not in the file.
 */
export function matchHabits(names: readonly string[], { sources, map = [] }: ImportGuide): Habits | Fault {
  const all = [...new Set(names)];
  const own = SOURCE_NUMBERS.map((source) => [fold(sourceName(sources, source)), source] as const);
  const meanings = new Map([...own, ...map.map(([name, source]) => [fold(name), source] as const)]);
  const strange = map.find(([name]) => !all.some((habit) => fold(habit) === fold(name)));
  if (strange) return { fault: `no habit '${clip(strange[0])}', only ${listed(all)}`, remedy: "map" };
  const known = new Map(
    all.flatMap((name) => {
      const source = meanings.get(fold(name));
      return source === undefined ? [] : [[name, source] as const];
    }),
  );
  if (known.size === 0) return { fault: `none of the habits is one of your five sites: ${listed(all)}`, remedy: "map" };
  return { known, unknown: all.filter((name) => !known.has(name)) };
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).map((name) => `'${clip(name)}'`);
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
  return shown.join(", ") + more;
}

const SEPARATOR = " : ";
const ENTRY = /^\d{4}-\d{2}-\d{2} : /;

interface Entry {
  /** Tells 29 February and 1 March apart, which have one day number. */
  readonly date: string;
  readonly year: number;
  readonly day: number;
  readonly habit: string;
  readonly isDone: boolean;
}

/** Whether the first line that is no comment is an entry of harsh's log. */
export function isHarshLog(text: string): boolean {
  const first = text.split(/\r?\n/).find((line) => line !== "" && !line.startsWith("#"));
  return first !== undefined && ENTRY.test(first);
}

/**
 * Reads the `log` of harsh: a line `2021-01-01 : Habit : y : comment : amount` for each day and habit, where y is done,
 * n not done and s skipped. Comment and amount may be missing; empty lines and comments (#) do not count; of two entries
 * of one day and habit the later one counts. Source: https://github.com/wakatara/harsh, `internal/storage/log.go`. (harsh
 * skips a line that it cannot read; here that line is a fault.)
 */
export function readHarshLog(text: string, guide: ImportGuide): ParsedImport {
  const entries = new Map<string, Entry>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const entry = readEntry(line);
    if (typeof entry === "string") return { line: index + 1, fault: entry };
    entries.set(`${entry.date} ${entry.habit}`, entry);
  }
  const all = [...entries.values()];
  const habits = matchHabits(
    all.map(({ habit }) => habit),
    guide,
  );
  if (isFault(habits)) return habits;
  const cells = all.flatMap(({ year, day, habit, isDone }): TickCell[] => {
    const source = isDone ? habits.known.get(habit) : undefined;
    return source === undefined ? [] : [{ year, day, source }];
  });
  return { cells, unknown: habits.unknown };
}

function readEntry(line: string): Entry | string {
  const [date = "", habit = "", result = ""] = line.split(SEPARATOR).map((field) => field.trim());
  const day = readDate(date);
  if (day === null || !isTickYear(day.year)) return `'${clip(date)}' is not a date such as 2026-03-05`;
  if (habit === "") return "expected a habit after the date";
  if (!["y", "n", "s"].includes(result)) return `'${clip(result)}' for '${clip(habit)}' must be y, n or s`;
  return { year: day.year, day: dayOfYear(day), date, habit, isDone: result === "y" };
}
