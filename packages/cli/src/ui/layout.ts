/** How the screen is divided in a window of some size. */
export interface Layout {
  /** The size of everything; in a larger window it stands in the middle. */
  readonly width: number;
  readonly height: number;
  /** Columns of the terminal for each week of the calendar. */
  readonly perWeek: 1 | 2;
  /** Whether an empty row stands between weekdays. */
  readonly hasGaps: boolean;
}

/** The smallest window in which everything has its place. */
export const LEAST = { columns: 62, rows: 22 };

const WIDE = 116;
const HIGH = 34;
const MOST_ROWS = 44;
const MARGIN = 2;
const NARROW_WIDTH = 78;

export function layoutOf(columns: number, rows: number): Layout | null {
  if (columns < LEAST.columns || rows < LEAST.rows) return null;
  const isWide = columns >= WIDE + 2 * MARGIN;
  const width = isWide ? WIDE : Math.min(NARROW_WIDTH, columns - MARGIN);
  return { width, height: Math.min(rows, MOST_ROWS), perWeek: isWide ? 2 : 1, hasGaps: rows >= HIGH };
}
