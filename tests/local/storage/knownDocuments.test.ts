import { createKnownDocuments } from "@dailyleet/local";
import { expect, test } from "vitest";
import { tempDatabase } from "../support/database.ts";
import { dayOf } from "../support/fields.ts";

test("the last answer is kept per person and path, until the person is forgotten", () => {
  const cache = createKnownDocuments(tempDatabase());
  const first = { fields: { "1": dayOf(1) }, updateTime: "2026-03-05T08:00:00.123456789Z" };
  const second = { fields: {}, updateTime: "2026-03-05T08:00:01Z" };
  expect(cache.get("ann", "a/b")).toBeNull();
  cache.put("ann", "a/b", first);
  cache.put("bob", "a/b", first);
  expect(cache.get("ann", "a/b")).toEqual(first);
  cache.put("ann", "a/b", second);
  expect(cache.get("ann", "a/b")).toEqual(second);
  expect(cache.get("ann", "a/c")).toBeNull();
  cache.clear("ann");
  expect(cache.get("ann", "a/b")).toBeNull();
  expect(cache.get("bob", "a/b")).toEqual(first);
});

test("a version that is kept already is not written again", () => {
  const database = tempDatabase();
  const cache = createKnownDocuments(database);
  const written = () => database.get("SELECT total_changes() AS count");
  const document = { fields: { "1": dayOf(1) }, updateTime: "2026-03-05T08:00:00Z" };
  cache.put("ann", "a/b", document);
  const before = written();
  cache.put("ann", "a/b", document);
  expect(written()).toEqual(before);
  cache.put("ann", "a/b", { ...document, updateTime: "2026-03-05T08:00:01Z" });
  expect(written()).not.toEqual(before);
});
