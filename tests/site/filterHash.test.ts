import { DIFFICULTIES } from "@dailyleet/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatFilter, LIST_STATES, type ListState, NO_FILTER, readFilter } from "../../site/src/list/filter.ts";

test("a filter stands in the address in a form that can be shared", () => {
  expect(formatFilter({ search: " two   sum ", tags: ["array", "hash table"], state: "due", difficulty: "Hard" })).toBe(
    "#q=two+sum&tag=array&tag=hash+table&state=due&difficulty=hard",
  );
  expect(readFilter("#q=two+sum&tag=array&tag=hash+table")).toEqual({
    search: "two sum",
    tags: ["array", "hash table"],
    state: null,
    difficulty: null,
  });
  expect(readFilter("#state=due")).toEqual({ ...NO_FILTER, state: "due" });
});

test("no filter leaves the address as it is", () => {
  expect(formatFilter({ ...NO_FILTER, search: "  " })).toBe("");
});

test.each([
  "",
  ..."# #day-64 #q= #other=1 #state= #state=others #state=DUE #practise #difficulty=extreme #tag=".split(" "),
  ..."#tag=+&tag=".split(" "),
])("'%s' is no filter", (hash) => {
  expect(readFilter(hash)).toBeNull();
});

test("every filter comes back from its address", () => {
  const words = fc.array(fc.stringMatching(/^\S+$/), { minLength: 1 }).map((list) => list.join(" ").trim());
  const filter = fc.record({
    search: words,
    tags: fc.uniqueArray(fc.string({ unit: "grapheme" }).filter((tag) => tag.trim() !== "")),
    state: fc.constantFrom(null, ...(Object.keys(LIST_STATES) as ListState[])),
    difficulty: fc.constantFrom(null, ...DIFFICULTIES),
  });
  fc.assert(
    fc.property(filter, (given) => {
      expect(readFilter(formatFilter(given))).toEqual({ ...given, search: given.search.replace(/\s+/g, " ") });
    }),
  );
});
