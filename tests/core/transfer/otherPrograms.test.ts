import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  addDays,
  type DateOrder,
  DEFAULT_SOURCES,
  dataDocument,
  dayOfYear,
  exportCsv,
  hasCode,
  type ImportGuide,
  parseImport,
} from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../support/long.ts";
import { failureOf } from "../support/fixtures.ts";

const fixture = (name: string) => readFileSync(join(import.meta.dirname, "../../fixtures/imports", name), "utf8");
const read = (text: string, guide: Partial<ImportGuide> = {}) => {
  const { ticks, unknown } = parseImport(Buffer.from(text), "theirs", { sources: DEFAULT_SOURCES, ...guide });
  return { ticks, unknown };
};
const fault = (text: string, guide: Partial<ImportGuide> = {}) => failureOf(() => read(text, guide));
const MAP = { map: [["lc CONTEST", 2]] } as const;

test("a table of sources' numbers names its other columns, and one of them can be mapped", () => {
  const numbered = "date,2,Contest\n2026-03-05,1,x\n2026-03-04,0,x\n";
  expect(read(numbered)).toEqual({ ticks: { 2026: { 64: { 2: true } } }, unknown: ["Contest"] });
  const map = [["Contest", 5]] as const;
  expect(read(numbered, { map })).toEqual({
    ticks: { 2026: { 63: { 5: true }, 64: { 2: true, 5: true } } },
    unknown: null,
  });
});

