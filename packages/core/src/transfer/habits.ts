import { fold } from "../text.ts";
import { SOURCE_NUMBERS, type SourceNumber, sourceName } from "../ticks/sources.ts";
import { clip, type Fault, type ImportGuide } from "./reading.ts";

/** Which of the names in a file stand for which source, and which for none, each in the order of the file. */
export interface Habits {
  readonly known: ReadonlyMap<string, SourceNumber>;
  readonly unknown: readonly string[];
}

const MAX_NAMED = 5;

/**
 * A name stands for a source when the person has mapped it, or when it is the source's whole name (upper and lower case
 * alike). It is a fault when none does, and when a name was mapped that is not in the file.
 */
export function matchHabits(names: readonly string[], { sources, map = [] }: ImportGuide): Habits | Fault {
  const all = [...new Set(names)];
  const own = SOURCE_NUMBERS.map((source) => [fold(sourceName(sources, source)), source] as const);
  const meanings = new Map([...own, ...map.map(([name, source]) => [fold(name), source] as const)]);
  const strange = map.find(([name]) => !all.some((habit) => fold(habit) === fold(name)));
  if (strange) return { fault: `no habit '${clip(strange[0])}', only ${listed(all)}`, remedy: "map" };
  const known = new Map<string, SourceNumber>();
  for (const name of all) {
    const source = meanings.get(fold(name));
    if (source !== undefined) known.set(name, source);
  }
  if (known.size === 0) return { fault: `none of the habits is one of your five sites: ${listed(all)}`, remedy: "map" };
  return { known, unknown: all.filter((name) => !known.has(name)) };
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).map((name) => `'${clip(name)}'`);
  const more = names.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
