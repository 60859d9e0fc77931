import { isDayNumber } from "../calendar/calendar.ts";
import { affectedKeys, own } from "../firestore/diff.ts";
import { type Fields, readBoolean, readInteger, readMap, type Value } from "../firestore/value.ts";
import { isSourceNumber } from "../ticks/sources.ts";

/** The days that one commit may change lie within so many: `firestore.rules` looks at each of them. */
export const MAX_CHANGED_DAYS = 10;

const FIRST_YEAR = 1970;
const LAST_YEAR = 9999;

/**
 * Why a document of days must not change so, or null. Nothing vanishes, and what changes is days of one window, and the
 * year where there was none. `closedYear` is null for the open document.
 */
export function refuseTicks(old: Fields, after: Fields, closedYear: number | null): string | null {
  const dropped = Object.keys(old).find((name) => !Object.hasOwn(after, name));
  if (dropped !== undefined) return `'${dropped}' would be dropped`;
  const changed = affectedKeys(old, after);
  const days = [...changed].filter((name) => name !== "year");
  const wrong = days.find((name) => !isDayName(name) || !isDay(after[name]));
  if (wrong !== undefined) return `'${wrong}' is not a day with sources 1 to 5 that are true or false`;
  const clearing = days.find((name) => losesCell(own(old, name), own(after, name)));
  if (clearing !== undefined) return `a cell of the day ${clearing} would be dropped`;
  const numbers = days.map(Number);
  if (Math.max(...numbers) - Math.min(...numbers) >= MAX_CHANGED_DAYS) {
    return `the days that would change are not within ${MAX_CHANGED_DAYS} days`;
  }
  return refuseYear(own(old, "year"), own(after, "year"), changed.has("year"), closedYear);
}

function refuseYear(
  old: Value | undefined,
  year: Value | undefined,
  isChanged: boolean,
  closedYear: number | null,
): string | null {
  if (old !== undefined || year === undefined) {
    // 2026 equals 2026.0 in the rules, but not for those who read the document.
    const isSame = !isChanged && isInteger(old) === isInteger(year);
    return isSame ? null : "the year changes only when the same commit archives the old one";
  }
  if (closedYear === null) return isCivilYear(year) ? null : `the year is not ${FIRST_YEAR} to ${LAST_YEAR}`;
  return readInteger(year) === closedYear ? null : `the year is not ${closedYear}`;
}

const isInteger = (value: Value | undefined): boolean => value !== undefined && "integerValue" in value;

export const isCivilYear = (value: Value | undefined): boolean => {
  const year = readInteger(value);
  return year !== null && year >= FIRST_YEAR && year <= LAST_YEAR;
};

export const isDayName = (name: string): boolean => isDayNumber(Number(name)) && String(Number(name)) === name;
const isSourceName = (name: string): boolean => isSourceNumber(Number(name)) && String(Number(name)) === name;

function isDay(value: Value | undefined): boolean {
  const cells = readMap(value);
  if (cells === null) return false;
  return Object.entries(cells).every(([source, done]) => isSourceName(source) && readBoolean(done) !== null);
}

/** A cell that was there, true or false, has to be there still: who unticks writes false. */
function losesCell(before: Value | undefined, after: Value | undefined): boolean {
  const cells = readMap(after) ?? {};
  return Object.keys(readMap(before) ?? {}).some((name) => !Object.hasOwn(cells, name));
}
