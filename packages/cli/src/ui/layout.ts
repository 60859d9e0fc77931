import { LABEL_WIDTH } from "@dailyleet/core";

/** How the screen is divided in a window of some size. */
export interface Layout {
  /** The size of everything; in a larger window it stands in the middle. */
  readonly width: number;
  readonly height: number;
  /** Columns of the terminal for each week of the calendar. */
  readonly perWeek: 1 | 2;
  /** Whether an empty row stands between weekdays, and a bar below the day's sources. */
  readonly hasGaps: boolean;
}

/** The smallest window in which everything has its place. */
export const LEAST = { columns: 70, rows: 22 };

const MOST_COLUMNS = 116;
/** 54 weeks, with a column between them, and the names of the weekdays. */
const SPACED_WEEKS = LABEL_WIDTH + 2 * 54;
const HIGH = 34;
const MOST_ROWS = 44;
const MARGIN = 2;
const NARROW_WIDTH = 78;

export function layoutOf(columns: number, rows: number): Layout | null {
  if (columns < LEAST.columns || rows < LEAST.rows) return null;
  const isWide = columns - MARGIN >= SPACED_WEEKS;
  const width = Math.min(isWide ? MOST_COLUMNS : NARROW_WIDTH, columns - MARGIN);
  return { width, height: Math.min(rows, MOST_ROWS), perWeek: isWide ? 2 : 1, hasGaps: rows >= HIGH };
}
