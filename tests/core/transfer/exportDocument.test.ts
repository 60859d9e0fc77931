import {
  allMarks,
  allSettings,
  applyChanges,
  type Change,
  changesOf,
  countDoneCells,
  countMarks,
  DEFAULT_SOURCES,
  dataDocument,
  exportCsv,
  markCell,
  markOf,
  NO_SETTINGS,
  NO_TICKS,
  type PersonData,
  parseImport,
  planImport,
  plannedChanges,
  plannedText,
  settingCell,
  settingOf,
  type TicksByYear,
} from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mark, tick } from "../../support/changes.ts";
import { failureOf } from "../support/fixtures.ts";
import { marksThatMeet, randomMarks } from "../support/randomMarks.ts";
import { randomSettings, SETTING_CELLS } from "../support/randomSettings.ts";
import { randomYears } from "../support/randomYears.ts";

const LAST_DAY = { year: 9999, month: 12, day: 31 };
const YEARS: TicksByYear = {
  2025: { 365: { 1: true } },
  2026: { 60: { 5: true, 2: true, 1: false }, 324: { 3: true }, 64: { 4: false } },
  2027: {},
};
const NOTHING: PersonData = { ticks: {}, marks: {} };
const json = (data: Partial<PersonData>) => JSON.stringify(dataDocument({ ...NOTHING, ...data }));
const readBoth = (text: string) => parseImport(Buffer.from(text), "ticks.txt", { sources: DEFAULT_SOURCES });
const read = (text: string) => readBoth(text).ticks;

/** The data after an import. */
function merged(data: PersonData, changes: readonly Change[]): PersonData {
  const marks = changes.filter((change) => change.table === "marks");
  const settings = changes.filter((change) => change.table === "settings");
  const ticks = changes.filter((change) => typeof change.table === "number");
  const years = [...Map.groupBy(ticks, ({ table }) => table)].map(
    ([year, own]) => [year, applyChanges(data.ticks[year] ?? NO_TICKS, own)] as const,
  );
  return {
    ticks: { ...data.ticks, ...Object.fromEntries(years) },
    marks: applyChanges(data.marks, marks),
    settings: applyChanges(data.settings ?? NO_SETTINGS, settings),
  };
}

describe("export", () => {
  test("JSON holds exactly the done cells", () => {
    const years = { 2025: { 365: { 1: true } }, 2026: { 60: { 2: true, 5: true }, 324: { 3: true } } };
    expect(dataDocument({ ticks: YEARS, marks: {} })).toEqual({ version: 1, years, practice: {} });
    const text = '{"version":1,"years":{"2026":{"324":{"3":true}}},"practice":{}}';
    expect(json({ ticks: { 2026: { 324: { 3: true } } } })).toBe(text);
    expect(json({})).toBe('{"version":1,"years":{},"practice":{}}');
  });

  test("JSON has the marks in the order of their keys, without those that were taken back", () => {
    const marks = {
      b: { "2026-11-21": 3, "2026-03-05": 1 },
      constructor: { "2026-11-21": 4 },
      a: { "2026-11-21": 0 },
    } as const;
    expect(json({ marks })).toBe(
      '{"version":1,"years":{},"practice":{"b":{"2026-03-05":1,"2026-11-21":3},"constructor":{"2026-11-21":4}}}',
    );
  });

  test("JSON has the settings in the order of their keys, without empty texts, and no key for defaults alone", () => {
    const settings = {
      plan: { until: "2027-03-31", from: "" },
      "source.1": { url: "https://a.example/", name: "A", zone: "" },
      list: { value: "" },
      dayEndsAt: { value: "03:00" },
    };
    expect(json({ settings })).toBe(
      '{"version":1,"years":{},"practice":{},"settings":{"dayEndsAt":{"value":"03:00"},"plan":{"until":"2027-03-31"},' +
        '"source.1":{"name":"A","url":"https://a.example/"}}}',
    );
    expect(json({ settings: { list: { value: "" } } })).toBe(json({}));
  });

  test("CSV has one plain row for each day with a tick", () => {
    expect(exportCsv(YEARS)).toBe("date,1,2,3,4,5\n2025-12-31,1,0,0,0,0\n2026-03-01,0,1,0,0,1\n2026-11-20,0,0,1,0,0\n");
    expect(exportCsv({})).toBe("date,1,2,3,4,5\n");
  });
});

