import {
  addDays,
  type Fields,
  formatDate,
  integerValue,
  MAX_DOCUMENT_BYTES,
  mapValue,
  namedPath,
  storedSize,
  type Value,
} from "@dailyleet/core";
import { UID } from "./sizes.ts";

const MARKS_A_DAY = 10;
const DAYS_A_YEAR = 365;
const FIRST = { year: 2026, month: 1, day: 1 };
/** The average length of a question's key in the bundled sheet. */
const NAME_LENGTH = 42;

/** For how many years the document of marks has room, with ten marks a day, spread evenly over the questions. */
export function yearsUntilFull(questions: number): number {
  const bytesAfter = (days: number) => storedSize(namedPath(UID, "marks"), marksAfter(days, questions));
  const bytesAfterYear = bytesAfter(DAYS_A_YEAR);
  const bytesADay = bytesAfterYear - bytesAfter(DAYS_A_YEAR - 1);
  const days = DAYS_A_YEAR + Math.floor((MAX_DOCUMENT_BYTES - bytesAfterYear) / bytesADay);
  return days / DAYS_A_YEAR;
}

function marksAfter(days: number, questions: number): Fields {
  const dates = Array.from({ length: questions }, (): Record<string, Value> => ({}));
  for (let mark = 0; mark < days * MARKS_A_DAY; mark++) {
    const date = formatDate(addDays(FIRST, Math.floor(mark / MARKS_A_DAY)));
    Object.assign(dates[mark % questions] ?? {}, { [date]: integerValue(3) });
  }
  const named = dates.map((marks, index) => [String(index).padStart(NAME_LENGTH, "q"), mapValue(marks)]);
  return { marks: mapValue(Object.fromEntries(named)) };
}
