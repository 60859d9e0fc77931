// What the tests start as processes of their own: a verb, the file of a database, and what the verb needs.
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { listProfiles, openDatabase, withLock } from "@dailyleet/local";

const [, , verb = "", file = "", counterFile = "", times = "0"] = process.argv;
const say = (line: string) => void process.stdout.write(`${line}\n`);

const verbs: Record<string, () => Promise<void>> = {
  /** Opens the database as soon as a byte comes in, and prints the uid of its first profile. */
  async open() {
    say("ready");
    await once(process.stdin, "data");
    const database = openDatabase(file);
    say(`${listProfiles(database).map(({ uid }) => uid)}`);
    database.close();
    process.exit();
  },

  /** Takes the lock, says so and holds it until it is killed. */
  hold: () =>
    withLock(openDatabase(file), "flush", async () => {
      say("locked");
      // The timer refers to the promise: what nothing refers to is collected, and its lock with it.
      await new Promise((resolve) => setInterval(resolve, 1_000_000_000));
    }),

  /** Adds one to a number in a file, again and again, each time reading and writing under the lock. */
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
