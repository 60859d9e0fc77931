import { dayOfYear, dayTicks, MONTH_LENGTHS, type Ticks, type Totals, totals } from "@dailyleet/core";

/** The figures of each of the twelve months. */
export function monthTotals(ticks: Ticks): readonly Totals[] {
  return MONTH_LENGTHS.map((length, month) => {
    const first = dayOfYear({ month: month + 1, day: 1 });
    const days = Array.from({ length }, (_, index) => first + index);
    return totals(Object.fromEntries(days.map((day) => [day, dayTicks(ticks, day)])));
  });
}
