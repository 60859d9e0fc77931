import {
  applyMask,
  digestMarks,
  type Fields,
  integerValue,
  mapValue,
  progressAt,
  progressOf,
  readMarks,
  readMarksDigest,
  standingsOf,
} from "@dailyleet/core";
import fc from "fast-check";
import { expect, test } from "vitest";

const TODAY = { year: 2026, month: 11, day: 21 };
const QUESTIONS = ["a.com/1", "b.com/2", "c.com/3", "__proto__", "constructor"];
const markOn = (question: string, date: string, mark: number): Fields => ({
  marks: mapValue(Object.fromEntries([[question, mapValue({ [date]: integerValue(mark) })]])),
});
const change = fc.record({
  question: fc.constantFrom(...QUESTIONS),
  date: fc.constantFrom("2024-02-29", "2025-12-31", "2026-11-01", "2026-11-20", "2026-02-31"),
  mark: fc.integer({ min: 0, max: 5 }),
});

test("marks that are made one by one come to what all of them come to, by the digest of before or without", () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
      let fields: Fields = {};
      let digest = digestMarks(fields, null);
      for (const { question, date, mark } of changes) {
        const next = applyMask(fields, markOn(question, date, mark), [["marks", question, date]]);
        digest = digestMarks(next, { fields, digest });
        fields = next;
      }
      const expected = standingsOf(readMarks(fields));
      expect(readMarksDigest(digest)).toEqual(expected);
      expect(readMarksDigest(digestMarks(fields, null))).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});

test("a question that is gone from the document is gone from the digest", () => {
  const fields = markOn("a.com/1", "2026-11-01", 3);
  const before = { fields, digest: digestMarks(fields, null) };
  expect(readMarksDigest(digestMarks({ marks: mapValue({}) }, before))).toEqual(new Map());
});

test("where a person stands follows from the digest as from the marks", () => {
  const fields = markOn("a.com/1", "2026-11-01", 3);
  const standings = readMarksDigest(digestMarks(fields, null));
  for (const question of QUESTIONS) {
    expect(progressAt(standings?.get(question), TODAY)).toEqual(progressOf(readMarks(fields), question, TODAY));
  }
});

test("what another scheduler has found, or is no digest, counts for nothing, also as the one of before", () => {
  const fields = markOn("a.com/1", "2026-11-01", 3);
  const digest = digestMarks(fields, null);
  const { scheduler, standings } = JSON.parse(digest);
  for (const wrong of [
    "",
    "null",
    digest.slice(0, -1),
    JSON.stringify({ scheduler: `${scheduler} `, standings: [["a.com/1", 9, 9, 9]] }),
    JSON.stringify({ scheduler, standings: [["a.com/1", 1, 2]] }),
    JSON.stringify({ scheduler, standings: [["a.com/1", "1", 2, 3]] }),
  ]) {
    expect(readMarksDigest(wrong), wrong).toBeNull();
    expect(digestMarks(fields, { fields, digest: wrong }), wrong).toBe(digest);
  }
  expect(standings).toHaveLength(1);
});
