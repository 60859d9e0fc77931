import { formatDate, fromEpochDay, type Mark, type Marks, type QuestionMarks } from "@dailyleet/core";
import fc from "fast-check";

/** Names that every object inherits, names that look alike, and names in another script. */
export const HOSTILE_KEYS = ["constructor", "toString", "hasOwnProperty", "a.b/c", "`", " ", "डेली", "é", "é"];

const randomKey = fc.oneof(
  fc.constantFrom("leetcode.com/problems/two-sum", "leetcode.com/problems/3sum", ...HOSTILE_KEYS),
  fc.string({ minLength: 1, maxLength: 20 }).filter((key) => !/^__.*__$/s.test(key)),
);

/** Mostly within two years, so that dates collide; a few at the ends of the allowed range. */
export const randomDate = fc
  .oneof(
    { arbitrary: fc.integer({ min: 20_400, max: 21_130 }), weight: 20 },
    fc.constantFrom(0, 1, 2_932_895, 2_932_896),
  )
  .map((day) => formatDate(fromEpochDay(day)));

export const randomMark = fc.constantFrom<Mark[]>(0, 1, 2, 3, 4);

export const randomQuestionMarks: fc.Arbitrary<QuestionMarks> = fc.dictionary(randomDate, randomMark, { maxKeys: 12 });

export const randomMarks: fc.Arbitrary<Marks> = fc.dictionary(randomKey, randomQuestionMarks, { maxKeys: 8 });

/** Few questions and days, so that two sets of marks share cells. */
export const marksThatMeet: fc.Arbitrary<Marks> = fc.dictionary(
  fc.constantFrom("leetcode.com/problems/two-sum", "constructor"),
  fc.dictionary(fc.constantFrom("2026-03-05", "2026-03-06"), randomMark),
);
