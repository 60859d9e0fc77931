import {
  allYears,
  type CardStates,
  type Change,
  type CivilDate,
  hasCode,
  type Marks,
  type PersonData,
  type SavedChange,
  type TicksByYear,
  yearsOfChanges,
} from "@dailyleet/core";
import { type Database, readAllTicks, recordChanges } from "@dailyleet/local";
import type { Context } from "../context.ts";
import { note } from "../terminal/output.ts";

/** One person's ticks and marks as the commands see them, whichever mode is behind. */
export interface Tracker {
  readonly person: Person;
  /** In local mode it holds everything, in cloud mode the outbox and snapshots. */
  readonly database: Database;
  /**
   * These years, with the person's unsent changes applied; empty where nothing is stored. Only `least` of them where each
   * would need a request of its own.
   */
  readYears(years: readonly number[], least?: readonly number[]): Promise<TicksByYear>;
  /** Every year with anything stored, whatever the clock says. */
  readOriginals(): Promise<TicksByYear>;
  /** As `readOriginals`, but throws `unavailable` where the store cannot be read now. */
  readStored(): Promise<TicksByYear>;
  /** As `readYears`, as far as it is known without asking the network. */
  readKnown(years: readonly number[], least?: readonly number[]): Promise<TicksByYear>;
  /** All marks, with unsent changes applied; three ways of reading, as for the years. */
  readMarks(): Promise<Marks>;
  readStoredMarks(): Promise<Marks>;
  readKnownMarks(): Promise<Marks>;
  /** What the marks of `readMarks` come to. */
  readCardStates(): Promise<CardStates>;
  /**
   * Makes the changes durable and brings them to the store, if it can be reached. `note` writes to `database` what
   * they were; in local mode both are written or nothing is.
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

/** Makes the changes so that `undo` can take them back; `command` is the verb that asked for them. */
export function changeUndoably(
  context: Context,
  tracker: Tracker,
  changes: readonly Change[],
  command: string,
): Promise<ChangeResult> {
  const { database, person } = tracker;
  const deed = { command, time: context.now() };
  return tracker.change(changes, (saved) => recordChanges(database, person.uid, saved, deed));
}

/**
 * The years of a backup: all until today, those that this computer knows, and those of pending changes. So a clock that
 * is or was wrong leaves none out.
 */
export function yearsToBackUp(
  today: CivilDate,
  { database, person }: Pick<Tracker, "database" | "person">,
  waiting: readonly Change[] = [],
): number[] {
  const found = readAllTicks(database, person.uid).flatMap(({ year }) => year ?? []);
  return allYears(today, [...found, ...yearsOfChanges(waiting)]);
}

/** All ticks and marks of the person, read as `readOriginals` does. */
export async function readData(context: Context, tracker: Tracker): Promise<PersonData> {
  const ticks = await tracker.readOriginals();
  return { ticks, marks: await tracker.readMarks().catch(knownInstead(context, tracker)) };
}

/** As `readData`, read as `readStored` does. */
export async function readStoredData(context: Context, tracker: Tracker): Promise<PersonData> {
  const ticks = await tracker.readStored();
  return { ticks, marks: await tracker.readStoredMarks().catch(knownInstead(context, tracker)) };
}

/** A site with older rules refuses marks; its ticks must be readable all the same. */
function knownInstead(context: Context, tracker: Tracker) {
  return (error: unknown): Promise<Marks> => {
    if (!hasCode(error, "refused")) throw error;
    note(context, `Marks can't be read now; using those that this computer knows: ${error.message}`);
    return tracker.readKnownMarks();
  };
}
