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

/** One person's ticks, marks and settings as the commands see them, in local or cloud mode. */
export interface Tracker {
  readonly person: Owner;
  /** Holds all data in local mode, the outbox and snapshots in cloud mode. */
  readonly database: Database;
  /** These years, with the person's unsent changes applied; empty where nothing is stored. */
  ticks(years: readonly number[]): Promise<TicksByYear>;
  /** As `ticks`, from this computer. */
  knownTicks(years: readonly number[]): Promise<TicksByYear>;
  /** All marks, with unsent changes applied. */
  marks(): Promise<Marks>;
  /** As `marks`, from this computer. */
  knownMarks(): Promise<Marks>;
  /** All settings, with unsent changes applied. */
  settings(): Promise<PersonSettings>;
  /** All ticks, marks and settings, including years after the clock's year. */
  data(): Promise<PersonData>;
  /** As `data`, but throws `unavailable` where the store cannot be read now. */
  storedData(): Promise<PersonData>;
  /**
   * Makes the changes durable and sends them to the store if it can be reached. `remember` writes them to `database` for
   * `undo`, in local mode in the same transaction. Commands call `makeChanges`.
   */
  save(changes: readonly Change[], remember: (made: readonly MadeChange[]) => void): Promise<ChangeResult>;
  /** As `keepBackup`, of what this computer knows. */
  keepBackup(written: Written): Promise<void>;
  close(): void;
}

export interface ChangeResult {
  readonly changes: readonly MadeChange[];
  /** `pending`: durable on this computer, not yet in the cloud; null where nothing was written. */
  readonly saved: "local" | "cloud" | "pending" | null;
}

/** All years until today, and the later years that are stored or pending: the clock may be wrong or have been. */
export function allKnownYears(
  today: CivilDate,
  { database, person }: Pick<Tracker, "database" | "person">,
  pending: readonly Change[] = [],
): number[] {
  const found = readAllTicks(database, person.uid).flatMap(({ year }) => year ?? []);
  return allYears(today, [...found, ...yearsOfChanges(pending)]);
}
