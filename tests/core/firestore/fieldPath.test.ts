import { formatFieldPath, parseFieldPath } from "@dailyleet/core";
import fc from "fast-check";
import { expect, test } from "vitest";

test.each([
  [["64", "3"], "`64`.`3`"],
  [["year"], "year"],
  [["_a1", "b"], "_a1.b"],
  [["a.b"], "`a.b`"],
  [["a`b\\c"], "`a\\`b\\\\c`"],
  [[""], "``"],
  [["", ""], "``.``"],
  [["1\n2"], "`1\n2`"],
])("%j is written as %s", (path, text) => {
  expect(formatFieldPath(path)).toBe(text);
  expect(parseFieldPath(text)).toEqual(path);
});

test.each(["", "a b", "`a\\`", ...". a. .a a..b 64 64.3 `64 64` `a``b` `a`b a`b` é a-b".split(" ")])(
  "'%s' is malformed",
  (text) => {
    expect(parseFieldPath(text)).toBeNull();
  },
);

test("any path comes back as it was, and any text is a path or malformed", () => {
  const segment = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[`\\.a1_]*$/));
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (path) => {
      const read = parseFieldPath(formatFieldPath(path));
      return JSON.stringify(read) === JSON.stringify(path);
    }),
    { numRuns: 3000 },
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[`\\.a1_ ]{0,12}$/), (text) => {
      const path = parseFieldPath(text);
      return path === null || JSON.stringify(parseFieldPath(formatFieldPath(path))) === JSON.stringify(path);
    }),
    { numRuns: 3000 },
  );
});
