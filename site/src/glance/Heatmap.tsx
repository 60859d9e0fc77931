import {
  addDays,
  type CivilDate,
  type DayNumber,
  dayOfYear,
  describeDay,
  doneCells,
  formatDate,
  heatmap,
  isEmptyAhead,
  isLeapYear,
  isSameDate,
  MONTH_LENGTHS,
  MONTH_NAMES,
  monthDay,
  readDate,
  SOURCE_NUMBERS,
  type Source,
  type Ticks,
  weekday,
  weekdayLabels,
  weekdayNames,
} from "@dailyleet/core";
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { $config } from "../session/setup.ts";
import { useValue } from "../ui/react.tsx";
import { followBack, visitDay } from "../view/goTo.ts";
import { FIRST_WEEKDAY } from "../view/weeks.ts";

interface YearProps {
  readonly year: number;
  readonly ticks: Ticks;
  readonly rested: ReadonlySet<DayNumber>;
  readonly today: CivilDate;
  readonly sources: readonly Source[];
}

/** A year as weekdays × weeks. Pass a `key` of year and today: the heatmap keeps no state across them. */
export function YearHeatmap(props: YearProps) {
  const { year, ticks, rested, today, sources } = props;
  /** The day that Tab reaches, and the day under the pointer. */
  const [stop, setStop] = useState(today.year === year ? today : lastDone(year, ticks));
  const [pointed, setPointed] = useState<CivilDate | null>(null);
  const described = pointed ?? stop;
  const isRest = rested.has(dayOfYear(described));
  return (
    <>
      <Frame>
        <Grid {...props} stop={stop} onReach={setStop} onPoint={setPointed} />
      </Frame>
      <div className="heatmap-foot soft">
        <p aria-hidden="true">{describeDay({ date: described, isRest }, ticks, sources, today)}</p>
        <Legend hasRest={rested.size > 0} />
      </div>
    </>
  );
}

/** The year's last day with a tick, which the heatmap scrolls into view at first; without ticks, its first day. */
function lastDone(year: number, ticks: Ticks): CivilDate {
  return { year, ...monthDay(doneCells(ticks).at(-1)?.row ?? 1) };
}

/** The share of the width that the weeks before the tab stop take. */
const SEEN_BEFORE = 0.8;

