import "fake-indexeddb/auto";
import { createOutbox as createSqliteOutbox, openDatabase } from "@dailyleet/local";
import { afterAll } from "vitest";
import { indexedDbOutbox } from "../../site/src/lib/indexedDbOutbox.ts";
import { createMemoryOutbox } from "../../site/src/lib/memoryOutbox.ts";
import { createOutbox as createBrowserOutbox } from "../../site/src/lib/outbox.ts";
import { createSafeOutbox } from "../../site/src/lib/safeOutbox.ts";
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
const failed = () => {
  throw new Error("the database works here");
};

describeOutbox("in SQLite", openSqlite, { isDurable: true });
describeOutbox("in IndexedDB", () => indexedDbOutbox, { isDurable: true });
describeOutbox("in memory", () => memory, { isDurable: false });
describeOutbox("in IndexedDB, made safe", () => createSafeOutbox(indexedDbOutbox, failed), { isDurable: true });
describeOutbox("of the browser", () => createBrowserOutbox(failed), { isDurable: true });