describe("Loop's Checkmarks.csv", () => {
  test.each(["loop-numbers.csv", "loop-words.csv"])("%s: only what was done by hand or measured is done", (name) => {
    expect(read(fixture(name))).toEqual({
      ticks: { 2026: { 62: { 1: true, 5: true }, 64: { 1: true, 5: true } } },
      unknown: ["LC contest", "Gym"],
    });
  });

  test("of version 2.0 is read, whose cells are Kotlin's own text", () => {
    const expected = { ticks: { 2023: { 92: { 1: true }, 94: { 1: true } } }, unknown: ["Reading"] };
    const text = fixture("loop-2.0-entry-text.csv");
    expect(read(text)).toEqual(expected);
    expect(read(text.replaceAll(/(Entry\([^)]*\))/g, '"$1"').replaceAll(/,(\n|$)/g, "$1"))).toEqual(expected);
    expect(read(text.replaceAll(")", ", notes=a b)").replaceAll(/=(20[\d-]+)/g, "=Timestamp(unixTime=1)"))).toEqual(
      expected,
    );
    const amounts =
      "Date,LeetCode,\n2023-04-04,Entry(timestamp=2023-04-04, value=1),\n2023-04-03,Entry(timestamp=2023-04-03, value=3000),\n";
    expect(read(amounts).ticks).toEqual({ 2023: { 93: { 1: true } } });
  });

  test("with a comma in a habit's name is read", () => {
    const text = fixture("loop-name-with-comma.csv");
    const ticks = { 2026: { 62: { 1: true }, 64: { 1: true } } };
    expect(read(text)).toEqual({ ticks, unknown: ["Read, then write"] });
    expect(read(text, { map: [["read, then write", 2]] })).toEqual({
      ticks: { 2026: { 62: { 1: true }, 63: { 2: true }, 64: { 1: true } } },
      unknown: [],
    });
  });

  const ROW = "2026-03-05,NO,YES_MANUAL,NO,\n2026-03-04,NO,NO,YES_MANUAL,\n";
  test.each([
    ["before it", "Date,a,b,LeetCode,Gym,", 64, ["a,b", "Gym"]],
    ["after it", "Date,Gym,LeetCode,a,b,c,", 64, ["Gym", "a,b,c"]],
    ["before and after it", "Date,a,b,LeetCode,c,d,", 64, ["a,b", "c,d"]],
    ["before it, and the source is last", "Date,a,b,Gym,LeetCode,", 63, ["a", "b,Gym"]],
    [
      "and a space before all of them",
      "Date,Gym, run, swim,LeetCode,Read, write,",
      64,
      ["Gym, run, swim", "Read, write"],
    ],
    ["and a quotation mark at its beginning", 'Date,"Deep, work,LeetCode,Gym,', 64, ['"Deep, work', "Gym"]],
    ["and quotation marks around a word", 'Date,"Deep" work,LeetCode,Gym,', 64, ['"Deep" work', "Gym"]],
  ])("is read from the right, with commas %s", (_, heading, day, unknown) => {
    expect(read(`${heading}\n${ROW}`)).toEqual({ ticks: { 2026: { [day]: { 1: true } } }, unknown });
  });

  test("is refused where the column of a source can't be told, unless the names are known", () => {
    const text = `Date,a,b,LeetCode,c,d,\n2026-03-05,NO,YES_MANUAL,NO,NO,\n`;
    expect(fault(text)).toBe(
      "bad-import: theirs:1: the column of 'LeetCode' can't be told, because names have commas; import the zip file, which has them in quotation marks. Nothing imported.",
    );
    const expected = (day: number, unknown: string[]) => ({ ticks: { 2026: { [day]: { 1: true } } }, unknown });
    const habits = ["not exported", "c", "d", "a,b", "LeetCode"];
    expect(read(text, { habits })).toEqual(expected(64, ["a,b", "c", "d"]));
  });

  test("a mapped habit is its source, in any case of letters", () => {
    expect(read(fixture("loop-numbers.csv"), MAP)).toEqual({
      ticks: { 2026: { 62: { 1: true, 2: true, 5: true }, 63: { 2: true }, 64: { 1: true, 5: true } } },
      unknown: ["Gym"],
    });
  });

  test("two habits of one source are done where either is", () => {
    const map = [["Gym", 1]] as const;
    expect(read(fixture("loop-numbers.csv"), { map }).ticks[2026]?.[65]).toEqual({ 1: true });
  });

  test("the table of one habit alone needs a mapping", () => {
    const one = 'Date,Value,Notes\n2026-03-05,YES_MANUAL,"a, ""b"""\n2026-03-04,NO,\n';
    expect(fault(one)).toContain(" none of the habits is one of your five sites: 'Value', 'Notes'");
    expect(read(one, { map: [["Value", 4]] })).toEqual({ ticks: { 2026: { 64: { 4: true } } }, unknown: ["Notes"] });
  });

  test.each([
    ["Date,LeetCode,\n2026-03-05,2,\n2026-03-04,maybe,\n", "3: 'maybe' for 'LeetCode' must be one of Loop's words"],
    ["Date,LeetCode,\n2026-03-05,0.1234,\n", "2: '0.1234' for 'LeetCode' must be 1 for done or 0 for untried"],
    ["Date,LeetCode, daily,\n2026-03-05,2,0,\n2026-03-04,2,\n", "3: 3 cells, but the heading has 4"],
    ["Date,Gym,Run,\n2026-03-05,2,0,\n", " none of the habits is one of your five sites: 'Gym', 'Run'"],
    ["Date,a,b,c,d,e,f,g\n", " none of the habits is one of your five sites: 'a', 'b', 'c', 'd', 'e' and 2 more"],
    ['Date,"a\nb"\n', " none of the habits is one of your five sites: 'a b'"],
  ])("%j is refused whole", (text, said) => {
    expect(fault(text)).toContain(`bad-import: theirs:${said}`);
  });

  test("a mapping of a habit that is not there is refused", () => {
    expect(fault(fixture("loop-numbers.csv"), { map: [["Gymm", 2]] })).toMatch(
      /^bad-import: theirs: no habit 'Gymm', only 'LeetCode', 'LC contest', 'Gym', 'codechef'. Nothing/,
    );
  });
});

test("in a table of names without Loop's numbers a 1 is done", () => {
  expect(read("Date,LeetCode,Gym\n2026-03-05,1,x\n2026-03-04,0,30\n")).toEqual({
    ticks: { 2026: { 64: { 1: true } } },
    unknown: ["Gym"],
  });
});

