import { isRecord } from "@dailyleet/core";
import { type ExportRecord, exportAgeText } from "../lib/exportAge.ts";
import { keep, keptExport, readKept } from "../lib/kept.ts";
import { $exportAge } from "./status.ts";

/** In local mode nobody else has a copy, so that the person is told when theirs is old. */
export async function followExportAge(uid: string): Promise<void> {
  const kept = await readKept(keptExport(uid));
  if (isRecord(kept)) $exportAge.set(exportAgeText(kept as unknown as ExportRecord, Date.now()));
  else await keepRecord(uid, false);
}

export async function noteExport(uid: string): Promise<void> {
  $exportAge.set("");
  await keepRecord(uid, true);
}

function keepRecord(uid: string, isExported: boolean): Promise<unknown> {
  return keep(keptExport(uid), { at: Date.now(), isExported } satisfies ExportRecord);
}
