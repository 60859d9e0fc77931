// Adds one to a number in a file, again and again, each time reading and writing under the lock.
import { readFileSync, writeFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { openDatabase, withLock } from "@dailyleet/local";

const [, , databaseFile = "", counterFile = "", times = "0"] = process.argv;
const database = openDatabase(databaseFile);
for (let time = 0; time < Number(times); time++) {
  await withLock(database, "flush", async () => {
    const count = Number(readFileSync(counterFile, "utf8"));
    await setImmediate();
    writeFileSync(counterFile, String(count + 1));
  });
}
database.close();
