import { MAX_LISTED, mayList, type NamedTable, SETTING_PARTS } from "@dailyleet/core";
import fc from "fast-check";
import { type AccessCase, CLOSED, OPEN } from "./accessCases.ts";
import { accessCheck, type Check, documentCheck } from "./checks.ts";
import { fields, type RuleCase, refusalOf } from "./ruleCase.ts";
import { SETTING_KEYS } from "./settingCases.ts";

type Stored = Pick<RuleCase, "stored" | "commit">;
type Plain = Readonly<Record<string, unknown>>;
type Edit = (before: Plain) => Plain;
type Any = fc.Arbitrary<unknown>;

const sources = fc.subarray(["1", "2", "3", "4", "5"]);
const day = sources.chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, fc.boolean()]))));
const year = fc.integer({ min: 2024, max: 2028 });

/**
 * Values that are no days, from a small set so that equal ones meet. Whole numbers are never doubles here: half of the
 * functions in the rules' language take 1.0 for 1.
 */
const junk = fc.oneof(
  fc.constantFrom<unknown>("done", "", true, null, 0.5, [], [1, "a"], [{ 1: true }]),
  year,
  fc.constantFrom({ 6: true }, { 1: 1 }, { 1: null }, { 1: true, "01": true }, { 2: { 1: true } }, { 3: [true] }),
);
const dayName = fc.oneof(fc.integer({ min: 1, max: 365 }), fc.integer({ min: 1, max: 6 })).map(String);
const junkName = fc.constantFrom("0", "366", "01", "1.0", "1,2", "１", "theme", "Year", "note", "constructor");
const anyName = fc.oneof({ weight: 6, arbitrary: dayName }, { weight: 1, arbitrary: junkName });

const clean = fc.dictionary(dayName, day, { maxKeys: 30 });
const legacy = fc.dictionary(anyName, fc.oneof(day, day, junk), { maxKeys: 12 });
const stamp = fc.oneof(fc.constant({}), fc.record({ year }), fc.record({ year }), fc.record({ year: junk }));
const document: fc.Arbitrary<Plain> = fc
  .tuple(fc.oneof(clean, clean, legacy), stamp)
  .map(([content, stamped]) => ({ ...content, ...stamped }));

const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 12, arbitrary: fc.tuple(dayName, day).map(([name, value]) => set(name, value)) },
  { weight: 2, arbitrary: fc.tuple(anyName, day).map(([name, value]) => set(name, value)) },
  { weight: 2, arbitrary: fc.tuple(anyName, junk).map(([name, value]) => set(name, value)) },
  { weight: 2, arbitrary: year.map((value) => set("year", value)) },
  { weight: 2, arbitrary: fc.tuple(anyName, fc.nat()).map(([name, from]) => copy(name, from)) },
  { weight: 2, arbitrary: fc.nat().map(drop) },
  { weight: 2, arbitrary: fc.tuple(fc.integer({ min: 8, max: 12 }), day).map(setMany) },
);

const inOrder = (list: readonly Edit[]): Edit => {
  return (before) => list.reduce((plain, next) => next(plain), before);
};
const edits = fc.array(edit, { maxLength: 3 }).map(inOrder);

function set(name: string, value: unknown): Edit {
  return (before) => ({ ...before, [name]: value });
}

function setMany([count, cells]: [number, Plain]): Edit {
  const days = Array.from({ length: count }, (_, index) => [200 + index, cells]);
  return (before) => ({ ...before, ...Object.fromEntries(days) });
}

/** Copies the value of another field. */
function copy(name: string, from: number): Edit {
  return (before) => {
    const values = Object.values(before);
    return values.length === 0 ? before : { ...before, [name]: values[from % values.length] };
  };
}

function drop(index: number): Edit {
  return (before) => {
    const dropped = index % Object.keys(before).length;
    return Object.fromEntries(Object.entries(before).filter((_, at) => at !== dropped));
  };
}

/** The stored documents before and after; null stands for no document. */
const asStored = (before: Readonly<Record<string, Plain | null>>, after: Readonly<Record<string, Plain>>): Stored => {
  const typed = (all: Readonly<Record<string, Plain | null>>) =>
    Object.fromEntries(Object.entries(all).flatMap(([name, plain]) => (plain ? [[name, fields(plain)]] : [])));
  return { stored: typed(before), commit: typed(after) };
};