describe("import", () => {
  test("after export changes nothing and misses nothing, in whatever order the data was entered", () => {
    const reverse = <T extends object>(all: T) => Object.fromEntries(Object.entries(all).reverse()) as T;
    fc.assert(
      fc.property(randomYears, randomMarks, randomSettings, (ticks, marks, settings) => {
        const [data, text] = [{ ticks, marks, settings }, json({ ticks, marks, settings })];
        const incoming = readBoth(text);
        const again = planImport(data, incoming, LAST_DAY);
        expect(plannedChanges(again)).toEqual([]);
        expect([again.here, again.practice.here]).toEqual([again.together, again.practice.together]);
        expect(json(incoming)).toBe(text);
        expect(json(merged(NOTHING, plannedChanges(planImport(NOTHING, incoming, LAST_DAY))))).toBe(text);
        const entered = (all: Readonly<Record<string, object>>) =>
          Object.fromEntries(Object.entries(reverse(all)).map(([key, own]) => [key, reverse(own)]));
        expect(json({ ticks, marks: entered(marks), settings: entered(settings) } as PersonData)).toBe(text);
        const table = exportCsv(ticks);
        expect([exportCsv(read(table)), json({ ticks: read(table) })]).toEqual([table, json({ ticks })]);
      }),
    );
  });

  test("merges cell by cell: it never unticks, of two marks of a question and day the lower stands", () => {
    const person = fc.record({ ticks: randomYears, marks: marksThatMeet });
    fc.assert(
      fc.property(person, person, (here, there) => {
        const plan = planImport(here, there, LAST_DAY);
        const after = merged(here, plannedChanges(plan));
        expect(
          plan.changes.every(
            ({ change: { table, row, column, state } }) => state && !here.ticks[table]?.[row]?.[column],
          ),
        ).toBe(true);
        expect(plan.here + plan.changes.length).toBe(plan.together);
        expect([countDoneCells(after.ticks), countMarks(after.marks)]).toEqual([plan.together, plan.practice.together]);
        expect([plan.practice.here, plan.practice.there]).toEqual([here, there].map(({ marks }) => countMarks(marks)));
        expect(plannedChanges(planImport(after, there, LAST_DAY))).toEqual([]);
        for (const [question, own] of [here.marks, there.marks].flatMap((marks) => Object.entries(marks))) {
          for (const date of Object.keys(own)) {
            const marks = [here, there]
              .map(({ marks }) => markOf(marks, markCell(question, date)))
              .filter((mark) => mark > 0);
            expect(markOf(after.marks, markCell(question, date))).toBe(marks.length === 0 ? 0 : Math.min(...marks));
          }
        }
      }),
    );
  });

  test("counts here, there and together, and leaves out ticks of years that have not begun and marks of days to come", () => {
    const there = {
      ticks: { 2026: { 324: { 3: true, 4: true }, 1: { 1: true } } },
      marks: { a: { "2026-12-30": 3, "2026-12-31": 3 }, b: { "9999-12-31": 1 } },
    } as const;
    expect(planImport({ ticks: YEARS, marks: {} }, there, { year: 2026, month: 12, day: 30 })).toEqual({
      changes: [
        { change: tick(2026, 1, 1), was: false },
        { change: tick(2026, 324, 4), was: false },
      ],
      ...{ here: 4, there: 3, together: 6, ahead: 0 },
      practice: {
        changes: [{ change: mark("a", 3, "2026-12-30"), was: 0 }],
        ...{ here: 0, there: 3, together: 1, ahead: 2 },
      },
      settings: [],
    });
    const plan = planImport(NOTHING, { ticks: YEARS, marks: {} }, { year: 2025, month: 6, day: 1 });
    expect([plan.changes.length, plan.ahead]).toEqual([1, 3]);
  });

  test("never overwrites a person's own setting, and a setting comes whole", () => {
    fc.assert(
      fc.property(randomSettings, randomSettings, (here, there) => {
        const plan = planImport({ ...NOTHING, settings: here }, { ...NOTHING, settings: there }, LAST_DAY);
        const after = merged({ ...NOTHING, settings: here }, plannedChanges(plan)).settings ?? NO_SETTINGS;
        expect(plannedChanges(plan)).toEqual(changesOf(plan.settings));
        for (const cell of SETTING_CELLS) {
          const isOwn = SETTING_CELLS.some((other) => other.row === cell.row && settingOf(here, other) !== "");
          expect(settingOf(after, cell)).toBe(settingOf(isOwn ? here : there, cell));
        }
      }),
    );
  });

  test("takes no address beside the person's own name of a source, and says how many settings it takes", () => {
    const here = { ...NOTHING, settings: { "source.1": { name: "Mine" }, list: { value: "" } } };
    const source = { name: "X", url: "https://x.example/" };
    const there = {
      ...NOTHING,
      settings: { "source.1": source, "source.2": source, list: { value: "all" }, problems: { value: "" } },
    };
    const plan = planImport(here, there, LAST_DAY);
    expect(plan.settings).toEqual([
      { change: { table: "settings", row: "list", column: "value", state: "all" }, was: "" },
      { change: { table: "settings", row: "source.2", column: "name", state: "X" }, was: "" },
      { change: { table: "settings", row: "source.2", column: "url", state: "https://x.example/" }, was: "" },
    ]);
    expect(plannedText(plan)).toBe("2 settings");
    const more = { ...there, ticks: { 2026: { 64: { 3: true } } }, marks: { a: { "2026-03-05": 2 } } } as const;
    expect(plannedText(planImport(here, more, LAST_DAY))).toBe("1 tick, 1 mark and 2 settings");
    expect(plannedText(planImport(more, more, LAST_DAY))).toBe("0 ticks");
  });

  test("writes marks with the ticks of the same file", () => {
    const incoming = {
      ticks: { 2026: { 64: { 3: true } } },
      marks: { a: { "2026-03-05": 2, "2026-03-06": 0 } },
    } as const;
    const plan = planImport({ ticks: {}, marks: { a: { "2026-03-05": 4 } } }, incoming, LAST_DAY);
    expect(plannedChanges(plan)).toEqual([tick(2026, 64, 3), mark("a", 2)]);
  });

  test("reads an older export, which has no marks, and a mark of 0 as none", () => {
    const ticks = { 2026: { 64: { 3: true } } };
    const older = readBoth('{"version":1,"years":{"2026":{"64":{"3":true}}}}');
    expect(older).toMatchObject({ ticks, marks: {}, settings: {}, unknown: null });
    expect(allMarks(readBoth('{"version":1,"years":{},"practice":{"a":{"2026-11-21":0}}}').marks)).toEqual([]);
  });

  test("reads an empty text of a setting as none", () => {
    const settings = { list: { value: "" }, plan: { until: "2027-03-31", from: "" }, problems: {} };
    const read = readBoth(JSON.stringify({ version: 1, years: {}, settings })).settings;
    expect(allSettings(read ?? {})).toEqual([{ ...settingCell("plan", "until"), state: "2027-03-31" }]);
  });
});

