import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  addDays,
  booleanValue,
  type CivilDate,
  closedPath,
  DAYS_PER_YEAR,
  dayOfYear,
  type Fields,
  formatDate,
  integerValue,
  mapValue,
  marksPath,
  openPath,
  parseSheet,
  questionKey,
  SOURCE_NUMBERS,
} from "@dailyleet/core";
import { listProfiles, openDatabase } from "@dailyleet/local";

const SHEET = join(import.meta.dirname, "../../site/public/questions.gviz.txt");
/** As many as are suggested for a day. */
const MARKS_A_DAY = 5;

/** What somebody has done who missed nothing in so many years, the running one among them. */
export interface History {
  readonly documents: Readonly<Record<string, Fields>>;
  readonly cells: number;
}

/** Every source of every day done, and five questions of the bundled sheet marked on each, in turns. */
function fullHistory(uid: string, today: CivilDate, years: number): History {
  const first = { year: today.year - years + 1, month: 1, day: 1 };
  const closed = Array.from({ length: years - 1 }, (_, index) => first.year + index);
  const days = [...closed.map(() => DAYS_PER_YEAR), dayOfYear(today)].reduce((sum, count) => sum + count);
  return {
    documents: {
      ...Object.fromEntries(closed.map((year) => [closedPath(uid, year), doneYear(year, DAYS_PER_YEAR)])),
      [openPath(uid)]: doneYear(today.year, dayOfYear(today)),
      [marksPath(uid)]: marksOfDays(first, days),
    },
    cells: days * (SOURCE_NUMBERS.length + MARKS_A_DAY),
  };
}

/** Puts the documents into a data directory's database, past the rules. */
export function keepHistory(file: string, today: CivilDate, years: number): History {
  const database = openDatabase(file);
  try {
    const uid = listProfiles(database)[0]?.uid ?? "";
    const history = fullHistory(uid, today, years);
    const sql = "INSERT INTO documents (path, fields, created, updated) VALUES (?, ?, ?, ?)";
    const now = Date.now() * 1000;
    database.transaction(() => {
      for (const [path, fields] of Object.entries(history.documents))
        database.run(sql, path, JSON.stringify(fields), now, now);
    });
    return history;
  } finally {
    database.close();
  }
}

function doneYear(year: number, days: number): Fields {
  const day = mapValue(Object.fromEntries(SOURCE_NUMBERS.map((source) => [source, booleanValue(true)])));
  const all = Array.from({ length: days }, (_, index) => [index + 1, day] as const);
  return { year: integerValue(year), ...Object.fromEntries(all) };
}

function marksOfDays(first: CivilDate, days: number): Fields {
  const keys = parseSheet(readFileSync(SHEET, "utf8")).questions.map(questionKey);
  const questions = keys.map((): Record<string, Fields[string]> => ({}));
  for (let mark = 0; mark < days * MARKS_A_DAY; mark++) {
    const date = formatDate(addDays(first, Math.floor(mark / MARKS_A_DAY)));
    Object.assign(questions[mark % questions.length] ?? {}, { [date]: integerValue(3) });
  }
  return { marks: mapValue(Object.fromEntries(keys.map((key, at) => [key, mapValue(questions[at] ?? {})]))) };
}