/** A first write or an update of the open year or of a closed year. */
const write: fc.Arbitrary<Stored> = fc
  .tuple(fc.constantFrom("open", "open", "2025"), fc.option(document, { freq: 4 }), edits)
  .map(([name, before, change]) => asStored({ [name]: before }, { [name]: change(before ?? {}) }));

const mostlyNot: fc.Arbitrary<Edit> = fc.oneof({ weight: 3, arbitrary: fc.constant((it: Plain) => it) }, edits);

/**
 * The closing of a year, either valid or with a change in the archive, in the remaining document, or in their years.
 */
const closing: fc.Arbitrary<Stored> = fc
  .record({
    content: fc.oneof(clean, legacy),
    from: fc.oneof(fc.constant({ year: 2025 }), stamp),
    to: fc.oneof({ weight: 5, arbitrary: fc.constant<unknown>(2026) }, year, junk),
    archive: fc.constantFrom("2025", "2025", "2025", "2024"),
    standing: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, document),
    changeArchive: mostlyNot,
    changeRest: mostlyNot,
  })
  .map(({ content, from, to, archive, standing, changeArchive, changeRest }) => {
    const open = { ...content, ...from };
    return asStored({ open, [archive]: standing }, { [archive]: changeArchive(open), open: changeRest({ year: to }) });
  });

function mostly<T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, fc.constantFrom(...others));
}

/** Queries with any limit, of every name that is a collection somewhere. */
const lists: fc.Arbitrary<AccessCase> = fc
  .record({
    as: mostly<AccessCase["as"]>("ann", "bob", "nobody"),
    parent: mostly(OPEN, CLOSED, "/dailyleet/v1"),
    collectionId: mostly("years", "practice", "data", "other"),
    limit: fc.option(fc.oneof(fc.nat(MAX_LISTED), fc.integer({ min: 45, max: 55 }), fc.nat()), { freq: 8 }),
  })
  .map(({ as, parent, collectionId, limit }) => ({
    name: `${as} lists ${parent}/${collectionId}, ${limit}`,
    as,
    method: "POST",
    path: `${parent}:runQuery`,
    body: { structuredQuery: { from: [{ collectionId }], ...(limit !== null && { limit }) } },
    allowed: as !== "nobody" && mayList(as.toUpperCase(), `${parent.slice(1)}/${collectionId}`, limit),
  }));

type Row = readonly [name: string, cells: unknown];

/** A table with named rows, and arbitraries for its content. */
interface NamedRows {
  readonly table: NamedTable;
  readonly right: fc.Arbitrary<Row>;
  readonly wrong: fc.Arbitrary<Row>;
  /** Two names of rows. */
  readonly names: readonly [string, string];
}

const question = fc.constantFrom("a", "b", "c", "d", "e", "a.b/c", "constructor", " ");
const date = fc.constantFrom("2026-11-21", "2026-11-22", "1970-01-01", "9999-12-31", "2026-02-31");
const wrongDate = fc.constantFrom("x", "2026-13-01", "2026-11-21 ", "2026-11-21 2026-11-22", "1969-12-31", "changed");
const mark = fc.integer({ min: 0, max: 4 });
const noCell = fc.constantFrom<unknown>("3", "", true, null, 0.5, -1, 5, [], [3], {}, { x: 1 });

const MARKS: NamedRows = {
  table: "marks",
  right: fc.tuple(question, fc.dictionary(date, mark, { maxKeys: 4 }) as Any),
  wrong: fc.tuple(
    question,
    fc.oneof(
      fc.dictionary(fc.oneof(date, wrongDate), mark, { minKeys: 1, maxKeys: 3 }),
      fc.dictionary(date, fc.oneof(mark, noCell), { minKeys: 1, maxKeys: 3 }),
      noCell,
    ),
  ),
  names: ["a", "b"],
};

