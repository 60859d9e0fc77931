// Takes the lock of the database named on the command line, says so and holds it until it is killed.
import { openDatabase, withLock } from "@dailyleet/local";

const database = openDatabase(process.argv[2] ?? "");
await withLock(database, "flush", async () => {
  process.stdout.write("locked\n");
  // The timer refers to the promise: what nothing refers to is collected, and its lock with it.
  await new Promise((resolve) => setInterval(resolve, 1_000_000_000));
});
