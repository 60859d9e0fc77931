import {
  type CivilDate,
  counted,
  dayOfYear,
  dayTicks,
  explainStrength,
  inAll,
  isSameDate,
  lastDayOf,
  MONTH_LENGTHS,
  MONTH_NAMES,
  mayBeginEarlier,
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
import { type CSSProperties, Fragment, memo, type ToggleEvent } from "react";
import { $isKnown } from "../replica/connection.ts";
import { mayHaveTicks, type Reach } from "../replica/years.ts";
import { $config } from "../session/setup.ts";
import { useValue } from "../ui/react.tsx";
import { $today } from "../view/today.ts";

interface FiguresProps {
  readonly summary: YearSummary;
  readonly reach: Reach;
}

/** The year in figures; '…' while it is not known. */
export function Figures({ summary, reach }: FiguresProps) {
  const today = useValue($today);
  const { rest } = useValue($config);
  const isKnown = useValue($isKnown);
  if (today === null) return null;
  const { year, streaks, strength, fullDays, activeDays } = summary;
  const { current, best } = streaks;
  const isRunning = year === today.year;
  const asOf = lastDayOf(year, today);
  const figure = (value: string | number) => (isKnown ? String(value) : UNKNOWN);
  const dates = streakDates(current, year) || (isKnown && isRunning ? START_STREAK : "");
  const used = isKnown && isRunning ? restText(rest, streaks.restUsed, asOf) : "";
  return (
    <>
      <p className="in-all soft">
        <span>Strength</span>
        <button type="button" className="why" popoverTarget="strength" aria-label="What strength is">
          ?
        </button>
        <span>{`${figure(Math.round(strength.score))} of 100 · ${figure(inAll({ summary, today }))}`}</span>
      </p>
      <dl className="figures soft">
        <Figure
          name={streakTitle(isRunning)}
          value={figure(currentLength(current, reach, asOf, rest))}
          note={[dates, used].filter(Boolean).join("; ")}
        />
        <Figure
          name="Best streak"
          value={figure(bestLength(best, reach))}
          note={best.first ? `${streakDates(best, year)}; ${bestScope(reach)}` : ""}
        />
        <Figure
          name="Days with all five"
          value={figure(fullDays)}
          note={`of ${isKnown ? counted(activeDays, "active day") : UNKNOWN}`}
        />
      </dl>
      <p id="strength" popover="auto" onBeforeToggle={chooseSide}>
        {isKnown ? explainStrength(strength) : UNKNOWN}
      </p>
    </>
  );
}

/** Each source's ticks, with a bar that compares it with the others. */
export function SourceTotals({ bySource }: Pick<YearSummary, "bySource">) {
  const { sources } = useValue($config);
  const isKnown = useValue($isKnown);
  const most = Math.max(1, ...Object.values(bySource));
  return (
    <dl className="totals soft">
      {SOURCE_NUMBERS.map((source) => (
        <div key={source} style={{ "--part": bySource[source] / most } as CSSProperties}>
          <dt>{sourceName(sources, source)}</dt>
          <dd>{isKnown ? bySource[source] : UNKNOWN}</dd>
        </div>
      ))}
    </dl>
  );
}

function Figure({ name, value, note }: Record<"name" | "value" | "note", string>) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="value">{value}</dd>
      <dd>{note}</dd>
    </div>
  );
}

/** '17 days'; '17+ days' while an unknown year may hold a longer streak. The '+' moves nothing. */
export function bestLength({ days }: Streak, { missing }: Reach): string {
  return missing === null ? counted(days, "day") : atLeast(days);
}

/** As `bestLength`, for the streak up to `asOf`; '…' if all its days would be in an unknown year. */
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

/** Whether the best streak counts all years: an unknown year, or a year before a pause, may hold a longer one. */
export function bestScope(reach: Reach): string {
  if (reach.missing !== null) return "older years not loaded";
  const first = Math.min(...Object.keys(reach.years).map(Number));
  return mayHaveTicks(first - 1, reach) ? "older years not counted" : "best streak ever";
}

/** 'November 9 to November 20'; names years other than `year`. */
export function streakDates({ first, last }: Streak, year: number): string {
  if (first === null || last === null) return "";
  const end = shortDate(last) + (last.year === year && first.year === year ? "" : `, ${last.year}`);
  if (isSameDate(first, last)) return end;
  return `${shortDate(first)}${first.year === last.year ? "" : `, ${first.year}`} to ${end}`;
}

/** The year's months in figures, for print. */
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

/** The popover opens on the side of its button that has more room. */
function chooseSide({ currentTarget }: ToggleEvent<HTMLElement>): void {
  const button = document.querySelector(".why")?.getBoundingClientRect();
  if (button) currentTarget.toggleAttribute("data-above", button.top > innerHeight - button.bottom);
}
