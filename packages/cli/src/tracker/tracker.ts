import {
  allYears,
  type Change,
  type CivilDate,
  type MadeChange,
  type Marks,
  type Owner,
  type PersonData,
  type PersonSettings,
  type TicksByYear,
  yearsOfChanges,
} from "@dailyleet/core";
import { type Database, readAllTicks } from "@dailyleet/local";
import type { Written } from "../files/backups.ts";

/** A person's ticks, marks and settings, in local or cloud mode. */
export interface Tracker {
  readonly person: Owner;
  /** Local mode: holds all data. Cloud mode: holds the outbox and snapshots. */
  readonly database: Database;
  /** The ticks of these years, with unsent changes applied; empty for a year without data. */
  ticks(years: readonly number[]): Promise<TicksByYear>;
  /** As `ticks`, but reads this computer only. */
  knownTicks(years: readonly number[]): Promise<TicksByYear>;
  /** All marks, with unsent changes applied. */
  marks(): Promise<Marks>;
  /** As `marks`, but reads this computer only. */
  knownMarks(): Promise<Marks>;
  /** All settings, with unsent changes applied. */
  settings(): Promise<PersonSettings>;
  /** All ticks, marks and settings, also of years after the current one. */
  data(): Promise<PersonData>;
  /** As `data`, but throws `unavailable` if the store can't be read now, instead of using this computer's copy. */
  storedData(): Promise<PersonData>;
  /**
   * Saves the changes on this computer, and sends them to the store if it can be reached. `remember` records them in
   * `database` for `undo`; in local mode in the same transaction. Commands call `makeChanges` instead.
   */
  save(changes: readonly Change[], remember: (made: readonly MadeChange[]) => void): Promise<ChangeResult>;
  /** As `keepBackup`, of this computer's data. */
  keepBackup(written: Written): Promise<void>;
  close(): void;
}

export interface ChangeResult {
  readonly changes: readonly MadeChange[];
  /** `pending`: durable on this computer, not yet in the cloud. Null: nothing was written. */
  readonly saved: "local" | "cloud" | "pending" | null;
}

/** All years until today, and later years with stored or pending ticks, which a wrong clock may have left. */
export function allKnownYears(
  today: CivilDate,
  { database, person }: Pick<Tracker, "database" | "person">,
  pending: readonly Change[] = [],
): number[] {
  const found = readAllTicks(database, person.uid).flatMap(({ year }) => year ?? []);
  return allYears(today, [...found, ...yearsOfChanges(pending)]);
}
