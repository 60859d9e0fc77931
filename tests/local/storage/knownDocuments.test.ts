import { forgetKnown, keepKnown, readKnown } from "@dailyleet/local";
import { expect, test } from "vitest";
import { dayOf, tempDatabase } from "../support/database.ts";

// tests/contract/suites/cacheContract.ts covers the terminal's cache.
test("a document is kept per person and path until the person is forgotten, and a known version is not written", () => {
  const database = tempDatabase();
  const written = () => database.get("SELECT total_changes() AS count");
  const first = { fields: { "1": dayOf(1) }, updateTime: "2026-03-05T08:00:00.123456789Z" };
  const second = { fields: {}, updateTime: "2026-03-05T08:00:01Z" };
  for (const uid of ["ann", "bob"]) keepKnown(database, uid, "a/b", first);
  expect(["a/b", "a/c"].map((path) => readKnown(database, "ann", path))).toEqual([first, null]);
  const before = written();
  keepKnown(database, "ann", "a/b", first);
  expect(written()).toEqual(before);
  keepKnown(database, "ann", "a/b", second);
  expect(readKnown(database, "ann", "a/b")).toEqual(second);
  forgetKnown(database, "ann");
  expect(["ann", "bob"].map((uid) => readKnown(database, uid, "a/b"))).toEqual([null, first]);
});
