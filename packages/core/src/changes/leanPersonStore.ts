import { applyMask } from "../firestore/mask.ts";
import { closedPath, marksPath, openPath } from "../firestore/paths.ts";
import type { Fields } from "../firestore/value.ts";
import type {
  Backoff,
  Closing,
  DocumentStore,
  DocumentWrite,
  PersonDocument,
  PersonStore,
  Reading,
  StoredDocument,
  YearDocument,
} from "../ports.ts";
import { readMarks } from "../practice/marks.ts";
import { readTicks, readYear } from "../ticks/ticks.ts";
import { cellWrite, versionOf } from "./cellWrite.ts";
import { applyChanges, type Change, cellsOf } from "./changes.ts";

/** As `createPersonStore`, without what few visits need: for callers that load the rest on demand. */
export function createLeanPersonStore(
  documents: Omit<DocumentStore, "list">,
  uid: string,
  parts: { readonly closing: Closing; readonly reading: Reading; readonly backoff?: Backoff },
): PersonStore {
  const read = async (path: string) => asRead(path, await documents.get(path));

  return {
    readOpen: async () => yearDocument(await read(openPath(uid)), null),

    async readClosed(year) {
      const path = closedPath(uid, year);
      return closedYear(path, year, await documents.get(path));
    },

    async readMarks() {
      const found = await read(marksPath(uid));
      return { ...found, marks: readMarks(found.fields) };
    },

    async save(document, changes) {
      const write = cellWrite(document, changes);
      const [version = null] = await documents.commit([write]);
      const fields = applyMask(document.fields, write.fields, write.mask ?? []);
      return { ...document, ...changed(document, fields, changes), fields, version };
    },

    async close(open, archive, fields) {
      const merged: DocumentWrite = {
        path: closedPath(uid, open.year ?? Number.NaN),
        fields: { ...open.fields, ...archive?.fields },
        precondition: archive ? versionOf(archive) : { exists: false },
      };
      const reset: DocumentWrite = { path: open.path, fields, precondition: versionOf(open) };
      const [, version = null] = await documents.commit([merged, reset]);
      return yearDocument({ path: open.path, fields, version }, null);
    },
    ...parts,
  };
}

/** A closed year as it was found; empty where there is none. */
export function closedYear(path: string, year: number, found: StoredDocument | null): YearDocument {
  return yearDocument(asRead(path, found), year);
}

function asRead(path: string, found: StoredDocument | null): Read {
  return { path, fields: found?.fields ?? {}, version: found?.updateTime ?? null };
}

type Read = Pick<YearDocument, "path" | "fields" | "version">;

function yearDocument(found: Read, closedYear: number | null): YearDocument {
  return { ...found, ticks: readTicks(found.fields), year: closedYear ?? readYear(found.fields) };
}

function changed(document: PersonDocument, fields: Fields, changes: readonly Change[]) {
  const cells = applyChanges(cellsOf(document), changes);
  return "marks" in document ? { marks: cells } : { ticks: cells, year: readYear(fields) };
}
