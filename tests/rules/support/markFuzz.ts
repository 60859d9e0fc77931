import fc from "fast-check";
import { fields } from "./fields.ts";
import type { Documents, RuleCase } from "./ruleCase.ts";

type Plain = Readonly<Record<string, unknown>>;
type Edit = (before: Plain) => Plain;

const name = fc.constantFrom("a", "b", "c", "d", "e", "a.b/c", "constructor", " ");
const date = fc.constantFrom("2026-11-21", "2026-11-22", "1970-01-01", "9999-12-31", "2026-02-31");
const wrongDate = fc.constantFrom("x", "2026-13-01", "2026-11-21 ", "2026-11-21 2026-11-22", "1969-12-31", "changed");
const mark = fc.integer({ min: 0, max: 4 });
const junk = fc.constantFrom<unknown>("3", "", true, null, 0.5, -1, 5, [], [3], {}, { x: 1 });

const rightMarks = fc.dictionary(date, mark, { maxKeys: 4 });
const wrongMarks = fc.oneof(
  fc.dictionary(fc.oneof(date, wrongDate), mark, { minKeys: 1, maxKeys: 3 }),
  fc.dictionary(date, fc.oneof(mark, junk), { minKeys: 1, maxKeys: 3 }),
  junk,
);
const question = fc.oneof({ weight: 12, arbitrary: rightMarks as fc.Arbitrary<unknown> }, wrongMarks);
const clean = fc.dictionary(name, rightMarks as fc.Arbitrary<unknown>, { maxKeys: 8 });
const legacy = fc.dictionary(name, question, { maxKeys: 8 });
const names = fc.array(name, { maxLength: 6 });
const anyNames = fc.oneof(
  { weight: 6, arbitrary: names as fc.Arbitrary<unknown> },
  fc.constantFrom<unknown>("a", null, {}, ["a", 5, "b"], [null], Array(21).fill("a"), [
    ...Array(20).fill("z"),
    "a",
    "b",
  ]),
);

const stored: fc.Arbitrary<Plain> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ marks: fc.oneof(clean, clean, legacy), changed: anyNames }, { requiredKeys: ["marks"] }),
  },
  fc.record({ marks: legacy, note: junk }),
  fc.record({ marks: junk }),
);

const asMap = (value: unknown): Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Plain) : {};
const inQuestions =
  (edit: Edit): Edit =>
  (before) => ({ ...before, marks: edit(asMap(before.marks)) });

/** Adds marks to questions and names those questions, as this program does. */
const marking = fc.tuple(fc.dictionary(name, rightMarks, { minKeys: 1, maxKeys: 4 }), fc.boolean()).map(
  ([more, isNamed]): Edit =>
    (before) => {
      const merged = Object.keys(more).map((key) => [key, { ...asMap(asMap(before.marks)[key]), ...more[key] }]);
      const marks = { ...asMap(before.marks), ...Object.fromEntries(merged) };
      return { ...before, marks, ...(isNamed && { changed: Object.keys(more) }) };
    },
);
const replacing = fc.tuple(name, question).map(([key, value]) => inQuestions((marks) => ({ ...marks, [key]: value })));
const naming = anyNames.map(
  (changed): Edit =>
    (before) => ({ ...before, changed }),
);
const dropping = fc.nat().map(
  (place): Edit =>
    (before) =>
      without(before, place),
);
const overwriting = fc.tuple(fc.constantFrom("marks", "note", "changed", "year"), junk).map(
  ([key, value]): Edit =>
    (before) => ({ ...before, [key]: value }),
);

function without(map: Plain, place: number): Plain {
  const dropped = place % Object.keys(map).length;
  return Object.fromEntries(Object.entries(map).filter((_, at) => at !== dropped));
}

const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 12, arbitrary: marking },
  { weight: 4, arbitrary: replacing },
  { weight: 2, arbitrary: naming },
  dropping,
  fc.nat().map((place) => inQuestions((marks) => without(marks, place))),
  overwriting,
);

/** A first write or an update of the document of marks. */
export const marksWrite: fc.Arbitrary<Pick<RuleCase, "stored" | "commit">> = fc
  .tuple(fc.option(stored, { freq: 4 }), fc.array(edit, { minLength: 1, maxLength: 2 }))
  .map(([before, edits]) => ({
    stored: (before === null ? {} : { marks: fields(before) }) as Documents,
    commit: { marks: fields(edits.reduce((plain, next) => next(plain), before ?? {})) },
  }));
