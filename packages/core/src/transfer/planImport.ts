import type { CivilDate } from "../calendar/calendar.ts";
import { type Change, cellKey, plain, type SavedMark } from "../changes/changes.ts";
import { type Marks, markOf } from "../practice/marks.ts";
import type { TickChange } from "../ticks/ticks.ts";
import { allDoneCells, allMarks, type PersonData } from "./exportDocument.ts";

export interface ImportPlan extends Counts {
  /** Cells that are done only in the imported data, in the order of the calendar. An import never unticks. */
  readonly changes: readonly TickChange[];
  readonly practice: MarkPlan;
}

/** Numbers of done cells, or of marks. */
interface Counts {
  /** Before the import. */
  readonly here: number;
  /** In the imported data. */
  readonly there: number;
  /** After the import. */
  readonly together: number;
  /** Left out, because their year has not begun: no document can hold such a tick, and no command such a mark. */
  readonly ahead: number;
}

/** Of two marks of the same question and day the lower one stays. */
export interface MarkPlan extends Counts {
  /** By question, then by date. */
  readonly changes: readonly SavedMark[];
}

/** What an import would change. Writes nothing. */
export function planImport(current: PersonData, incoming: PersonData, today: CivilDate): ImportPlan {
  const here = new Set(allDoneCells(current.ticks).map(cellKey));
  const there = allDoneCells(incoming.ticks);
  const missing = there.filter((cell) => !here.has(cellKey(cell)));
  const changes = missing.filter((cell) => cell.year <= today.year);
  return {
    changes,
    here: here.size,
    there: there.length,
    together: here.size + changes.length,
    ahead: missing.length - changes.length,
    practice: planMarks(current.marks, incoming.marks, today),
  };
}

export function plannedChanges({ changes, practice }: ImportPlan): readonly Change[] {
  return [...changes, ...practice.changes].map(plain);
}

function planMarks(current: Marks, incoming: Marks, today: CivilDate): MarkPlan {
  const incomingMarks = allMarks(incoming);
  const different = incomingMarks
    .map((change) => ({ ...change, was: markOf(current, change) }))
    .filter(({ mark, was }) => was === 0 || mark < was);
  const changes = different.filter(({ date }) => Number(date.slice(0, 4)) <= today.year);
  const here = countMarks(current);
  const added = changes.filter(({ was }) => was === 0).length;
  const ahead = different.length - changes.length;
  return { changes, here, there: incomingMarks.length, together: here + added, ahead };
}

export function countMarks(marks: Marks): number {
  return allMarks(marks).length;
}
