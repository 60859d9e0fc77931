import { PERSON_KEY, readCached } from "../replica/browserCache.ts";
import { indexedDbOutbox } from "../replica/indexedDbOutbox.ts";

/** How many changes the person who was signed in last left unsent. */
export async function countLeftBehind(): Promise<number> {
  const uid = await readCached(PERSON_KEY);
  if (typeof uid !== "string") return 0;
  const pending = await indexedDbOutbox.list(uid).catch(() => []);
  return pending.filter(({ refused }) => refused === undefined).length;
}
