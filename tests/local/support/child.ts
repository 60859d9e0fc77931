// A program that tests start as a process of its own. Arguments: a verb, a database file, and what the verb needs.
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { listProfiles, openDatabase, withLock } from "@dailyleet/local";

const [, , verb = "", file = "", counterFile = "", times = "0"] = process.argv;
const say = (line: string) => void process.stdout.write(`${line}\n`);

const verbs: Record<string, () => Promise<void>> = {
  /** Opens the database when a byte arrives, and prints the uid of its first profile. */
  async open() {
    say("ready");
    await once(process.stdin, "data");
    const database = openDatabase(file);
    say(`${listProfiles(database).map(({ uid }) => uid)}`);
    database.close();
    process.exit();
  },

  /** Takes the lock, prints a line and holds the lock until the process is killed. */
  hold: () =>
    withLock(openDatabase(file), "flush", async () => {
      say("locked");
      // The timer keeps the promise referenced; otherwise the promise and its lock would be garbage-collected.
      await new Promise((resolve) => setInterval(resolve, 1_000_000_000));
    }),

  /** Adds one to a number in a file several times, each time under the lock. */
  async count() {
    const database = openDatabase(file);
    for (let time = 0; time < Number(times); time++) {
      await withLock(database, "flush", async () => {
        const count = Number(readFileSync(counterFile, "utf8"));
        await setImmediate();
        writeFileSync(counterFile, String(count + 1));
      });
    }
    database.close();
  },
};

await verbs[verb]?.();