describe("a table of counts", () => {
  const named = (...rows: string[]) => ["date,LeetCode,CodeChef", ...rows, ""].join("\n");
  const COUNTED = ["2026-11-20,1,0", "2026-11-19,1,1", "2026-11-18,1,0", "2026-11-17,2,1"];
  const ticks = (text: string, guide?: Partial<ImportGuide>) => read(text, guide).ticks[2026] ?? {};
  const ALL = { 321: { 1: true, 5: true }, 322: { 1: true }, 323: { 1: true, 5: true }, 324: { 1: true } };

  test("under numbers any whole number above 0 is done, and Loop is not asked about", () => {
    const numbered = "date,1,2,3,4,5\n2026-11-20,1,0,3,12,00\n2026-11-19,2,x,,no,TRUE\n";
    const expected = { 323: { 1: true, 2: true, 5: true }, 324: { 1: true, 3: true, 4: true } };
    expect(ticks(numbered)).toEqual(expected);
    expect(ticks(numbered, { numbers: "loop" })).toEqual(expected);
    expect(ticks(numbered.replace("date,1,2,3,4,5", "Date,1,2,3,4,5"))).toEqual(expected);
  });

  test("under names, a 1 beside a 2 is asked about", () => {
    expect(fault(named(...COUNTED))).toBe(
      "bad-import: theirs:5: '2' could be a count or Loop's sign for done. " +
        "Nothing imported; write 1 for done and 0 for not done.",
    );
    expect(ticks(named(...COUNTED), { numbers: "counts" })).toEqual(ALL);
    expect(ticks(named(...COUNTED), { numbers: "loop" })).toEqual({ 321: { 1: true } });
  });

  test.each([
    [named("2026-11-20,0,1", "2026-11-19,7,0"), "3: '7' could be a count or an amount from Loop"],
    [named("2026-11-20,2,0", "2026-11-19,3,0"), "3: '3' could be a count or Loop's sign for skipped."],
    [named("2026-11-20,SKIP,0", "2026-11-19,3,0"), "3: '3' could be a count or Loop's sign for skipped."],
    [named("2026-11-20,SKIP,0", "2026-11-19,1,0"), "3: '1' could be a count or Loop's sign for not done."],
    ["Date,LeetCode,\n2026-11-20,2,two at once\n2026-11-19,1,\n", "2: '2' could be a count"],
  ])("%j is asked about", (text, said) => expect(fault(text)).toContain(`bad-import: theirs:${said}`));

  test.each([
    [named("2026-11-20,2,0", "2026-11-19,5,"), { 323: { 1: true }, 324: { 1: true } }],
    [named("2026-11-20,1,0", "2026-11-19,x,1"), { 323: { 1: true, 5: true }, 324: { 1: true } }],
    ["Date,LeetCode,\n2026-11-20,1,\n2026-11-19,0,\n", { 324: { 1: true } }],
  ])("%j has one reading only", (text, expected) => expect(ticks(text)).toEqual(expected));

  test.each([
    ["Loop's own heading", `Date,LeetCode,CodeChef,\n${COUNTED.map((row) => `${row},\n`).join("")}`],
    ["a -1", named(...COUNTED, "2026-11-16,-1,0")],
    ["a -3", named(...COUNTED, "2026-11-16,-3,0")],
    ["Loop's words", named("2026-11-17,YES_MANUAL,YES_AUTO", "2026-11-16,UNKNOWN,SKIP")],
  ])("%s says that it is Loop's", (_, text) => expect(ticks(text)).toEqual({ 321: { 1: true } }));

  test.each([
    [named("2026-11-20,1,skip"), "2: 'skip' for 'CodeChef' must be 1 for done or 0 for untried, or a count"],
    ["date,1\n2026-11-20,-1\n", "2: '-1' for source 1 must be 1 for done or 0 for untried, or a count"],
    ["date,1\n2026-11-20,2.5\n", "2: '2.5' for source 1 must be 1 for done or 0 for untried, or a count"],
  ])("%j is refused without Loop's words", (text, said) => expect(fault(text)).toContain(said));

  test.each(["1.0", "1,0", "✓", "✔️", "☑", "x", "X", "yes", "Y", "TRUE", "done", "12"])("'%s' is done", (cell) => {
    expect(ticks(`date;1\n2026-11-20;${cell}\n`)).toEqual({ 324: { 1: true } });
  });

  test.each(["", "0", "0.0", "no", "N", "false", "-", "✗", "☐"])("'%s' is not", (cell) => {
    expect(ticks(`date;1;2\n2026-11-20;${cell};1\n`)).toEqual({ 324: { 2: true } });
  });

  test.each([
    ["a title and blank rows above", `My year;;\n;;\n\n${named("2026-11-20,x,").replaceAll(",", ";")}`],
    ["a line that names the separator", `sep=\t\r\n${named("2026-11-20,x,").replaceAll(",", "\t")}`],
    ["pipes", named("2026-11-20,x,").replaceAll(",", "|")],
    ["a table in Markdown", "| date | LeetCode |\n|---|---|\n| 2026-11-20 | x |\n"],
    ["a total below", `${named("2026-11-20,x,")}\nTotal,1,0\n`],
    ["a time in UTC", named("2026-11-20T23:30:00Z,x,")],
    ["a time with its zone", named("2026-11-20T23:30:00.5+05:30,x,")],
  ])("may have %s", (_, text) => expect(ticks(text)).toEqual({ 324: { 1: true } }));

  test("may be Latin letters of one byte, and a name in them can be mapped", () => {
    const bytes = Buffer.from("date;Übung “1”\n2026-11-20;x\n".replace("“", "\x93").replace("”", "\x94"), "latin1");
    const found = parseImport(bytes, "theirs", { sources: DEFAULT_SOURCES, map: [["übung “1”", 1]] });
    expect(found).toMatchObject({ ticks: { 2026: { 324: { 1: true } } }, isWindows: true });
  });

  test("any counts are read whole or asked about, never in part", () => {
    const counts = fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(counts, (values) => {
        const text = named(...values.map((value, index) => `2026-01-${String(index + 1).padStart(2, "0")},${value},0`));
        const expected = values.flatMap((value, index) => (value > 0 ? [index + 1] : []));
        try {
          return Object.keys(ticks(text)).map(Number).join() === expected.join();
        } catch (error) {
          return hasCode(error, "bad-import") && values.some((value) => value === 1 || value === 3);
        }
      }),
    );
  });
});

