import { addDays, type CivilDate, isLeapYear, MONTH_LENGTHS, weekday } from "@dailyleet/core";

const DAYS = new Map([
  ["ArrowUp", -1],
  ["ArrowDown", 1],
  ["ArrowLeft", -7],
  ["ArrowRight", 7],
]);
const MONTHS = new Map([
  ["PageUp", -1],
  ["PageDown", 1],
]);

/**
 * Where a key leads in the year's grid, whose rows are weekdays and whose columns are weeks; the day itself where the
 * year ends, null for a key that does not move. `isWhole` (Ctrl) makes Home and End go to the ends of the year instead
 * of the row. Source: https://www.w3.org/WAI/ARIA/apg/patterns/grid/
 */
export function moveInYear(date: CivilDate, key: string, isWhole: boolean): CivilDate | null {
  const target = targetOf(date, key, isWhole);
  return target && target.year !== date.year ? date : target;
}

function targetOf(date: CivilDate, key: string, isWhole: boolean): CivilDate | null {
  const days = DAYS.get(key);
  if (days !== undefined) return addDays(date, days);
  const months = MONTHS.get(key);
  if (months !== undefined) return sameDayOf(date, date.month + months);
  if (key === "Home") return firstOf(date, isWhole);
  return key === "End" ? lastOf(date, isWhole) : null;
}

/** The same day of another month, or its last. */
function sameDayOf({ year, month, day }: CivilDate, wanted: number): CivilDate {
  const length = MONTH_LENGTHS[wanted - 1];
  if (length === undefined) return { year, month, day };
  return { year, month: wanted, day: Math.min(day, wanted === 2 && isLeapYear(year) ? 29 : length) };
}

function firstOf(date: CivilDate, isWhole: boolean): CivilDate {
  const first = { year: date.year, month: 1, day: 1 };
  return isWhole ? first : addDays(first, (weekday(date) - weekday(first) + 7) % 7);
}

function lastOf(date: CivilDate, isWhole: boolean): CivilDate {
  const last = { year: date.year, month: 12, day: 31 };
  return isWhole ? last : addDays(last, -((weekday(last) - weekday(date) + 7) % 7));
}
