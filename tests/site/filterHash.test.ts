import fc from "fast-check";
import { expect, test } from "vitest";
import { formatFilter, readFilter } from "../../site/src/questions/filterHash.ts";

test("a filter stands in the address in a form that can be shared", () => {
  expect(formatFilter({ search: " two   sum ", tags: ["array", "hash table"] })).toBe(
    "#q=two+sum&tag=array&tag=hash+table",
  );
  expect(readFilter("#q=two+sum&tag=array&tag=hash+table")).toEqual({
    search: "two sum",
    tags: ["array", "hash table"],
  });
});

test("no filter leaves the address as it is", () => {
  expect(formatFilter({ search: "  ", tags: [] })).toBe("");
});

test.each(["", "#", "#day-64", "#q=", "#other=1"])("'%s' is no filter", (hash) => {
  expect(readFilter(hash)).toBeNull();
});

test("every filter comes back from its address", () => {
  const words = fc.array(fc.stringMatching(/^\S+$/), { minLength: 1 }).map((list) => list.join(" ").trim());
  const filter = fc.record({ search: words, tags: fc.uniqueArray(fc.string({ unit: "grapheme" })) });
  fc.assert(
    fc.property(filter, (given) => {
      expect(readFilter(formatFilter(given))).toEqual({ ...given, search: given.search.replace(/\s+/g, " ") });
    }),
  );
});
