import { isRecord } from "@dailyleet/core";
import { $exportAge } from "../app/status.ts";
import { exportKey, readCached, writeCached } from "../replica/browserCache.ts";
import { type ExportRecord, exportAgeText } from "./exportAge.ts";

/** In local mode nobody else has a copy, so that the person is told when theirs is old. */
export async function followExportAge(uid: string): Promise<void> {
  const kept = await readCached(exportKey(uid));
  if (isRecord(kept)) $exportAge.set(exportAgeText(kept as unknown as ExportRecord, Date.now()));
  else await keepRecord(uid, false);
}

export async function noteExport(uid: string): Promise<void> {
  $exportAge.set("");
  await keepRecord(uid, true);
}

function keepRecord(uid: string, isExported: boolean): Promise<unknown> {
  return writeCached(exportKey(uid), { at: Date.now(), isExported } satisfies ExportRecord);
}