const text = fc.constantFrom("", "x", "on", "2027-03-31", "x".repeat(500), "😀".repeat(500));
const noText = fc.oneof(noCell, fc.constantFrom("x".repeat(501), "😀".repeat(501), "a\nb", "\n"));
const textsOf = (key: string, value: Any = text): Any =>
  fc.dictionary(fc.constantFrom(...(SETTING_PARTS[key] ?? ["value"])), value, { maxKeys: 3 });
const setting = fc.constantFrom(...SETTING_KEYS, "list", "plan", "source.1");

const SETTINGS: NamedRows = {
  table: "settings",
  right: setting.chain((key) => fc.tuple(fc.constant(key), textsOf(key))),
  wrong: fc.oneof(
    setting.chain((key) => fc.tuple(fc.constant(key), fc.oneof(textsOf(key, noText), textsOf("plan"), noCell))),
    fc.tuple(fc.constantFrom("theme", "source.6", "constructor"), textsOf("list")),
  ),
  names: ["list", "problems"],
};

const asMap = (value: unknown): Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Plain) : {};

/** A first write or an update of the document of marks or of settings. */
function namedWrite({ table, right, wrong, names: [one, other] }: NamedRows): fc.Arbitrary<Stored> {
  const row = fc.oneof({ weight: 12, arbitrary: right }, wrong);
  const tableOf = (rows: fc.Arbitrary<Row>): Any => fc.array(rows, { maxLength: 8 }).map(Object.fromEntries);
  const changed = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.array(
        row.map(([name]) => name),
        { maxLength: 6 },
      ) as Any,
    },
    fc.constantFrom<unknown>(one, null, {}, [one, 5, other], [null], Array(21).fill(one), [
      ...Array(20).fill("z"),
      one,
      other,
    ]),
  );
  const document: fc.Arbitrary<Plain> = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record(
        { [table]: fc.oneof({ weight: 2, arbitrary: tableOf(right) }, tableOf(row)), changed },
        { requiredKeys: [table] },
      ),
    },
    fc.record({ [table]: tableOf(row), note: noCell }),
    fc.record({ [table]: noCell }),
  );
  const inTable =
    (edit: Edit): Edit =>
    (before) => ({ ...before, [table]: edit(asMap(before[table])) });
  // Adds cells to rows and names those rows in `changed`, as this program does.
  const adding = fc
    .tuple(fc.array(right, { minLength: 1, maxLength: 4 }), fc.boolean())
    .map(([rows, isNamed]): Edit => {
      return (before) => {
        const merged = rows.map(([name, cells]) => [name, { ...asMap(asMap(before[table])[name]), ...asMap(cells) }]);
        const after = { ...asMap(before[table]), ...Object.fromEntries(merged) };
        return { ...before, [table]: after, ...(isNamed && { changed: rows.map(([name]) => name) }) };
      };
    });
  const edit: fc.Arbitrary<Edit> = fc.oneof(
    { weight: 12, arbitrary: adding },
    { weight: 4, arbitrary: row.map(([name, cells]) => inTable(set(name, cells))) },
    { weight: 2, arbitrary: changed.map((names) => set("changed", names)) },
    fc.nat().map(drop),
    fc.nat().map((place) => inTable(drop(place))),
    fc.tuple(fc.constantFrom(table, "note", "changed", "year"), noCell).map(([key, value]) => set(key, value)),
  );
  return fc
    .tuple(fc.option(document, { freq: 4 }), fc.array(edit, { minLength: 1, maxLength: 2 }).map(inOrder))
    .map(([before, change]) => asStored({ [table]: before }, { [table]: change(before ?? {}) }));
}

export function randomLists(count: number, seed: number): Check[] {
  return fc.sample(lists, { numRuns: count, seed }).map(accessCheck);
}

export function randomChecks(count: number, seed: number): Check[] {
  const commit = fc.oneof(
    { weight: 3, arbitrary: write },
    closing,
    { weight: 2, arbitrary: namedWrite(MARKS) },
    { weight: 2, arbitrary: namedWrite(SETTINGS) },
  );
  const commits = fc.sample(commit, { numRuns: count, seed });
  return commits.map((commit, index) => {
    const reason = refusalOf(commit);
    return documentCheck({ ...commit, name: `${index}: ${reason ?? "allowed"}`, allowed: reason === null });
  });
}
