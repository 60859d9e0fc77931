import { forgetCached, PERSON_KEY, readCached, yearsPrefix } from "../replica/browserCache.ts";
import { $connection, disconnect } from "../replica/connection.ts";
import { indexedDbOutbox } from "../replica/indexedDbOutbox.ts";
import { forgetCopy, YEAR_COPY } from "../ui/localCopy.ts";
import { wait } from "../ui/wait.ts";
import { pauseSession, signOut } from "./session.ts";

const LAST_SEND_MS = 3_000;

/** Signs out, after a last try to send what waits. What the server said is forgotten, what waits is not. */
export async function leave(): Promise<void> {
  // Else the person would come back when the SDK says who is signed in, which may be later than this.
  pauseSession();
  const connection = $connection.get();
  if (connection) {
    const { uid, replica } = connection;
    if (replica.status().waiting > 0) await Promise.race([replica.sync(), wait(LAST_SEND_MS)]);
    // First, so that nothing that is still on its way is kept after that.
    disconnect();
    forgetCopy(YEAR_COPY);
    await forgetCached(yearsPrefix(uid));
  }
  await signOut();
}

/** How many changes the person who was signed in last left unsent. */
export async function countLeftBehind(): Promise<number> {
  const uid = await readCached(PERSON_KEY);
  if (typeof uid !== "string") return 0;
  const pending = await indexedDbOutbox.list(uid).catch(() => []);
  return pending.filter(({ refused }) => refused === undefined).length;
}
