import type { CivilDate } from "../calendar/calendar.ts";
import {
  type Change,
  isMarkChange,
  plain,
  type SavedChange,
  type SavedMark,
  type SavedTick,
} from "../changes/changes.ts";
import { type Marks, markOf } from "../practice/marks.ts";
import { isDone, NO_TICKS } from "../ticks/ticks.ts";
import { allDoneCells, allMarks, type PersonData } from "./exportDocument.ts";

/** Of the ticks, what is done only in the imported data, in the order of the calendar: an import never unticks. */
export interface ImportPlan extends TablePlan<SavedTick> {
  readonly practice: MarkPlan;
}

/** By question, then by date. Of two marks of the same question and day the lower one stays. */
export type MarkPlan = TablePlan<SavedMark>;

/** The numbers are of done cells, or of marks. */
interface TablePlan<C extends SavedChange> {
  readonly changes: readonly C[];
  /** Before the import. */
  readonly here: number;
  /** In the imported data. */
  readonly there: number;
  /** After the import. */
  readonly together: number;
  /** Left out, because their year has not begun: no document can hold such a tick, and no command such a mark. */
  readonly ahead: number;
}

/** What an import would change. Writes nothing. */
export function planImport(current: PersonData, incoming: PersonData, today: CivilDate): ImportPlan {
  const ticks = allDoneCells(incoming.ticks).map((cell) => {
    return { ...cell, was: isDone(current.ticks[cell.year] ?? NO_TICKS, cell) };
  });
  const marks = allMarks(incoming.marks).map((cell) => ({ ...cell, was: markOf(current.marks, cell) }));
  return {
    ...planTable(allDoneCells(current.ticks).length, ticks, today),
    practice: planTable(countMarks(current.marks), marks, today),
  };
}

function planTable<C extends SavedChange>(here: number, incoming: readonly C[], today: CivilDate): TablePlan<C> {
  const better = incoming.filter((change: SavedChange) => {
    return !change.was || (isMarkChange(change) && change.mark < change.was);
  });
  const changes = better.filter((change: SavedChange) => {
    return (isMarkChange(change) ? Number(change.date.slice(0, 4)) : change.year) <= today.year;
  });
  const together = here + changes.filter(({ was }) => !was).length;
  return { changes, here, there: incoming.length, together, ahead: better.length - changes.length };
}

export function plannedChanges({ changes, practice }: ImportPlan): readonly Change[] {
  return [...changes, ...practice.changes].map(plain);
}

export function countMarks(marks: Marks): number {
  return allMarks(marks).length;
}