describe("files from elsewhere are read", () => {
  const expected = { 2026: { 60: { 2: true }, 64: { 3: true } } };
  test.each([
    [
      "pretty JSON with a mark and unknown keys",
      '\uFEFF {"version":1,"from":"x",\n"years":{"2026":{"64":{"3":true,"1":false},"60":{"2":true}}}}\n',
    ],
    ["Windows line ends", "date,1,2,3,4,5\r\n2026-03-05,0,0,1,0,0\r\n2026-03-01,0,1,0,0,0\r\n"],
    ["semicolons and words", "\uFEFFdate;1;2;3;4;5\n2026-03-05;;;TRUE;;\n2026-03-01;no;Yes;false;untried;0\n;;;;;\n"],
    ["tabs and quotes", '"date"\t"3"\t"2"\n"2026-03-05"\t"x"\t""\n"2026-03-01"\t""\t"Done"'],
    ["other columns", "note,date,2,name,3\nhello,2026-03-05,0,x,1\n,2026-03-01,1,,0"],
    [
      "quoted notes with all that CSV has a meaning for",
      'note,date,2,3\n"a, ""b""\n;c",2026-03-05,0,1\r\n"",2026-03-01,1,0',
    ],
    ["a separator in the heading's own quotes", '"note, or not";date;2;3\nx;2026-03-05;0;1\n"y;z";2026-03-01;1;0\n'],
    ["an empty first column between tabs", "\tdate\t2\t3\n\t2026-03-05\t0\t1\n\t2026-03-01\t1\t\n\t\t\t\n"],
    ["empty lines before the heading", "\n\ndate,2,3\n2026-03-05,0,1\n\n2026-03-01,1,0\n\n"],
    ["an empty line before a heading with semicolons", "\n \ndate;2;3\n2026-03-05;0;1\n2026-03-01;1;0\n"],
    ["the same day twice", "date,2,3\n2026-03-05,0,1\n2026-03-01,1,0\n2026-03-05,0,0"],
  ])("%s", (_, text) => {
    expect(read(text)).toEqual(expected);
  });

  test("the same key in different objects is no duplicate", () => {
    const years = '{"2025":{"64":{"3":true}},"2026":{"64":{"3":true},"60":{}}}';
    expect(read(`{"version":1,"more":[{"a":"{\\"a\\":"},{"a":"a"}],"years":${years}}`)).toEqual({
      2025: { 64: { 3: true } },
      2026: { 64: { 3: true } },
    });
  });

  test("very long texts do not overflow", () => {
    const long = `"${'x""\n'.repeat(500_000)}"`;
    expect(read(`note,date,1\n${long},2026-03-05,1`)).toEqual({ 2026: { 64: { 1: true } } });
    const escapes = JSON.stringify('"\n'.repeat(4_000_000));
    expect(read(`{"version":1,"note":${escapes},"years":{}}`)).toEqual({});
    expect(failureOf(() => read(`date,1\n${'"'.repeat(8_000_001)}`))).toContain("a quotation mark is not closed");
  });

  test("29 February is the day of 1 March", () => {
    expect(read("date,1\n2028-02-29,1")).toEqual({ 2028: { 60: { 1: true } } });
  });

  test("an empty export has no years", () => {
    expect(read("date,1,2,3,4,5\n")).toEqual({});
    expect(read('{"version":1,"years":{}}')).toEqual({});
  });
});

