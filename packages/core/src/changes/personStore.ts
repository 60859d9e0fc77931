import { DailyleetError, hasCode } from "../errors.ts";
import { applyMask, type FieldPath } from "../firestore/masks.ts";
import { closedPath, closedYearsPath, marksPath, openPath, parseDataPath } from "../firestore/paths.ts";
import { MAX_DOCUMENT_BYTES, storedSize } from "../firestore/size.ts";
import { booleanValue, type Fields, integerValue, mapValue, type Value } from "../firestore/values.ts";
import type {
  Backoff,
  DocumentStore,
  DocumentWrite,
  ListedDocument,
  PersonDocument,
  PersonStore,
  ReadDocument,
  YearDocument,
} from "../ports.ts";
import { readMarks } from "../practice/marks.ts";
import { MAX_LISTED } from "../rules/documentRules.ts";
import { readTicks, readYear } from "../ticks/ticks.ts";
import { applyChanges, type Change, cellsOf, coalesce, isMarkChange } from "./changes.ts";

/** All years from 1970 on fit into two lists. */
const MAX_LISTS = 4;

export function createPersonStore(documents: DocumentStore, uid: string, backoff?: Backoff): PersonStore {
  const read = async (path: string): Promise<ReadDocument> => {
    const found = await documents.get(path);
    return { path, fields: found?.fields ?? {}, version: found?.updateTime ?? null };
  };
  return {
    uid,
    readOpen: async () => yearDocument(await read(openPath(uid))),
    readClosed: async (year) => yearDocument(await read(closedPath(uid, year)), year),
    async listClosed() {
      const listed: ListedDocument[] = [];
      while (listed.length < MAX_LISTS * MAX_LISTED) {
        const page = await documents.list(closedYearsPath(uid), MAX_LISTED, listed.length);
        listed.push(...page);
        if (page.length < MAX_LISTED) return listed.flatMap(closedYear);
      }
      throw new DailyleetError("unavailable", "The list of your years has no end; try again later.");
    },
    async readMarks() {
      const found = await read(marksPath(uid));
      return { ...found, marks: readMarks(found.fields) };
    },

    async save(document, changes) {
      const write = cellWrite(document, changes);
      const fields = applyMask(document.fields, write.fields, write.mask ?? []);
      const [version = null] = await documents.commit([write]).catch((error) => {
        const isFull = "marks" in document && storedSize(document.path, fields) > MAX_DOCUMENT_BYTES;
        throw isFull && hasCode(error, "refused") ? marksAreFull(error) : error;
      });
      const cells = applyChanges(cellsOf(document), changes);
      const held = "marks" in document ? { marks: cells } : { ticks: cells, year: readYear(fields) };
      return { ...document, ...held, fields, version };
    },

    async close(open, archive, fields) {
      const merged: DocumentWrite = {
        path: closedPath(uid, open.year ?? Number.NaN),
        fields: { ...open.fields, ...archive?.fields },
        precondition: archive ? versionOf(archive) : { exists: false },
      };
      const reset: DocumentWrite = { path: open.path, fields, precondition: versionOf(open) };
      const [, version = null] = await documents.commit([merged, reset]);
      return yearDocument({ path: open.path, fields, version });
    },
    ...(backoff && { backoff }),
  };
}

function closedYear({ path, fields, updateTime: version }: ListedDocument): YearDocument[] {
  const parsed = parseDataPath(path);
  return parsed?.kind === "closed" ? [yearDocument({ path, fields, version }, parsed.year)] : [];
}

function marksAreFull(cause: DailyleetError): DailyleetError {
  const advice = "export your data, and look for a newer version of dailyleet";
  return new DailyleetError("refused", `The document of your marks is full (1 MiB); ${advice}.`, { cause });
}

/** Without `year` the open document, which may say its year. */
function yearDocument(found: ReadDocument, year = readYear(found.fields)): YearDocument {
  return { ...found, ticks: readTicks(found.fields), year };
}

/** A masked write of the changed cells, bound to the version that was read. */
export function cellWrite(document: PersonDocument, changes: readonly Change[]): DocumentWrite {
  const besides = "marks" in document ? namesOf(changes) : yearOf(document);
  const leaves = [...coalesce(changes).map(leafOf), ...besides];
  const mask = leaves.map(([path]) => path);
  const fields = leaves.reduce((all, [path, value]) => applyMask(all, nest(path, value), [path]), {} as Fields);
  return { path: document.path, fields, mask, precondition: versionOf(document) };
}

function versionOf({ version }: PersonDocument): NonNullable<DocumentWrite["precondition"]> {
  return version === null ? { exists: false } : { updateTime: version };
}

type Leaf = readonly [path: FieldPath, value: Value];

function leafOf(change: Change): Leaf {
  return isMarkChange(change)
    ? [["marks", change.question, change.date], integerValue(change.mark)]
    : [[String(change.day), String(change.source)], booleanValue(change.done)];
}

/** The rules find one changed question by themselves; several must be named in the field `changed`. */
function namesOf(changes: readonly Change[]): Leaf[] {
  const names = new Set(changes.flatMap((change) => (isMarkChange(change) ? change.question : [])));
  const values = [...names].map((stringValue): Value => ({ stringValue }));
  return values.length > 1 ? [[["changed"], { arrayValue: { values } }]] : [];
}

/** The year, for a document that lacks it. */
function yearOf({ year, fields }: YearDocument): Leaf[] {
  return year === null || readYear(fields) === year ? [] : [[["year"], integerValue(year)]];
}

/** The value inside maps, so that it is at `path`. */
function nest(path: FieldPath, value: Value): Fields {
  const [name = "", ...rest] = path;
  return { [name]: rest.length === 0 ? value : mapValue(nest(rest, value)) };
}
