import { DailyleetError, openPath } from "@dailyleet/core";
import { expect, test } from "vitest";
import { createCommitQueue } from "../../../packages/local/src/firestore.ts";
import { readDocument } from "../../../packages/local/src/storage/documents.ts";
import { cellWrite, dayOf, tempDatabase } from "../support/database.ts";

const NOW = Date.UTC(2026, 2, 5);

test("commits that arrive together are all made, in their order, and each gets its own answer", async () => {
  const database = tempDatabase();
  const commit = createCommitQueue(database);
  const first = { ...cellWrite("ann", 64, 3), precondition: { exists: false } };
  const results = await Promise.all([
    commit("ann", [first], NOW),
    commit("ann", [first], NOW),
    commit("ann", [cellWrite("ann", 64, 5)], NOW),
    commit("bob", [cellWrite("ann", 64, 1)], NOW),
    commit("bob", [cellWrite("bob", 1, 1)], NOW),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["OK", "ALREADY_EXISTS", "OK", "PERMISSION_DENIED", "OK"]);
  expect(readDocument(database, openPath("ann"))?.fields).toEqual({ "64": dayOf(3, 5) });
  expect(readDocument(database, openPath("bob"))?.fields).toEqual({ "1": dayOf(1) });
});

test("where another program holds the database, all commits wait for it once", async () => {
  const database = tempDatabase();
  let waits = 0;
  const commit = createCommitQueue({
    ...database,
    transaction() {
      waits++;
      throw new DailyleetError("busy", "Another program holds the database.");
    },
  });
  const made = await Promise.allSettled([1, 2, 3].map((day) => commit("ann", [cellWrite("ann", day, 1)], NOW)));
  expect(made).toMatchObject(Array(3).fill({ status: "rejected", reason: { code: "busy" } }));
  expect(waits).toBe(1);
});

test("one that fails does not fail the others", async () => {
  const database = tempDatabase();
  const commit = createCommitQueue(database);
  await commit("ann", [cellWrite("ann", 64, 3)], NOW);
  database.run("UPDATE documents SET fields = '{' WHERE path = ?", openPath("ann"));
  const [bob, ann, zoe] = await Promise.allSettled([
    commit("bob", [cellWrite("bob", 1, 1)], NOW),
    commit("ann", [cellWrite("ann", 64, 5)], NOW),
    commit("zoe", [cellWrite("zoe", 2, 2)], NOW),
  ]);
  expect([bob, zoe]).toMatchObject([{ value: { status: "OK" } }, { value: { status: "OK" } }]);
  expect(ann).toMatchObject({ status: "rejected", reason: expect.any(DailyleetError) });
  expect(readDocument(database, openPath("bob"))?.fields).toEqual({ "1": dayOf(1) });
  expect(readDocument(database, openPath("zoe"))?.fields).toEqual({ "2": dayOf(2) });
});
