import { type CivilDate, isCivilDate, isTickYear } from "../calendar/calendar.ts";
import { clip, type DateOrder, type Fault, isFault } from "./reading.ts";

interface WrittenDate {
  readonly line: number;
  readonly text: string;
}

/** Ignored: spreadsheet programs and pandas write midnight. */
const TIME = /[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[AP]M)?$/i;
const YEAR_FIRST = /^(\d{4})([-/.]) ?(\d{1,2})\2 ?(\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4})$/;
/** Refused: any of the three numbers may be the year. */
const SHORT_YEAR = /^\d{1,2}([-/.]) ?\d{1,2}\1 ?\d{2}$/;

/**
 * Reads the dates of a table that a spreadsheet program may have saved in its own form. Where the year stands last, the
 * order of day and month is the given one, or that which a number above 12 shows. A fault if the dates show no order or
 * both, and if one is no day.
 */
export function readDates(dates: readonly WrittenDate[], given?: DateOrder): CivilDate[] | Fault {
  const decided = given ? { order: given } : decideOrder(dates);
  if (isFault(decided)) return decided;
  const read: CivilDate[] = [];
  for (const { line, text } of dates) {
    const date = readDate(text, decided.order);
    const must = SHORT_YEAR.test(dayIn(text)) ? "must have a year of four digits," : "is not a date";
    if (date === null) return { line, fault: `'${clip(text)}' ${must} such as 2026-03-05` };
    read.push(date);
  }
  return read;
}

function dayIn(text: string): string {
  return text.replace(TIME, "");
}

/** A contradiction is a mistake in the file, not an ambiguity. */
function decideOrder(dates: readonly WrittenDate[]): { order: DateOrder } | Fault {
  const [dayFirst, monthFirst] = [find(dates, (first) => first > 12), find(dates, (_, second) => second > 12)];
  if (dayFirst && monthFirst && dayFirst !== monthFirst) {
    const other = `'${monthFirst.text}' on line ${monthFirst.line}`;
    const { line, text } = dayFirst;
    return { line, fault: `'${text}' has the day first, but ${other} has the month first; correct one of them` };
  }
  const open = dayFirst || monthFirst ? undefined : find(dates, (first, second) => first !== second);
  if (open) {
    const fault = `'${open.text}' is ambiguous: the day or the month may come first`;
    return { line: open.line, fault, remedy: "dates" };
  }
  return { order: monthFirst ? "mdy" : "dmy" };
}

function find(dates: readonly WrittenDate[], has: (first: number, second: number) => boolean): WrittenDate | undefined {
  return dates.find(({ text }) => {
    const match = YEAR_LAST.exec(dayIn(text));
    return match !== null && has(Number(match[1]), Number(match[3]));
  });
}

function readDate(text: string, order: DateOrder): CivilDate | null {
  const [first, last] = [YEAR_FIRST.exec(dayIn(text)), YEAR_LAST.exec(dayIn(text))];
  const [year, month, day] = first
    ? [first[1], first[3], first[4]]
    : [last?.[4], ...(order === "dmy" ? [last?.[3], last?.[1]] : [last?.[1], last?.[3]])];
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  return isTickYear(date.year) && isCivilDate(date) ? date : null;
}
