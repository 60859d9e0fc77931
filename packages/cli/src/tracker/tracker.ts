import {
  allYears,
  type CardStates,
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
  /**
   * These years, with the person's unsent changes applied; empty where nothing is stored. Only `least` of them where each
   * would need a request of its own.
   */
  readYears(years: readonly number[], least?: readonly number[]): Promise<TicksByYear>;
  /** As `readYears`, from this computer. */
  readKnown(years: readonly number[], least?: readonly number[]): Promise<TicksByYear>;
  /** All marks, with unsent changes applied. */
  readMarks(): Promise<Marks>;
  /** As `readMarks`, from this computer. */
  readKnownMarks(): Promise<Marks>;
  /** The card states after the marks of `readMarks`. */
  readCardStates(): Promise<CardStates>;
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
  /** `pending`: durable on this computer, not yet in the cloud. */
  readonly saved: "local" | "cloud" | "pending";
}

/** Changes that may be of several days; `saved` is null where nothing was written. */
export interface DatedChanges extends Pick<ChangeResult, "changes"> {
  readonly saved: ChangeResult["saved"] | null;
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

const NO_STATES: CardStates = new Map();

/** The card states after all marks. `cache` keeps them: replaying the marks of some years takes a tenth of a second. */
export async function readCardStates(
  read: () => Promise<{ readonly marks: Marks; readonly version: string | null }>,
  cache: { read(): string | null; keep(version: string, value: string): void } | null,
): Promise<CardStates> {
  const cached = cache?.read() ?? null;
  const found = cached === null ? await read() : null;
  if (found !== null && Object.keys(found.marks).length === 0) return NO_STATES;
  const { cardStatesOf, formatCardStates, parseCardStates } = await import("@dailyleet/core/schedule");
  const known = cached === null ? null : parseCardStates(cached);
  if (known !== null) return known;
  const { marks, version } = found ?? (await read());
  const cardStates = cardStatesOf(marks);
  if (version !== null) cache?.keep(version, formatCardStates(cardStates));
  return cardStates;
}
