import {
  type CivilDate,
  countDone,
  type DayNumber,
  type DayTicks,
  dayTicks,
  describeDay,
  type HeatmapDay,
  type Heatmap as HeatmapOf,
  isEmptyAhead,
  isSameDate,
  MONTH_NAMES,
  type Source,
  type Ticks,
  WEEKDAY_NAMES,
} from "@dailyleet/core";
import { type KeyboardEvent, memo, type SyntheticEvent } from "react";
import { goToDay } from "../calendar/goToDay.ts";
import { cellReached, placeAt } from "./moveInYear.ts";

export const REST_SIGN = "–";

interface GridProps {
  readonly map: HeatmapOf;
  /** The weeks, turned: a row is a weekday, null a day of another year. */
  readonly rows: readonly (readonly (HeatmapDay | null)[])[];
  /** The days of the rows, one after the other. */
  readonly days: readonly HeatmapDay[];
  /** The one day that Tab reaches. */
  readonly stop: HeatmapDay | undefined;
  readonly ticks: Ticks;
  readonly rested: ReadonlySet<DayNumber>;
  readonly today: CivilDate;
  readonly sources: readonly Source[];
  /** The focus came to a place in `days`. */
  readonly onReach: (place: number) => void;
  /** The pointer came to a place in `days`, or to none. */
  readonly onPoint: (place: number | null) => void;
}

/** Keys move from day to day; a click or Enter goes to the day in the calendar. */
export const HeatmapGrid = memo(function HeatmapGrid(props: GridProps) {
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
