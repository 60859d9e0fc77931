import { randomUUID } from "node:crypto";
import { createDocumentStore } from "@dailyleet/local";
import { openTestDatabase } from "./localDatabase.ts";
import { describePersonStore } from "./personStoreContract.ts";

describePersonStore("SQLite", async () => {
  const { database, plant, close } = openTestDatabase();
  return {
    newUid: randomUUID,
    as: (uid) => createDocumentStore(database, uid),
    plant,
    now: Date.now,
    stop: async () => close(),
  };
});
