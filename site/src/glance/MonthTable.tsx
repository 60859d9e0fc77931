import { MONTH_NAMES, SOURCE_NUMBERS, type Source, sourceName, type Ticks, type Totals } from "@dailyleet/core";
import { memo, useMemo } from "react";
import { monthTotals } from "./monthTotals.ts";

/** For paper: the months of the year in figures. */
export const MonthTable = memo(function MonthTable({ ticks, sources }: { ticks: Ticks; sources: readonly Source[] }) {
  const months = useMemo(() => monthTotals(ticks), [ticks]);
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
          <MonthRow key={name} name={name} figures={months[index] as Totals} />
        ))}
      </tbody>
    </table>
  );
});

function MonthRow({ name, figures }: { name: string; figures: Totals }) {
  const { activeDays, fullDays, bySource, done } = figures;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{activeDays}</td>
      <td>{fullDays}</td>
      {SOURCE_NUMBERS.map((source) => (
        <td key={source}>{bySource[source]}</td>
      ))}
      <td>{done}</td>
    </tr>
  );
}
