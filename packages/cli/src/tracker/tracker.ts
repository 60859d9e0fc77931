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
  /** The file of this computer: everything in local mode, outbox and copies in cloud mode. */
  readonly database: Database;
  /**
   * These years with the person's own unsent changes in them. One that nothing is kept of is empty. Only `least` of them
   * where they would have to be asked for one by one.
   */
  readYears(years: readonly number[], least?: readonly number[]): Promise<TicksByYear>;
  /** Every year that anything is kept of, whatever the clock says. */
  readOriginals(): Promise<TicksByYear>;
  /** As `readOriginals`, but throws `unavailable` where the store cannot be read now. */
  readStored(): Promise<TicksByYear>;
  /** As `readYears`, as far as it is known without asking the network. */
  readKnown(years: readonly number[], least?: readonly number[]): Promise<TicksByYear>;
  /** All marks, with the person's own unsent changes in them; the three ways of reading are those of the years. */
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
 * The years that a copy of the person's ticks is made of: all that can have been ticked until today, those of which this
 * computer knows, and those of changes that wait. A clock that was wrong once, or is now, leaves none of them out.
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

/** The same, read as `readStored` does. */
export async function readStoredData(context: Context, tracker: Tracker): Promise<PersonData> {
  const ticks = await tracker.readStored();
  return { ticks, marks: await tracker.readStoredMarks().catch(knownInstead(context, tracker)) };
}

/** A site whose rules are older than this program has no marks, and its ticks must not be held back by that. */
function knownInstead(context: Context, tracker: Tracker) {
  return (error: unknown): Promise<Marks> => {
    if (!hasCode(error, "refused")) throw error;
    note(context, `Marks can't be read now; using those that this computer knows: ${error.message}`);
    return tracker.readKnownMarks();
  };
}
