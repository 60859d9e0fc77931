import { type Cache, createTickStore, DailyleetError, hasCode } from "@dailyleet/core";
import type { DocumentCache } from "@dailyleet/local";

/** What this computer last knew of a person's documents in the cloud. */
export function createCloudCache(documents: DocumentCache, uid: string): Cache {
  const copies = createTickStore({ get: async (path) => documents.get(uid, path), commit: readOnly }, uid);
  return {
    async read(year) {
      const open = await copies.readOpen();
      const { ticks, version } = year === open.year ? open : await copies.readClosed(year);
      return version === null ? null : ticks;
    },
    keep({ path, fields, version }) {
      if (version !== null) keepIfPossible(() => documents.put(uid, path, { fields, updateTime: version }));
    },
  };
}

/** A copy that a full disk does not take is no reason to fail: the cloud has the original. */
function keepIfPossible(put: () => void): void {
  try {
    put();
  } catch (error) {
    if (!hasCode(error, "storage", "busy")) throw error;
  }
}

async function readOnly(): Promise<never> {
  throw new DailyleetError("unavailable", "A copy cannot be written; write to the database.");
}
