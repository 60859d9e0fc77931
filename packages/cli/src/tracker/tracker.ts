import {
  allYears,
  type Change,
  type CivilDate,
  type Marks,
  type PersonData,
  type SavedChange,
  type TicksByYear,
  yearsOfChanges,
} from "@dailyleet/core";
import { type Database, readAllTicks, recordChanges } from "@dailyleet/local";
import type { Context } from "../context.ts";

/** One person's ticks and marks as the commands see them, in local or cloud mode. */
export interface Tracker {
  readonly person: Person;
  /** In local mode it holds everything, in cloud mode the outbox and snapshots. */
  readonly database: Database;
  /** These years, with the person's unsent changes applied; empty where nothing is stored. */
  readYears(years: readonly number[]): Promise<TicksByYear>;
  /** As `readYears`, from this computer. */
  readKnown(years: readonly number[]): Promise<TicksByYear>;
  /** All marks, with unsent changes applied. */
  readMarks(): Promise<Marks>;
  /** As `readMarks`, from this computer. */
  readKnownMarks(): Promise<Marks>;
  /** All ticks and marks, also of years after the clock's. */
  readData(): Promise<PersonData>;
  /** As `readData`, but throws `unavailable` where the store cannot be read now. */
  readStoredData(): Promise<PersonData>;
  /**
   * Makes the changes durable and sends them to the store if it can be reached. `note` records them in `database`; in
   * local mode in the same transaction.
   */
  change(changes: readonly Change[], note: (saved: readonly SavedChange[]) => void): Promise<ChangeResult>;
  close(): void;
}

export interface Person {
  readonly uid: string;
  /** The profile's name, or the e-mail address. */
  readonly name: string;
}

export interface ChangeResult {
  readonly changes: readonly SavedChange[];
  /** `pending`: durable on this computer, not yet in the cloud; null where nothing was written. */
  readonly saved: "local" | "cloud" | "pending" | null;
}

/** Makes the changes and records them for `undo`, which names them by `command`. */
export function changeUndoably(
  context: Context,
  tracker: Tracker,
  changes: readonly Change[],
  command: string,
): Promise<ChangeResult> {
  const { database, person } = tracker;
  const entry = { command, time: context.now() };
  return tracker.change(changes, (saved) => recordChanges(database, person.uid, saved, entry));
}

/** All years until today, those stored on this computer and those of `pending`: the clock may be or have been wrong. */
export function allKnownYears(
  today: CivilDate,
  { database, person }: Pick<Tracker, "database" | "person">,
  pending: readonly Change[] = [],
): number[] {
  const found = readAllTicks(database, person.uid).flatMap(({ year }) => year ?? []);
  return allYears(today, [...found, ...yearsOfChanges(pending)]);
}
