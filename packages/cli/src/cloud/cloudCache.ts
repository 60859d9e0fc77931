import {
  type Cache,
  cellsOf,
  createPersonStore,
  DailyleetError,
  type Part,
  type PersonDocument,
} from "@dailyleet/core";
import type { DocumentCache } from "@dailyleet/local";
import { keepIfPossible } from "../files/keepIfPossible.ts";

/** What this computer last knew of a person's documents in the cloud. */
export function createCloudCache(documents: DocumentCache, uid: string): Cache {
  const copies = createPersonStore(
    { get: async (path) => documents.get(uid, path), commit: readOnly, list: readOnly },
    uid,
  );
  const copyOf = async (part: Part): Promise<PersonDocument> => {
    if (part === "marks") return copies.readMarks();
    const open = await copies.readOpen();
    return part === open.year ? open : copies.readClosed(part);
  };
  return {
    async read(part) {
      const document = await copyOf(part);
      return document.version === null ? null : cellsOf(document);
    },
    keep({ path, fields, version }) {
      if (version !== null) keepIfPossible(() => documents.put(uid, path, { fields, updateTime: version }));
    },
  };
}

async function readOnly(): Promise<never> {
  throw new DailyleetError("unavailable", "A copy cannot be written; write to the database.");
}