describe("harsh's log", () => {
  test("y is done, and the later entry of a day counts", () => {
    expect(read(fixture("harsh-log.txt"), MAP)).toEqual({
      ticks: { 2026: { 62: { 1: true }, 63: { 2: true }, 64: { 1: true } } },
      unknown: ["Gym"],
    });
  });

  test("29 February and 1 March are entries of their own", () => {
    const log = "2028-02-29 : LeetCode : y : : \r\n2028-03-01 : LeetCode : n : : \r\n";
    expect(read(log).ticks).toEqual({ 2028: { 60: { 1: true } } });
  });

  test.each([
    ["2026-03-05 : Gym : y\n", " none of the habits is one of your five sites: 'Gym'"],
    ["2026-03-05 : LeetCode\n", "1: '' for 'LeetCode' must be y, n or s"],
    ["2026-03-05 : LeetCode : yes\n", "1: 'yes' for 'LeetCode' must be y, n or s"],
    ["2026-03-05 : LeetCode : y\n\n2026-02-30 : LeetCode : y\n", "3: '2026-02-30' is not a date"],
    ["2026-03-05 :  : y\n", "1: expected a habit after the date"],
    ["2026-03-05 : LeetCode : y\nhello\n", "2: 'hello' is not a date"],
  ])("%j is refused whole", (text, said) => {
    expect(fault(text)).toContain(`bad-import: theirs:${said}`);
  });
});

