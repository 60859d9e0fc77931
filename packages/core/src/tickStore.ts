import type { DocumentStore, DocumentWrite, TickStore, YearDocument } from "./ports.ts";
import { applyChange, type Change, readTicks, readYear } from "./ticks.ts";
import type { FieldPath } from "./wire/fieldPath.ts";
import { applyMask } from "./wire/mask.ts";
import { closedPath, openPath } from "./wire/paths.ts";
import { booleanValue, type Fields, integerValue, mapValue } from "./wire/value.ts";

/** The ticks of `uid` in a document store. */
export function createTickStore(documents: DocumentStore, uid: string): TickStore {
  const read = async (path: string, closedYear: number | null): Promise<YearDocument> => {
    const found = await documents.get(path);
    return describe(path, found?.fields ?? {}, found?.updateTime ?? null, closedYear);
  };

  return {
    readOpen: () => read(openPath(uid), null),
    readClosed: (year) => read(closedPath(uid, year), year),

    async save(document, changes) {
      const write = cellWrite(document, changes);
      const [version] = await documents.commit([write]);
      const fields = applyMask(document.fields, write.fields, write.mask ?? []);
      const ticks = changes.reduce(applyChange, document.ticks);
      return { ...document, fields, ticks, year: readYear(fields), version: version ?? null };
    },

    async close(open, year) {
      if (open.year === null) throw new Error("this document has no year");
      const fields: Fields = { year: integerValue(year) };
      const archive: DocumentWrite = {
        path: closedPath(uid, open.year),
        fields: open.fields,
        precondition: { exists: false },
      };
      const reset: DocumentWrite = { path: open.path, fields, precondition: versionOf(open) };
      const [, version] = await documents.commit([archive, reset]);
      return describe(open.path, fields, version ?? null, null);
    },
  };
}

function describe(path: string, fields: Fields, version: string | null, closedYear: number | null): YearDocument {
  return { path, fields, version, ticks: readTicks(fields), year: closedYear ?? readYear(fields) };
}

/** Only the leaf cells, as a masked merge; the year too where the stored document does not say it yet. */
export function cellWrite(document: YearDocument, changes: readonly Change[]): DocumentWrite {
  const days: Record<string, Fields> = {};
  const mask: FieldPath[] = [];
  for (const { day, source, done } of changes) {
    const cells = days[day] ?? {};
    if (!(source in cells)) mask.push([String(day), String(source)]);
    days[day] = { ...cells, [source]: booleanValue(done) };
  }
  const fields: Record<string, Fields[string]> = {};
  for (const [day, cells] of Object.entries(days)) fields[day] = mapValue(cells);
  if (document.year !== null && readYear(document.fields) !== document.year) {
    fields.year = integerValue(document.year);
    mask.push(["year"]);
  }
  return { path: document.path, fields, mask, precondition: versionOf(document) };
}

function versionOf({ version }: YearDocument): NonNullable<DocumentWrite["precondition"]> {
  return version === null ? { exists: false } : { updateTime: version };
}
