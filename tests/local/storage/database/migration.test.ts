import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createOutbox } from "@dailyleet/local";
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
