import { readFileSync, statSync, truncateSync } from "node:fs";
import { closedPath } from "@dailyleet/core";
import { salvageDatabase } from "@dailyleet/local";
import { expect, test } from "vitest";
import { dayOf, plantDocument, tempDatabase, uidOfYou } from "../../support/database.ts";

const YEARS = [2021, 2022, 2023];
const days = Object.fromEntries(Array.from({ length: 365 }, (_, at) => [at + 1, dayOf(1, 2)]));

test("of a database that was cut every row in the rest is read, and the file stays as it is", () => {
  const database = tempDatabase();
  const uid = uidOfYou(database);
  for (const year of YEARS) plantDocument(database, closedPath(uid, year), days);
  // Its pages come last in the file.
  database.run("INSERT INTO meta (key, value) VALUES ('more', hex(zeroblob(20000)))");
  database.close();
  truncateSync(database.file, statSync(database.file).size - 30_000);
  const cut = readFileSync(database.file);
  const salvage = salvageDatabase(database.file);
  const found = salvage.database.all<{ path: string; fields: string }>("SELECT path, fields FROM documents");
  salvage.close();
  const expected = YEARS.map((year) => ({ path: closedPath(uid, year), fields: JSON.stringify(days) }));
  expect(found).toEqual(expected);
  expect(readFileSync(database.file).equals(cut)).toBe(true);
});
