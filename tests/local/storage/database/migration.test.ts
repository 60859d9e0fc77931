import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { booleanValue, closedPath, integerValue, mapValue, marksPath, openPath } from "@dailyleet/core";
import { createOutbox, readDigestOfMarks, readDigestsOfYears } from "@dailyleet/local";
import { expect, test } from "vitest";
import { APPLICATION_ID, STEPS } from "../../../../packages/local/src/storage/database/steps.ts";
import { tempDirectory } from "../../../support/tempDirectory.ts";
import { openForTest } from "../../support/database.ts";

/** A file as the program left it that knew so many steps. */
function databaseOfVersion(version: number, statements: string): string {
  const file = join(tempDirectory(), "dailyleet.db");
  const raw = new DatabaseSync(file);
  raw.exec(STEPS.slice(0, version).join(";"));
  raw.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${version}; ${statements}`);
  raw.close();
  return file;
}

test("ticks that waited before there were marks wait still, and no number comes again", async () => {
  const file = databaseOfVersion(
    2,
    `INSERT INTO outbox (sequence, uid, year, day, source, done, refused, unanswered) VALUES
       (3, 'ann', 2026, 64, 3, 1, NULL, NULL), (4, 'ann', 2026, 65, 5, 0, 'not allowed', NULL),
       (5, 'bob', 2025, 365, 1, 1, NULL, ''), (9, 'bob', 2026, 1, 1, 1, NULL, 'v1');
     DELETE FROM outbox WHERE sequence = 9;`,
  );
  const outbox = createOutbox(openForTest(file));
  expect(await outbox.list("ann")).toEqual([
    { year: 2026, day: 64, source: 3, done: true, sequence: 3 },
    { year: 2026, day: 65, source: 5, done: false, sequence: 4, refused: "not allowed" },
  ]);
  expect(await outbox.list("bob")).toEqual([
    { year: 2025, day: 365, source: 1, done: true, sequence: 5, unanswered: "" },
  ]);
  const mark = { question: "leetcode.com/problems/two-sum", date: "2026-03-05", mark: 3 } as const;
  const again = { year: 2026, day: 64, source: 3, done: false } as const;
  expect(await outbox.put("ann", [again, mark])).toEqual([
    { ...again, sequence: 10 },
    { ...mark, sequence: 11 },
  ]);
  expect((await outbox.list("ann")).map(({ sequence }) => sequence)).toEqual([4, 10, 11]);
});

test("an empty outbox that has counted goes on counting", async () => {
  const file = databaseOfVersion(
    2,
    "INSERT INTO outbox (sequence, uid, year, day, source, done) VALUES (7, 'ann', 2026, 1, 1, 1); DELETE FROM outbox;",
  );
  const [put] = await createOutbox(openForTest(file)).put("ann", [{ year: 2026, day: 2, source: 2, done: true }]);
  expect(put?.sequence).toBe(8);
});

test("years from before the digests have one afterwards, what is damaged has none, and nothing else changes", () => {
  const done = mapValue({ 3: booleanValue(true) });
  const insert = (path: string, text: string) => `INSERT INTO documents VALUES ('${path}', '${text}', 1, 2);`;
  const file = databaseOfVersion(
    3,
    insert(openPath("ann"), JSON.stringify({ 64: done, year: integerValue(2026) })) +
      insert(closedPath("ann", 2025), JSON.stringify({ 65: done })) +
      insert(openPath("bob"), JSON.stringify({ 64: done, year: integerValue(2026) })) +
      insert(closedPath("bob", 2025), '{"65":') +
      insert(openPath("legacy"), JSON.stringify({ 64: done })) +
      insert(marksPath("ann"), "{}"),
  );
  const database = openForTest(file);
  const day = { 3: true };
  expect(readDigestsOfYears(database, "ann", [2024, 2025, 2026])).toEqual({
    open: 2026,
    ticks: { 2025: { 65: day }, 2026: { 64: day } },
  });
  expect(readDigestsOfYears(database, "ann", [2025])).toEqual({ open: 2026, ticks: { 2025: { 65: day } } });
  for (const uid of ["bob", "legacy", "nobody"]) expect(readDigestsOfYears(database, uid, [2026])).toBeNull();
  expect(readDigestOfMarks(database, "ann")).toBeNull();
  expect(database.all("SELECT DISTINCT created, updated FROM documents")).toEqual([{ created: 1, updated: 2 }]);
});
