import { applyChanges } from "../changes/changes.ts";
import { clip as clipTo, shown } from "../text.ts";
import type { Source, SourceNumber } from "../ticks/sources.ts";
import { NO_TICKS, type TickCell, type TicksByYear } from "../ticks/ticks.ts";
import type { ReadData } from "./exportDocument.ts";

export interface ImportFile extends ReadData {
  /** Habits that stand for no source and are left out; null where there are only sources' numbers. */
  readonly unknown: readonly string[] | null;
  /** Whether the file is no UTF-8 and was read as Windows-1252. */
  readonly isWindows?: boolean;
}

/** What the person tells about a file. */
export interface ImportGuide {
  readonly sources: readonly Source[];
  /** The source for which each name in the file stands, besides the sources' own names. */
  readonly map?: readonly (readonly [name: string, source: SourceNumber])[];
  /** The names of Loop's habits, as `Habits.csv` beside its table has them. */
  readonly habits?: readonly string[];
  readonly dates?: DateOrder;
  /** Asked for only where habits have names. */
  readonly numbers?: NumberMeaning;
}

/** Whether 05/03/2026 is 5 March (`dmy`) or May 3 (`mdy`). */
export type DateOrder = "dmy" | "mdy";

/** Whether each number says how many were done (`counts`) or is Loop Habit Tracker's sign (`loop`). */
export type NumberMeaning = "counts" | "loop";

/** `map`: which habit is which source. `dates`: the order of day and month. `numbers`: whether they are counts. */
export type Remedy = "map" | "dates" | "numbers";

interface FaultPlace {
  /** From 1; absent where no single line is wrong. */
  readonly line?: number;
  /** The option with which the person can resolve the fault. */
  readonly remedy?: Remedy;
  /** Whether the file is of an unknown kind; else it has a mistake. */
  readonly isForeign?: boolean;
}

/** The first fault of a file. The message is the part of the sentence that says what is wrong. */
export class ImportFault extends Error {
  readonly place: FaultPlace;

  constructor(message: string, place: FaultPlace = {}) {
    super(message);
    this.place = place;
  }
}

/** The years of these done cells, which may repeat. */
export function ticksOf(cells: readonly TickCell[]): TicksByYear {
  const years = [...Map.groupBy(cells, ({ year }) => year)];
  const changes = (own: readonly TickCell[]) => own.map((cell) => ({ ...cell, done: true }));
  return Object.fromEntries(years.map(([year, own]) => [year, applyChanges(NO_TICKS, changes(own))]));
}

const MAX_SHOWN = 40;

export function show(value: unknown): string {
  return shown(value, MAX_SHOWN);
}

/** The beginning of a text of the file, on one line. */
export function clip(text: string): string {
  return clipTo(text.replace(/\s+/g, " "), MAX_SHOWN);
}
