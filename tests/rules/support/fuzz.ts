import { type Fields, MAX_LISTED, mayList } from "@dailyleet/core";
import fc from "fast-check";
import { type AccessCase, CLOSED, OPEN } from "./accessCases.ts";
import { accessCheck, type Check, documentCheck } from "./checks.ts";
import { days, fields } from "./fields.ts";
import { marksWrite } from "./markFuzz.ts";
import { type Documents, type RuleCase, refusalOf } from "./ruleCase.ts";

type Stored = Pick<RuleCase, "stored" | "commit">;
type Edit = (before: Fields) => Fields;

const sources = fc.subarray(["1", "2", "3", "4", "5"]);
const day = sources.chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, fc.boolean()]))));
const year = fc.integer({ min: 2024, max: 2028 });

/**
 * What is no day, from few values so that the same one meets itself. Whole numbers are never doubles here: 1.0
 * equals 1 for half of the functions of the rules' language.
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
const document: fc.Arbitrary<Fields> = fc
  .tuple(fc.oneof(clean, clean, legacy), stamp)
  .map(([content, stamped]) => fields({ ...content, ...stamped }));

const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 12, arbitrary: fc.tuple(dayName, day).map(([name, value]) => set(name, value)) },
  { weight: 2, arbitrary: fc.tuple(anyName, day).map(([name, value]) => set(name, value)) },
  { weight: 2, arbitrary: fc.tuple(anyName, junk).map(([name, value]) => set(name, value)) },
  { weight: 2, arbitrary: year.map((value) => set("year", value)) },
  { weight: 2, arbitrary: fc.tuple(anyName, fc.nat()).map(([name, from]) => copy(name, from)) },
  { weight: 2, arbitrary: fc.nat().map(drop) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.integer({ min: 8, max: 12 }), day).map(([count, cells]) => setMany(count, cells)),
  },
);

const edits: fc.Arbitrary<Edit> = fc.array(edit, { maxLength: 3 }).map(inOrder);

function inOrder(list: readonly Edit[]): Edit {
  return (before) => list.reduce((fields, next) => next(fields), before);
}

function set(name: string, value: unknown): Edit {
  return (before) => ({ ...before, ...fields({ [name]: value }) });
}

function setMany(count: number, cells: Record<string, unknown>): Edit {
  return (before) => ({ ...before, ...days(200, count, cells) });
}

/** Another field's value, whatever it is. */
function copy(name: string, from: number): Edit {
  return (before) => {
    const values = Object.values(before);
    const value = values[from % values.length];
    return value === undefined ? before : { ...before, [name]: value };
  };
}

function drop(index: number): Edit {
  return (before) => {
    const dropped = index % Object.keys(before).length;
    return Object.fromEntries(Object.entries(before).filter((_, at) => at !== dropped));
  };
}

/** A first write or an update of the open year or of a closed one. */
const write: fc.Arbitrary<Stored> = fc
  .tuple(fc.constantFrom("open", "open", "2025"), fc.option(document, { freq: 4 }), edits)
  .map(([name, before, change]) => ({
    stored: before === null ? {} : { [name]: before },
    commit: { [name]: change(before ?? {}) },
  }));

const mostlyNot: fc.Arbitrary<Edit> = fc.oneof({ weight: 3, arbitrary: fc.constant((it: Fields) => it) }, edits);

/** The end of a year, right or with something changed in the archive, in what is left, or in which years they are. */
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
    const open = fields({ ...content, ...from });
    const stored: Documents = standing === null ? { open } : { open, [archive]: standing };
    return { stored, commit: { [archive]: changeArchive(open), open: changeRest(fields({ year: to })) } };
  });

function mostly<T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, fc.constantFrom(...others));
}

/** Lists of any size, of whatever is a collection somewhere. */
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

export function randomLists(count: number, seed: number): Check[] {
  return fc.sample(lists, { numRuns: count, seed }).map(accessCheck);
}

export function randomChecks(count: number, seed: number): Check[] {
  const commits = fc.sample(fc.oneof({ weight: 3, arbitrary: write }, closing, { weight: 2, arbitrary: marksWrite }), {
    numRuns: count,
    seed,
  });
  return commits.map((commit, index) => {
    const reason = refusalOf(commit);
    return documentCheck({ ...commit, name: `${index}: ${reason ?? "allowed"}`, allowed: reason === null });
  });
}