/** Scrolls the cell that Tab reaches into view, with the weeks before it. */
function Frame({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  // The observer runs in the first frame and when a phone is turned. Measuring sooner would lay the page out twice.
  useLayoutEffect(() => {
    const box = frame.current;
    if (!box) return;
    const showMore = () => {
      box.toggleAttribute("data-before", box.scrollLeft > 1);
      box.toggleAttribute("data-after", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
    };
    const observer = new ResizeObserver(() => {
      const left = box.querySelector<HTMLElement>(".cell[tabindex='0']")?.offsetLeft ?? 0;
      box.scrollLeft = left - box.clientWidth * SEEN_BEFORE;
      showMore();
    });
    observer.observe(box);
    box.addEventListener("scroll", showMore, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener("scroll", showMore);
    };
  }, []);
  return (
    <div ref={frame} className="heatmap">
      {children}
    </div>
  );
}

const REST_SIGN = "–";
const INTERVIEW = "Interview";

/** The shades for zero to five sources done, and the sign of a rest day if the year has one. */
function Legend({ hasRest }: { hasRest: boolean }) {
  return (
    <p className="legend">
      {hasRest && (
        <>
          <span>Rest day </span>
          <span data-level={REST_SIGN}>{REST_SIGN}</span>
        </>
      )}
      <span>Less</span>
      {[0, ...SOURCE_NUMBERS].map((level) => (
        <span key={level} data-level={level}>
          {level}
        </span>
      ))}
      <span> More</span>
    </p>
  );
}

interface GridProps extends YearProps {
  readonly stop: CivilDate;
  readonly onReach: (date: CivilDate) => void;
  readonly onPoint: (date: CivilDate | null) => void;
}

/** Keys move from day to day; a click or Enter goes to the day in the calendar. */
const Grid = memo(function Grid({ year, ticks, rested, today, sources, stop, onReach, onPoint }: GridProps) {
  const map = heatmap(year, ticks, FIRST_WEEKDAY, rested);
  const { weeks, months } = map;
  const { plan } = useValue($config);
  const isInterview = (date: CivilDate) => formatDate(date) === plan?.until;
  const table = useRef<HTMLTableElement>(null);
  useEffect(
    () => followBack(() => table.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus({ preventScroll: true })),
    [],
  );
  const labels = weekdayLabels(map);
  const reach = (event: SyntheticEvent) => {
    onReach(dateAt(event) ?? stop);
    onPoint(null);
  };
  return (
    <table
      ref={table}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA in HTML lets a table be a grid
      role="grid"
      aria-label={`${year} at a glance; Enter goes to the day`}
      onClick={choose}
      onKeyDown={press}
      onFocus={reach}
      onPointerOver={(event) => onPoint(dateAt(event))}
    >
      <thead>
        <tr>
          <td />
          {months.map(({ month, column }, index) => (
            <th key={month} scope="colgroup" colSpan={(months[index + 1]?.column ?? weeks.length) - column}>
              {/* No tab stop: keys reach each month by its days. */}
              <button
                type="button"
                className="plain"
                tabIndex={-1}
                onClick={() => visitDay(dayOfYear({ month, day: 1 }))}
              >
                {MONTH_NAMES[month - 1]?.slice(0, 3)}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weekdayNames(FIRST_WEEKDAY).map((name, row) => (
          <tr key={name}>
            <th scope="row">
              <span className={labels[row] ? undefined : "unseen"}>{name.slice(0, 3)}</span>
            </th>
            {weeks.map((week, column) => {
              const day = week[row];
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              if (!day) return <td key={column} />;
              const { date, level, isRest } = day;
              const shown = isEmptyAhead(day, today) ? "" : level;
              return (
                <td
                  key={formatDate(date)}
                  className="cell"
                  data-date={formatDate(date)}
                  data-level={isRest ? REST_SIGN : shown}
                  data-interview={isInterview(date) || undefined}
                  aria-description={isInterview(date) ? INTERVIEW : undefined}
                  aria-label={describeDay(day, ticks, sources, today)}
                  aria-current={isSameDate(date, today) ? "date" : undefined}
                  tabIndex={isSameDate(date, stop) ? 0 : -1}
                />
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
});

/** The day of the cell that an event targets; null outside of the cells. */
function dateAt({ target }: SyntheticEvent): CivilDate | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>(".cell") : null;
  return readDate(cell?.dataset.date ?? "");
}

function choose(event: SyntheticEvent): void {
  const date = dateAt(event);
  if (date) visitDay(dayOfYear(date));
}

function press(event: KeyboardEvent): void {
  const date = dateAt(event);
  if (!date || event.altKey || event.metaKey) return;
  const target = moveInYear(date, event.key, event.ctrlKey);
  if (target) event.currentTarget.querySelector<HTMLElement>(`[data-date="${formatDate(target)}"]`)?.focus();
  else if (event.key === "Enter" || event.key === " ") choose(event);
  else return;
  event.preventDefault();
}

type Move = (date: CivilDate, isWhole: boolean) => CivilDate;

const MOVES = new Map<string, Move>([
  ["ArrowUp", (date) => addDays(date, -1)],
  ["ArrowDown", (date) => addDays(date, 1)],
  ["ArrowLeft", (date) => addDays(date, -7)],
  ["ArrowRight", (date) => addDays(date, 7)],
  ["PageUp", (date) => sameDayOf(date, date.month - 1)],
  ["PageDown", (date) => sameDayOf(date, date.month + 1)],
  ["Home", (date, isWhole) => endOfRow(date, { ...date, month: 1, day: 1 }, isWhole)],
  ["End", (date, isWhole) => endOfRow(date, { ...date, month: 12, day: 31 }, isWhole)],
]);

/**
 * Where a key leads in the year's grid (rows are weekdays, columns are weeks). Returns `date` at the year's end, null
 * for other keys. `isWhole` (Ctrl) makes Home and End go to the ends of the year instead of the row. Source:
 * https://www.w3.org/WAI/ARIA/apg/patterns/grid/
 */
export function moveInYear(date: CivilDate, key: string, isWhole: boolean): CivilDate | null {
  const target = MOVES.get(key)?.(date, isWhole) ?? null;
  return target && target.year !== date.year ? date : target;
}

/** The same day of another month, or that month's last day. */
function sameDayOf({ year, month, day }: CivilDate, wanted: number): CivilDate {
  const length = MONTH_LENGTHS[wanted - 1];
  if (length === undefined) return { year, month, day };
  return { year, month: wanted, day: Math.min(day, wanted === 2 && isLeapYear(year) ? 29 : length) };
}

/** The day nearest to the year's end with the weekday of `date`; with `isWhole`, the end itself. */
function endOfRow(date: CivilDate, end: CivilDate, isWhole: boolean): CivilDate {
  return isWhole ? end : addDays(end, (weekday(date) - weekday(end) + (end.month === 1 ? 7 : -7)) % 7);
}
