import { $connection, disconnect } from "../replica/connection.ts";
import { removeCached, tablesPrefix } from "../replica/indexedDb.ts";
import { access, pauseSession, restart, storePerson } from "../session/session.ts";
import { removeStored, STORED_LAST, STORED_PERSON } from "../ui/stored.ts";
import { wait } from "../ui/wait.ts";

const LAST_SEND_MS = 3_000;

export async function signOut(): Promise<void> {
  await leave();
  await (await access).signOut();
  restart();
}

/** Called from a click. A window that is closed without a choice changes nothing. */
export async function switchProfile(): Promise<void> {
  // Loaded now: it is the sign-in screen's.
  const { credentialOf, openProfileWindow } = await import("../signin/signIn.ts");
  const opened = openProfileWindow();
  // The sign-in screen opens the window as well.
  if (opened === null) return signOut();
  const credential = await credentialOf(opened).catch(() => null);
  if (credential === null) return;
  await leave();
  const { withCredential } = await access;
  await withCredential(credential).then(storePerson, () => {});
  restart();
}

/** Takes the person's data off the page, after a last attempt to send. The snapshots of the server's documents go; unsent changes stay. */
async function leave(): Promise<void> {
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
}
