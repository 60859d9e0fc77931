import fc from "fast-check";
import { expect, test } from "vitest";
import { formatTimestamp, parseTimestamp } from "../../../packages/local/src/storage/documents.ts";

test("timestamps come back as they were written, to the microsecond", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_800_000_000 }), (micros) => {
      expect(parseTimestamp(formatTimestamp(micros))).toBe(micros);
    }),
  );
});

test.each([
  ["2026-03-05T08:00:00Z", 0],
  ["2026-03-05T08:00:00.5Z", 500_000],
  ["2026-03-05T08:00:00.000001Z", 1],
  ["2026-03-05T08:00:00.000001000Z", 1],
  ["2026-03-05T09:30:00.000001+01:30", 1],
])("%s is read", (text, micros) => {
  expect(parseTimestamp(text)).toBe(Date.UTC(2026, 2, 5, 8) * 1000 + micros);
});

test.each([
  "",
  ..."yesterday 2026-03-05 2026-13-05T08:00:00Z 2026-03-05T08:00:00 2026-03-05T08:00:00.1234567890Z".split(" "),
])("'%s' is no timestamp", (text) => expect(parseTimestamp(text)).toBeNull());
