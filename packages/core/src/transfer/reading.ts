import { applyChanges } from "../changes/changes.ts";
import type { Source, SourceNumber } from "../ticks/sources.ts";
import { NO_TICKS, type TickCell, type TicksByYear } from "../ticks/ticks.ts";
import { clip, shown } from "../untrusted.ts";
import type { BackupOrigin } from "./backup.ts";
import type { ReadData } from "./owners.ts";

export interface ImportFile extends ReadData {
  /** When and why a backup was saved; null for an export. */
  readonly origin?: BackupOrigin | null;
  /** The keys of a JSON document that this version does not know and leaves out. */
  readonly ignored?: readonly string[];
  /**
   * The habits that are left out, because they have no source; null for JSON, and where columns have sources' numbers.
   */
  readonly unknown: readonly string[] | null;
  /** Whether the file was read as Windows-1252, because it is not UTF-8. */
  readonly isWindows?: boolean;
}

export interface ImportGuide {
  readonly sources: readonly Source[];
  /** Further names of sources. */
  readonly map?: readonly (readonly [name: string, source: SourceNumber])[];
  /** The names of Loop's habits, from `Habits.csv` beside its table. */
  readonly habits?: readonly string[];
  readonly dates?: DateOrder;
  /** Used only where columns have names of habits. */
  readonly numbers?: NumberMeaning;
}

/** Whether 05/03/2026 is 5 March (`dmy`) or May 3 (`mdy`). */
export type DateOrder = "dmy" | "mdy";

/** Whether numbers are counts, or Loop Habit Tracker's signs (`loop`). */
export type NumberMeaning = "counts" | "loop";

/** `map`: which habit is which source. `dates`: the order of day and month. `numbers`: whether they are counts. */
export type Remedy = "map" | "dates" | "numbers";

interface FaultPlace {
  /** From 1; absent where the fault has no line. */
  readonly line?: number;
  /** The option with which the person can resolve the fault. */
  readonly remedy?: Remedy;
  /** Whether the file is of an unknown kind, not a known kind with a mistake. */
  readonly isForeign?: boolean;
}

/** The first fault of a file. The message is a part of a sentence. */
export class ImportFault extends Error {
  readonly place: FaultPlace;

  constructor(message: string, place: FaultPlace = {}) {
    super(message);
    this.place = place;
  }
}

/** Groups done cells by year; cells may repeat. */
export function ticksOf(cells: readonly TickCell[]): TicksByYear {
  const changes = cells.map((cell) => ({ ...cell, state: true }));
  const years = [...Map.groupBy(changes, ({ table }) => table)];
  return Object.fromEntries(years.map(([year, ofYear]) => [year, applyChanges(NO_TICKS, ofYear)]));
}

const MAX_SHOWN = 40;

export function show(value: unknown): string {
  return shown(value, MAX_SHOWN);
}

/** The beginning of a text, on one line. */
export function excerpt(text: string): string {
  return clip(text.replace(/\s+/g, " "), MAX_SHOWN);
}
