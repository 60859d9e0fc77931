import { $connection, disconnect } from "../replica/connection.ts";
import { removeCached, tablesPrefix } from "../replica/indexedDb.ts";
import { access, pauseSession, restart } from "../session/session.ts";
import { removeStored, STORED_LAST, STORED_PERSON } from "../ui/stored.ts";
import { wait } from "../ui/wait.ts";

const LAST_SEND_MS = 3_000;

/** Signs out after a last attempt to send. The snapshots of the server's documents go; unsent changes stay. */
export async function signOut(): Promise<void> {
  // The SDK may report the person once more, and bring them back.
  pauseSession();
  const connection = $connection.get();
  if (connection) {
    const { uid, replica } = connection;
    if (replica.status().waiting > 0) await Promise.race([replica.sync(), wait(LAST_SEND_MS)]);
    // First, so that a late answer stores no snapshot.
    disconnect();
    removeStored(STORED_LAST);
    await removeCached(tablesPrefix(uid));
  }
  removeStored(STORED_PERSON);
  await (await access).signOut();
  restart();
}