describe("each fault is named with its place, and nothing is imported", () => {
  const years = (years: unknown) => JSON.stringify({ version: 1, years });
  const practice = (marks: unknown) => JSON.stringify({ version: 1, years: {}, practice: marks });
  const settings = (own: unknown) => JSON.stringify({ version: 1, years: {}, settings: own });
  test.each([
    ["", "it is empty."],
    ["hello", "1: expected a heading such as date,1,2,3,4,5."],
    ["date,\n", "1: expected a heading such as"],
    ["day,1\n", "1: expected a heading such as"],
    ["{", "not valid JSON; it may be damaged or cut off"],
    ["[]", "this JSON is not an export of dailyleet"],
    ['{"version":"1.4.2","cards":{}}', "this JSON is not an export of dailyleet"],
    ['{"habits":[{"name":"LeetCode","records":[]}]}', "this JSON is not an export of dailyleet"],
    ['{"years":{}}', "'version' is missing, but must be 1"],
    ['{"version":2,"years":{}}', "'version' is 2, but must be 1"],
    ['{"version":1}', "this JSON is not an export of dailyleet, which has 'version' and 'years'"],
    [years([]), "'years' is [], but must be an object of years"],
    [years({ "1969": {} }), "'1969' in 'years' is not a year from 1970 to 9999"],
    [years({ "02026": {} }), "'02026' in 'years' is not a year"],
    [years({ "2026": 7 }), "the year 2026 is 7, but must be an object of days"],
    [years({ "2026": { "366": {} } }), "'366' in the year 2026 is not a day number from 1 to 365"],
    [years({ "2026": { "1e2": {} } }), "'1e2' in the year 2026 is not a day number"],
    [years({ "2026": { "64": true } }), "2026, day 64 is true, but must be an object of sources"],
    [years({ "2026": { "64": { "6": true } } }), "'6' in 2026, day 64 is not a source from 1 to 5"],
    [years({ "2026": { "64": { "3": "yes" } } }), 'source 3 in 2026, day 64 is "yes", but must be true or false'],
    ['{"version":1,"years":{"__proto__":{}}}', "'__proto__' in 'years' is not a year"],
    [settings(null), "'settings' is null, but must be an object of settings"],
    [settings({ list: "all" }), "'list' in 'settings' is \"all\", but must be an object of parts"],
    [settings({ lists: { value: "all" } }), "'lists' in 'settings' is not a setting"],
    [settings({ "source.6": { name: "X" } }), "'source.6' in 'settings' is not a setting"],
    [settings({ constructor: { value: "all" } }), "'constructor' in 'settings' is not a setting"],
    [settings({ list: { constructor: "all" } }), "'constructor' in 'list' in 'settings' is not a part of it"],
    [
      '{"version":1,"years":{},"settings":{"list":{"__proto__":"all"}}}',
      "'__proto__' in 'list' in 'settings' is not a part of it",
    ],
    [
      settings({ list: { value: 7 } }),
      "the part 'value' of 'list' in 'settings' is 7, but must be a text of one line, of at most 500",
    ],
    [
      settings({ list: { value: ["all"] } }),
      "the part 'value' of 'list' in 'settings' is [\"all\"], but must be a text",
    ],
    [settings({ list: { value: "x".repeat(501) } }), "x…, but must be a text of one line, of at most 500 characters"],
    [settings({ "source.1": { name: "\ud800" } }), "but must be a text of one line, of at most 500 characters"],
    [practice(null), "'practice' is null, but must be an object of questions"],
    [practice([1]), "'practice' is [1], but must be an object of questions"],
    [practice({ a: 3 }), "'a' in 'practice' is 3, but must be an object of dates"],
    [practice({ "": {} }), "'' in 'practice' is not the key of a question"],
    [practice({ [`${"é".repeat(751)}`]: {} }), "é…' in 'practice' is not the key of a question"],
    ['{"version":1,"years":{},"practice":{"__proto__":{}}}', "'__proto__' in 'practice' is not the key of a question"],
    [practice({ a: { "2026-02-30": 3 } }), "'2026-02-30' in 'a' in 'practice' is not a date such as 2026-03-05"],
    [practice({ a: { "2026-2-3": 3 } }), "'2026-2-3' in 'a' in 'practice' is not a date"],
    ['{"version":1,"years":{},"practice":{"a":{"__proto__":3}}}', "'__proto__' in 'a' in 'practice' is not a date"],
    [practice({ a: { "1969-12-31": 3 } }), "'1969-12-31' in 'a' in 'practice' is not a date"],
    [practice({ a: { "2026-11-21": 5 } }), "the mark of 'a' on 2026-11-21 is 5, but must be a number from 1 to 4"],
    [practice({ a: { "2026-11-21": "3" } }), "the mark of 'a' on 2026-11-21 is \"3\", but must be a number"],
    [practice({ a: { "2026-11-21": 2.5 } }), "the mark of 'a' on 2026-11-21 is 2.5, but must be a number"],
    [practice({ a: { "2026-11-21": true } }), "the mark of 'a' on 2026-11-21 is true, but must be a number"],
    ['{"version":1,"years":{},"practice":{"a":{"2026-11-21":3,"2026-11-21":1}}}', "'a' → '2026-11-21' appears twice"],
    ["date,1\n2026-02-30,1", "2: '2026-02-30' is not a date such as 2026-03-05"],
    ["date,1\n2026-02-28,1\n5.3.26,1", "3: '5.3.26' must have a year of four digits, such as 2026-03-05"],
    ["date,1\n05-11-26 00:00,1", "2: '05-11-26 00:00' must have a year of four digits"],
    ["date,1\n,1", "2: '' is not a date"],
    ["date,1,2\n2026-03-05,1,maybe", "2: 'maybe' for source 2 must be 1 for done or 0 for untried"],
    ["date,1,2\n2026-03-05,1", "2: 2 cells, but the heading has 3"],
    ["date,1,2\n2026-03-05", "2: 1 cell, but the heading has 3"],
    ["date,1,2\n2026-03-05,1,0,1", "2: 4 cells, but the heading has 3"],
    ["date,1,2\n2026-03-05,1,0,", "2: 4 cells, but the heading has 3"],
    ['note,date,1\n"a\nb",2026-03-05,1\n"c",2026-03-06', "4: 2 cells, but the heading has 3"],
    ["note,date,1\na, b,2026-03-05,1", "2: 4 cells, but the heading has 3"],
    ['note,date,1\n"a,2026-03-05,1\n', "2: a quotation mark is not closed"],
    ['note,date,1\n"a"b,2026-03-05,1\n', "2: a quotation mark is not closed"],
    ["date,1,1\n2026-03-05,1,0", "the heading has '1' twice"],
    ["Date,1,date\n", "the heading has 'date' twice"],
    ['{"version":1,"years":{},"years":{}}', "the key 'years' appears twice"],
    ['{"version":1,"years":{"2026":{"64":{"3":true}},"2026":{}}}', "the key 'years' → '2026' appears twice"],
    ['{"version":1,"years":{"2026":{"64":{"3":true}, "64" : {}}}}', "the key 'years' → '2026' → '64' appears twice"],
    ['{"version":1,"years":{"2026":{"64":{"3":true,"\\u0033":false}}}}', "'2026' → '64' → '3' appears twice"],
    [years({ "2026": { "64": { "3": {} } } }), "source 3 in 2026, day 64 is {}, but must be true or false"],
    [`date,1\n${"x".repeat(500)},1`, `2: '${"x".repeat(40)}…' is not a date`],
  ])("%j", (text, said) => {
    const failure = failureOf(() => read(text));
    expect(failure).toContain(said);
    expect(failure).toMatch(/^(bad-import|not-an-export): ticks\.txt(:\d+)?: .*\. Nothing imported\.$/);
  });

  test.each(["hello", "\x89PNG\r\n", '{"name":"dailyleet"}', "[]"])(
    "a file of another kind has a code of its own: %j",
    (text) => {
      expect(failureOf(() => read(text))).toMatch(/^not-an-export: /);
    },
  );

  test("however deep it lies", () => {
    const deep = '{"a":'.repeat(200_000) + 1 + "}".repeat(200_000);
    expect(failureOf(() => read(deep))).toContain("the JSON is nested deeper than anything in an export");
    expect(failureOf(() => read("[".repeat(8_000_000)))).toContain("the JSON is nested deeper");
    const allowed = '{"a":'.repeat(90) + 1 + "}".repeat(90);
    expect(failureOf(() => read(`{"version":1,"years":[${allowed}]}`))).toContain(
      "'years' is a list of 1, but must be",
    );
  });
});
