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

/** Opens a window, so it must be called from a click. Closing the window without a choice changes nothing. */
export async function switchProfile(): Promise<void> {
  document.querySelector<HTMLElement>("#person")?.hidePopover();
  // A chunk of the sign-in screen, which a signed-in person rarely needs.
  const { credentialOf, openProfileWindow } = await import("../signin/signIn.ts");
  const opened = openProfileWindow();
  // If the browser blocks the window, the sign-in screen offers it again.
  if (opened === null) return signOut();
  const credential = await credentialOf(opened).catch(() => null);
  if (credential === null) return;
  await leave();
  const { withCredential } = await access;
  await withCredential(credential).then(storePerson, () => {});
  restart();
}

/**
 * Removes the person's data from the page after a last attempt to send, and the server's snapshots from the browser.
 * Unsent changes stay.
 */
async function leave(): Promise<void> {
  // Otherwise a late report of the SDK would sign the person in again.
  pauseSession();
  const connection = $connection.get();
  if (connection) {
    const { uid, replica } = connection;
    if (replica.status().waiting > 0) await Promise.race([replica.sync(), wait(LAST_SEND_MS)]);
    // Disconnect first, so that a late answer stores no snapshot.
    disconnect();
    removeStored(STORED_LAST);
    await removeCached(tablesPrefix(uid));
  }
  removeStored(STORED_PERSON);
}
