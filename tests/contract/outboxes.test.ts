import "fake-indexeddb/auto";
import { createOutbox as createSqliteOutbox, openDatabase } from "@dailyleet/local";
import { afterAll } from "vitest";
import { indexedDbOutbox } from "../../site/src/replica/indexedDb.ts";
import { createMemoryOutbox } from "../support/memoryOutbox.ts";
import { openTestDatabase } from "./localDatabase.ts";
import { describeOutbox } from "./suites/outboxContract.ts";

const { database, close } = openTestDatabase();
const reopened = [database];
afterAll(() => {
  for (const connection of reopened) connection.close();
  close();
});
const openSqlite = () => {
  const connection = openDatabase(database.file);
  reopened.push(connection);
  return createSqliteOutbox(connection);
};
const memory = createMemoryOutbox();

describeOutbox("in SQLite", openSqlite, { isDurable: true });
describeOutbox("in IndexedDB", () => indexedDbOutbox, { isDurable: true });
describeOutbox("in memory", () => memory, { isDurable: false });
