import { isDayNumber } from "../calendar/calendar.ts";
import { affectedKeys } from "../firestore/diff.ts";
import type { FieldPath } from "../firestore/fieldPath.ts";
import { applyMask } from "../firestore/mask.ts";
import { closedPath, openPath } from "../firestore/paths.ts";
import { booleanValue, type Fields, integerValue, mapValue } from "../firestore/value.ts";
import type { Backoff, DocumentStore, DocumentWrite, TickStore, YearDocument } from "../ports.ts";
import { applyChange, readTicks, readYear, type TickChange } from "./ticks.ts";

/** The ticks of `uid` in a document store. */
export function createTickStore(documents: DocumentStore, uid: string, backoff?: Backoff): TickStore {
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

    async close(open, archive, year) {
      const fields: Fields = { ...unsettledKeys(open.fields, archive.fields), year: integerValue(year) };
      const merged: DocumentWrite = {
        path: archive.path,
        fields: { ...open.fields, ...archive.fields },
        precondition: versionOf(archive),
      };
      const reset: DocumentWrite = { path: open.path, fields, precondition: versionOf(open) };
      const [, version] = await documents.commit([merged, reset]);
      return describe(open.path, fields, version ?? null, null);
    },
    ...(backoff && { backoff }),
  };
}

/** What is no day and is another in the archive: it stays in the open document, so that nothing is lost. */
function unsettledKeys(open: Fields, archive: Fields): Fields {
  const different = affectedKeys(open, archive);
  const isUnsettled = (name: string) => name in archive && different.has(name) && !isDayNumber(Number(name));
  return Object.fromEntries(Object.entries(open).filter(([name]) => name !== "year" && isUnsettled(name)));
}

function describe(path: string, fields: Fields, version: string | null, closedYear: number | null): YearDocument {
  return { path, fields, version, ticks: readTicks(fields), year: closedYear ?? readYear(fields) };
}

/** Only the leaf cells, as a masked merge; the year too where the stored document does not say it yet. */
export function cellWrite(document: YearDocument, changes: readonly TickChange[]): DocumentWrite {
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
