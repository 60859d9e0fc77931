import {
  type CivilDate,
  countDone,
  type DayNumber,
  type DayTicks,
  dayTicks,
  describeDay,
  type HeatmapDay,
  type Heatmap as HeatmapOf,
  heatmap,
  isEmptyAhead,
  isSameDate,
  MONTH_NAMES,
  NO_TICKS,
  SOURCE_NUMBERS,
  type Source,
  type Ticks,
  WEEKDAY_NAMES,
} from "@dailyleet/core";
import { type KeyboardEvent, memo, type SyntheticEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { goToDay } from "../calendar/goToDay.ts";
import { cellReached, placeAt, placeOf, showTabStop } from "./moveInYear.ts";

interface YearProps {
  readonly ticks: Ticks;
  /** The keys of the rest days. */
  readonly rested: ReadonlySet<DayNumber>;
  readonly today: CivilDate;
  readonly sources: readonly Source[];
}

/** A year as weekdays × weeks. Another year or another today is another heatmap: give it another key. */
export function Heatmap({ year, ...shown }: YearProps & { readonly year: number }) {
  const { ticks, rested, today, sources } = shown;
  const map = useMemo(() => heatmap(year, NO_TICKS), [year]);
  const rows = useMemo(() => WEEKDAY_NAMES.map((_, row) => map.weeks.map((week) => week[row] ?? null)), [map]);
  const days = useMemo(() => rows.flat().filter((day) => day !== null), [rows]);
  /** The one cell that Tab reaches, and the one under the pointer, as places in `days`. */
  const [stop, setStop] = useState(() => Math.max(0, placeOf(days, today)));
  const [pointed, setPointed] = useState<number | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const described = days[pointed ?? stop];

  // In the frame that shows it, and when a phone is turned: asking for its measures sooner would lay it out twice.
  useLayoutEffect(() => {
    const box = frame.current;
    if (!box) return;
    const observer = new ResizeObserver(() => showTabStop(box));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);

  return (
    <>
      <div ref={frame} className="heatmap">
        <HeatmapGrid
          map={map}
          rows={rows}
          days={days}
          stop={days[stop]}
          {...shown}
          onReach={setStop}
          onPoint={setPointed}
        />
      </div>
      <div className="heatmap-foot">
        <p aria-hidden="true">{described && describeDay(described.date, ticks, sources, rested.has(described.day))}</p>
        <HeatmapLegend hasRest={rested.size > 0} />
      </div>
    </>
  );
}

/** Which tone of the heatmap stands for how many sources done, and the sign of a rest day where there is one. */
export function HeatmapLegend({ hasRest }: { hasRest: boolean }) {
  return (
    <p className="legend">
      {hasRest && (
        <>
          Rest day <span data-level={REST_SIGN}>{REST_SIGN}</span>{" "}
        </>
      )}
      Less
      {[0, ...SOURCE_NUMBERS].map((level) => (
        <span key={level} data-level={level}>
          {level}
        </span>
      ))}{" "}
      More
    </p>
  );
}

export const REST_SIGN = "–";

interface GridProps extends YearProps {
  readonly map: HeatmapOf;
  /** The weeks, turned: a row is a weekday, null a day of another year. */
  readonly rows: readonly (readonly (HeatmapDay | null)[])[];
  /** The days of the rows, one after the other. */
  readonly days: readonly HeatmapDay[];
  /** The one day that Tab reaches. */
  readonly stop: HeatmapDay | undefined;
  /** The focus came to a place in `days`. */
  readonly onReach: (place: number) => void;
  /** The pointer came to a place in `days`, or to none. */
  readonly onPoint: (place: number | null) => void;
}

/** Keys move from day to day; a click or Enter goes to the day in the calendar. */
const HeatmapGrid = memo(function HeatmapGrid(props: GridProps) {
  const { map, rows, days, stop, ticks, rested, today, sources, onReach, onPoint } = props;
  const choose = (event: SyntheticEvent) => {
    const day = days[placeAt(event) ?? -1];
    if (day) goToDay(day.day);
  };
  const press = (event: KeyboardEvent) => {
    const day = days[placeAt(event) ?? -1];
    if (!day || event.altKey || event.metaKey) return;
    const target = cellReached(event, days, day);
    if (target) target.focus();
    else if (event.key === "Enter" || event.key === " ") goToDay(day.day);
    else return;
    event.preventDefault();
  };
  const reach = (event: SyntheticEvent) => {
    onReach(placeAt(event) ?? 0);
    onPoint(null);
  };
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid may be a table, by ARIA in HTML
      role="grid"
      aria-label={`${map.year} at a glance; Enter goes to the day`}
      onClick={choose}
      onKeyDown={press}
      onFocus={reach}
      onPointerOver={(event) => onPoint(placeAt(event))}
    >
      <MonthRow map={map} />
      <tbody>
        {WEEKDAY_NAMES.map((name, row) => (
          <tr key={name}>
            <th scope="row">{name.slice(0, 3)}</th>
            {rows[row]?.map((day, column) =>
              day ? (
                <Cell
                  key={day.date.month * 100 + day.date.day}
                  day={day}
                  ticks={dayTicks(ticks, day.day)}
                  isRest={rested.has(day.day)}
                  today={today}
                  sources={sources}
                  isStop={day === stop}
                />
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                <td key={column} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
});

const MonthRow = memo(function MonthRow({ map: { weeks, months } }: { map: HeatmapOf }) {
  return (
    <thead>
      <tr>
        <td />
        {months.map(({ month, column }, index) => (
          <th key={month} scope="colgroup" colSpan={(months[index + 1]?.column ?? weeks.length) - column}>
            {MONTH_NAMES[month - 1]?.slice(0, 3)}
          </th>
        ))}
      </tr>
    </thead>
  );
});

interface CellProps {
  readonly day: HeatmapDay;
  readonly ticks: DayTicks;
  readonly isRest: boolean;
  readonly today: CivilDate;
  readonly sources: readonly Source[];
  readonly isStop: boolean;
}

/** Its tone and number come from the style sheet. */
const Cell = memo(function Cell({ day: { day, date }, ticks, isRest, today, sources, isStop }: CellProps) {
  const level = countDone(ticks);
  const shown = isEmptyAhead({ date, level }, today) ? "" : level;
  return (
    <td
      className="cell"
      data-level={isRest ? REST_SIGN : shown}
      aria-label={describeDay(date, { [day]: ticks }, sources, isRest)}
      aria-current={isSameDate(date, today) ? "date" : undefined}
      tabIndex={isStop ? 0 : -1}
    />
  );
});
