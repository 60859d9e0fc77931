import {
  type CivilDate,
  counted,
  dayOfYear,
  dayTicks,
  explainStrength,
  hasDone,
  isSameDate,
  lastDayOf,
  MONTH_LENGTHS,
  MONTH_NAMES,
  mayBeginEarlier,
  NO_TICKS,
  type Rest,
  restText,
  SOURCE_NUMBERS,
  START_STREAK,
  type Streak,
  shortDate,
  sourceName,
  streakTitle,
  type Ticks,
  type Totals,
  totals,
  type YearSummary,
} from "@dailyleet/core";
import { Fragment, memo, type ReactElement } from "react";
import { $isKnown } from "../replica/connection.ts";
import type { Reach } from "../replica/years.ts";
import { $config } from "../session/setup.ts";
import { useValue } from "../ui/react.tsx";
import { $today } from "../view/today.ts";

/** The year in figures; '…' while it is not known. */
export function Figures({ summary, reach }: { readonly summary: YearSummary; readonly reach: Reach }) {
  const today = useValue($today);
  const { sources, rest } = useValue($config);
  const isKnown = useValue($isKnown);
  if (today === null) return null;
  const { year, streaks, strength, fullDays, activeDays, done, bySource } = summary;
  const { current, best } = streaks;
  const isRunning = year === today.year;
  const asOf = lastDayOf(year, today);
  const figure = (value: string | number) => (isKnown ? String(value) : UNKNOWN);
  const dates = streakDates(current, year) || (isKnown && isRunning ? START_STREAK : "");
  const used = isKnown && isRunning ? restText(rest, streaks.restUsed, asOf) : "";
  const since = `best since ${firstYear(reach, year)}`;
  return (
    <>
      <dl className="figures">
        <Figure
          name={streakTitle(isRunning)}
          value={figure(currentLength(current, reach, asOf, rest))}
          note={[dates, used].filter(Boolean).join("; ")}
        />
        <Figure
          name="Best streak"
          value={figure(bestLength(best, reach))}
          note={best.first ? `${streakDates(best, year)}, ${since}` : ""}
        />
        <Figure
          name="Days with all five"
          value={figure(fullDays)}
          note={`of ${isKnown ? counted(activeDays, "active day") : UNKNOWN}`}
        />
        <Figure name="Strength" value={figure(Math.round(strength.score))} note="out of 100">
          <button type="button" className="why" popoverTarget="strength" aria-label="What strength is">
            ?
          </button>
        </Figure>
      </dl>
      <dl className="totals">
        {SOURCE_NUMBERS.map((source) => (
          <div key={source}>
            <dt>{sourceName(sources, source)}</dt>
            <dd>{figure(bySource[source])}</dd>
          </div>
        ))}
        <div>
          <dt>Total ticks</dt>
          <dd>{figure(done)}</dd>
        </div>
      </dl>
      <p id="strength" className="sheet" popover="auto">
        {isKnown ? explainStrength(strength) : UNKNOWN}
      </p>
    </>
  );
}

function Figure({
  name,
  value,
  note,
  children,
}: Record<"name" | "value" | "note", string> & { children?: ReactElement }) {
  return (
    <div>
      <dt>
        <span>{name}</span>
        {children}
      </dt>
      <dd className="value">{value}</dd>
      <dd>{note}</dd>
    </div>
  );
}

/** '17 days'; '17+ days' while an unknown year may hold a longer streak: as short, so that nothing moves. */
export function bestLength({ days }: Streak, { missing }: Reach): string {
  return missing === null ? counted(days, "day") : atLeast(days);
}

/** As `bestLength`, for the streak up to `asOf`; '…' where only an unknown year can hold it. */
export function currentLength(
  { days, first }: Streak,
  { years, missing }: Reach,
  asOf: CivilDate,
  rest?: Rest,
): string {
  const begin = first ?? asOf;
  const isCut = missing !== null && mayBeginEarlier(begin, rest) && !(begin.year - 1 in years);
  if (isCut && days === 0) return UNKNOWN;
  return isCut ? atLeast(days) : counted(days, "day");
}

const atLeast = (days: number) => `${days}+ days`;

export const UNKNOWN = "…";

export function firstYear({ years }: Reach, shown: number): number {
  const active = Object.keys(years).filter((year) => hasDone(years[Number(year)] ?? NO_TICKS));
  return Math.min(shown, ...active.map(Number));
}

/** 'November 9 to November 20'; names years other than `year`. */
export function streakDates({ first, last }: Streak, year: number): string {
  if (first === null || last === null) return "";
  const end = shortDate(last) + (last.year === year && first.year === year ? "" : `, ${last.year}`);
  if (isSameDate(first, last)) return end;
  return `${shortDate(first)}${first.year === last.year ? "" : `, ${first.year}`} to ${end}`;
}

/** For paper: the months of the year in figures. */
export const MonthTable = memo(function MonthTable({ ticks }: { ticks: Ticks }) {
  const { sources } = useValue($config);
  const isKnown = useValue($isKnown);
  const figure = (value: number) => <td>{isKnown ? value : UNKNOWN}</td>;
  return (
    <table className="months">
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th scope="col">Active days</th>
          <th scope="col">All five</th>
          {SOURCE_NUMBERS.map((source) => (
            <th key={source} scope="col">
              {sourceName(sources, source)}
            </th>
          ))}
          <th scope="col">Total ticks</th>
        </tr>
      </thead>
      <tbody>
        {monthTotals(ticks).map(({ activeDays, fullDays, bySource, done }, month) => (
          <tr key={MONTH_NAMES[month]}>
            <th scope="row">{MONTH_NAMES[month]}</th>
            {figure(activeDays)}
            {figure(fullDays)}
            {SOURCE_NUMBERS.map((source) => (
              <Fragment key={source}>{figure(bySource[source])}</Fragment>
            ))}
            {figure(done)}
          </tr>
        ))}
      </tbody>
    </table>
  );
});

export function monthTotals(ticks: Ticks): readonly Totals[] {
  return MONTH_LENGTHS.map((length, month) => {
    const first = dayOfYear({ month: month + 1, day: 1 });
    const days = Array.from({ length }, (_, index) => first + index);
    return totals(Object.fromEntries(days.map((day) => [day, dayTicks(ticks, day)])));
  });
}
