import { isRecord } from "@dailyleet/core";
import { exportKey, PERSISTENCE_KEY, readCached, writeCached } from "../replica/indexedDb.ts";
import { $exportAge } from "../view/status.ts";

const DAY_MS = 86_400_000;
const REMIND_DAYS = 30;
/** Some browsers ask the person. */
const ASK_AGAIN_MS = 30 * DAY_MS;

/** The last export in this browser, or the start of use. */
interface ExportRecord {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly isExported: boolean;
}

/** Reminds the person of an old export: in local mode nobody else has a copy of the data. */
export async function followExportAge(uid: string): Promise<void> {
  const record = await readCached(exportKey(uid));
  if (isRecord(record)) $exportAge.set(exportAgeText(record as unknown as ExportRecord, Date.now()));
  else await writeRecord(uid, false);
}

export async function recordExport(uid: string): Promise<void> {
  $exportAge.set("");
  await writeRecord(uid, true);
}

function writeRecord(uid: string, isExported: boolean): Promise<unknown> {
  return writeCached(exportKey(uid), { at: Date.now(), isExported } satisfies ExportRecord);
}

/** 'Last export 45 days ago'; empty for 30 days. */
export function exportAgeText({ at, isExported }: ExportRecord, now: number): string {
  const days = Math.floor((now - at) / DAY_MS);
  if (days <= REMIND_DAYS) return "";
  return isExported ? `Last export ${days} days ago` : "Not exported yet";
}

/** Asks the browser not to evict this site's data when space runs short. */
export async function askForPersistence(): Promise<void> {
  const { storage } = navigator;
  if (!storage?.persist || (await storage.persisted())) return;
  const record = await readCached(PERSISTENCE_KEY);
  const askedAt = isRecord(record) ? Number(record.askedAt) : 0;
  if (Date.now() - askedAt < ASK_AGAIN_MS) return;
  await writeCached(PERSISTENCE_KEY, { askedAt: Date.now() });
  await storage.persist();
}
