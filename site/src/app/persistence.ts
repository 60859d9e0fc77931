import { isRecord } from "@dailyleet/core";
import { PERSISTENCE_KEY, readCached, writeCached } from "../replica/browserCache.ts";

/** Some browsers put it to the person, who should not be asked every day. */
const ASK_AGAIN_MS = 30 * 86_400_000;

/** Asks the browser not to drop this site's data when space runs short. */
export async function askForPersistence(): Promise<void> {
  const { storage } = navigator;
  if (!storage?.persist || (await storage.persisted())) return;
  const kept = await readCached(PERSISTENCE_KEY);
  const askedAt = isRecord(kept) ? Number(kept.askedAt) : 0;
  if (Date.now() - askedAt < ASK_AGAIN_MS) return;
  await writeCached(PERSISTENCE_KEY, { askedAt: Date.now() });
  await storage.persist();
}
