import {
  dayOfYear,
  dayTicks,
  MONTH_LENGTHS,
  MONTH_NAMES,
  SOURCE_NUMBERS,
  type Source,
  sourceName,
  type Ticks,
  type Totals,
  totals,
} from "@dailyleet/core";
import { memo, useMemo } from "react";
import { UNKNOWN } from "./streakText.ts";

interface MonthTableProps {
  readonly ticks: Ticks;
  readonly sources: readonly Source[];
  readonly isKnown: boolean;
}

/** For paper: the months of the year in figures. */
export const MonthTable = memo(function MonthTable({ ticks, sources, isKnown }: MonthTableProps) {
  const months = useMemo(() => (isKnown ? monthTotals(ticks) : []), [ticks, isKnown]);
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
        {MONTH_NAMES.map((name, index) => (
          <MonthRow key={name} name={name} figures={months[index]} />
        ))}
      </tbody>
    </table>
  );
});

function MonthRow({ name, figures }: { name: string; figures: Totals | undefined }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{figures?.activeDays ?? UNKNOWN}</td>
      <td>{figures?.fullDays ?? UNKNOWN}</td>
      {SOURCE_NUMBERS.map((source) => (
        <td key={source}>{figures?.bySource[source] ?? UNKNOWN}</td>
      ))}
      <td>{figures?.done ?? UNKNOWN}</td>
    </tr>
  );
}

/** The figures of each of the twelve months. */
export function monthTotals(ticks: Ticks): readonly Totals[] {
  return MONTH_LENGTHS.map((length, month) => {
    const first = dayOfYear({ month: month + 1, day: 1 });
    const days = Array.from({ length }, (_, index) => first + index);
    return totals(Object.fromEntries(days.map((day) => [day, dayTicks(ticks, day)])));
  });
}