describe("dates that a spreadsheet program wrote anew", () => {
  const table = (...dates: string[]) => ["date,1", ...dates.map((date) => `${date},1`), ""].join("\n");
  const days = (text: string, dates?: DateOrder) =>
    Object.keys(read(text, dates && { dates }).ticks[2026] ?? {}).map(Number);

  test.each([
    [table("05/03/2026", "13/03/2026"), [64, 72]],
    [table("03/05/2026", "03/13/2026"), [64, 72]],
    [table("5.3.2026", "31. 12. 2026"), [64, 365]],
    [table("3-5-2026", "12-31-2026"), [64, 365]],
    [table("2026/3/5", "2026.03.13", "2026-3-14"), [64, 72, 73]],
    [table("05/05/2026", "06/06/2026"), [125, 157]],
    [table("2026-03-05", "13/03/2026"), [64, 72]],
    [
      table("2026-03-05 00:00:00", "2026-03-06T00:00:00.000", "3/13/2026 0:00", "3/14/2026 12:00:00 AM"),
      [64, 65, 72, 73],
    ],
  ])("%j is decided by the file itself", (text, expected) => {
    expect(days(text)).toEqual(expected);
  });

  test("where no date tells, it is asked for", () => {
    const text = table("05/05/2026", "05/03/2026");
    expect(fault(text)).toBe(
      "bad-import: theirs:3: '05/03/2026' is ambiguous: the day or the month may come first. " +
        "Nothing imported; write the dates as 2026-03-05.",
    );
    expect([days(text, "dmy"), days(text, "mdy")]).toEqual([
      [64, 125],
      [123, 125],
    ]);
  });

  test("where the dates contradict each other or the answer, it is refused", () => {
    expect(fault(table("13/03/2026", "05/03/2026", "03/14/2026"))).toBe(
      "bad-import: theirs:2: '13/03/2026' has the day first, but '03/14/2026' on line 4 has the month first; " +
        "correct one of them. Nothing imported.",
    );
    expect(fault(table("03/05/2026", "13/03/2026"), { dates: "mdy" })).toContain("3: '13/03/2026' is not a date");
    expect(fault(table("32/13/2026"))).toContain("2: '32/13/2026' is not a date");
  });

  test.each(["5/3-2026", "2026-3/5", "5//3/2026", "05/03/12026", "5 March 2026", "46086", "0/0/2026"])(
    "'%s' is no date",
    (text) => expect(fault(table(text), { dates: "dmy" })).toContain(`2: '${text}' is not a date`),
  );

  test("UTF-16 is read, as Excel saves 'Unicode Text'", () => {
    const text = "\uFEFFdate\tLeetCode\tGymnastik für Ältere\r\n05.03.2026\t1\t1\r\n13.03.2026\t0\t1\r\n";
    const little = Buffer.from(text, "utf16le");
    for (const bytes of [little, Buffer.from(little).swap16()]) {
      expect(parseImport(bytes, "theirs", { sources: DEFAULT_SOURCES })).toMatchObject({
        ticks: { 2026: { 64: { 1: true } } },
        unknown: ["Gymnastik für Ältere"],
      });
    }
  });

  test("any set of days is read as it was written, or asked for, never as other days", () => {
    const start = { year: 2026, month: 1, day: 1 };
    const someDays = fc.uniqueArray(fc.integer({ min: 0, max: 364 }), { minLength: 1, maxLength: 12 });
    const form = fc.record({
      order: fc.constantFrom<DateOrder>("dmy", "mdy"),
      mark: fc.constantFrom("/", ".", "-"),
      isPadded: fc.boolean(),
    });
    fc.assert(
      fc.property(someDays, form, (offsets, { order, mark, isPadded }) => {
        const dates = offsets.map((offset) => addDays(start, offset));
        const written = dates.map(({ year, month, day }) => {
          const parts = (order === "dmy" ? [day, month] : [month, day]).map((n) =>
            isPadded ? String(n).padStart(2, "0") : String(n),
          );
          return [...parts, year].join(mark);
        });
        const expected = dates.map(dayOfYear).sort((a, b) => a - b);
        const told = days(table(...written), order);
        try {
          return told.join() === expected.join() && days(table(...written)).join() === expected.join();
        } catch (error) {
          return dates.every(({ day }) => day <= 12) && hasCode(error, "bad-import");
        }
      }),
    );
  });
});

test.each([
  ["", "not-an-export: theirs: it is empty. Nothing imported."],
  [" \n", "not-an-export: theirs: it is empty. Nothing imported."],
  [
    "SQLite format 3\0...",
    "not-an-export: theirs: this is a database; import the output of 'dailyleet export', or of Loop's 'Export as CSV'. Nothing imported.",
  ],
  ["GIF89a\0\x01", "not-an-export: theirs: this is no text file; import a JSON or CSV file. Nothing imported."],
])("%j is named for what it is", (text, said) => expect(fault(text)).toBe(said));

test("a damaged .json file is not taken for a table", () => {
  expect(failureOf(() => parseImport(Buffer.from('ersion": 1'), "a.json", { sources: DEFAULT_SOURCES }))).toBe(
    "not-an-export: a.json: not valid JSON; it may be damaged or cut off. Nothing imported.",
  );
});

test("any text, and any damage to a file of ours or of theirs, is read or refused", () => {
  const data = {
    ticks: { 2026: { 60: { 5: true, 2: true }, 324: { 3: true } } },
    marks: { a: { "2026-11-21": 3 } },
  } as const;
  const theirs = ["loop-numbers.csv", "loop-name-with-comma.csv", "loop-2.0-entry-text.csv", "harsh-log.txt"].map(
    fixture,
  );
  const whole = [...theirs, exportCsv(data.ticks), JSON.stringify(dataDocument(data))];
  const insert = fc.string({ unit: "binary", maxLength: 8 });
  const damaged = fc
    .tuple(fc.constantFrom(...whole), fc.nat(250), fc.nat(8), insert)
    .map(([text, at, length, insert]) => text.slice(0, at) + insert + text.slice(at + length));
  fc.assert(
    fc.property(fc.oneof({ weight: 4, arbitrary: damaged }, fc.string(), fc.json()), (text) => {
      try {
        const { ticks, unknown } = read(text);
        return Object.keys(ticks).every((year) => /^\d{4}$/.test(year)) && (unknown === null || Array.isArray(unknown));
      } catch (error) {
        return hasCode(error, "bad-import", "not-an-export") && !error.message.includes("\n");
      }
    }),
    { numRuns: runs(6000) },
  );
});
